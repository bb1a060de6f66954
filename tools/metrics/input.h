/* input -- several files read as one table, columns found by name.
 *
 * Each file may have its own column order, its own preamble or none; the rows come one after another.  Cases may reappear: results of
 * several policies hold the same cases. */
#pragma once

#include <stdbool.h>

#include "lib/cli/cli.h"
#include "lib/stream/names.h"
#include "lib/stream/table.h"

typedef struct wanted {
	const char *name;
	const char *absent;	/* the text of every cell where there is no such column; NULL: an error */
	int column;		/* in the file under way, or -1 */
} wanted;

typedef struct input {
	char **file;		/* ended by NULL; the next one to open */
	const char *first;	/* the first one, as messages name it */
	bool alone;		/* there is one file only */
	bool alike;		/* no file may have a column that the first has not */
	names name;		/* the columns of the first file */
	table *table;		/* the file under way */
	row row;
	wanted *want;		/* [wants], by handle */
	int wants;
} input;

/* The columns in which alloc, map and netsim say what they were told, and the machine, which the preamble names. */
typedef struct input_choice {
	const char *name;	/* NULL ends them */
	const char *usual;	/* what an empty cell stands for; NULL: nothing is known */
} input_choice;
extern const input_choice input_choices[];
const char *input_usual(const char *name);	/* NULL for other columns, too */

/* Open the first of `files`, which NULL ends (NULL: standard input). */
void input_open(input *in, char **files);
void input_close(input *in);

/* A column that every file must have; its handle.  "machine" is that of the preamble where there is no such column,
 * and one that records a choice may be missing from one of several files. */
int input_want(input *in, const char *name);
/* One that a file may lack: its cells are then `absent`. */
int input_wish(input *in, const char *name, const char *absent);
/* All of these, which live as long; the handle of the first, the others follow. */
int input_want_all(input *in, const names *columns);
/* All columns of the first file, which no other file may exceed; the same. */
int input_want_every(input *in);

/* The file whose preamble the result repeats: the only one. NULL: there are several. */
static inline const table *
input_origin(const input *in)
{
	return in->alone ? in->table : NULL;
}

/* Whether the file under way has the column. */
static inline bool
input_has(const input *in, int want)
{
	return in->want[want].column >= 0;
}

/* The next row of all files, false at the end. */
bool input_next(input *in);

/* A cell of the row under way. */
const char *input_text(const input *in, int want);
/* A cell of the row under way; an empty one is an error. */
const char *input_name(const input *in, int want);
/* As a number, at least `min`; false, or `absent`, when the cell is empty. */
bool input_number(const input *in, int want, double min, double *value);
double input_real(const input *in, int want, double min, double absent);
/* "TOOL: FILE:LINE: COLUMN: 'VALUE': WANTED", exit 1. */
_Noreturn void input_bad(const input *in, int want, const char *what);
