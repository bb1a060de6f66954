/* table -- a CSV table as it is read: preamble, header, then row after row.
 *
 * The format is RFC 4180 under a preamble of lines that begin with '#', as the man page hopline-stream(5) settles it.  Whatever is wrong
 * with the input ends the tool with exit status 1 and "TOOL: FILE:LINE: COLUMN: 'VALUE': what is wanted"; no function here returns an
 * error. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct row {
	long line;		/* the physical line where the record begins, from 1 */
	char **cell;		/* one a column; "" is an absent value */
} row;

typedef struct table {
	const char *file;	/* as messages name it: "<stdin>" for standard input; NULL: the columns are options of the command line */
	char **preamble;	/* its lines without the newline, "#hopline 1" first, "#machine" left out */
	int preambles;		/* 0 when the table has no preamble */
	char *machine;		/* the SPEC of "#machine SPEC", or NULL */
	int columns;
	char **name;		/* one a column; unique, not empty */
	const char *const *typed;	/* file NULL: [columns] what a user wrote where the cell has it otherwise, else NULL; or NULL */
	struct reader *reader;	/* private */
} table;

/* Open `path` (NULL or "-": standard input) and read preamble and header. */
table *table_open(const char *path);
/* Open a text in memory, which messages call `name`: this lives as long as the table. */
table *table_open_text(const char *name, const char *content, size_t length);
void table_close(table *t);

/* The next row, false at the end.  Its cells live until the next call. Later
 * blocks of the same preamble kind and the same header are skipped. */
bool table_next(table *t, row *r);

/* The index of a column; -1 when there is none, or (table_need) an error. */
int table_column(const table *t, const char *name);
int table_need(const table *t, const char *name);
int table_need_hint(const table *t, const char *name, const char *hint);	/* whose message ends in a hint */

/* One case: its rows in the order of the stream, cells alive until the next call.  A table without the column `case` is one case, "1".
 * Errors: a case that reappears, a job twice in a case or without a name (when the table has the column `job`).  With a column `cell` a
 * case is one of its cell: another cell may have a case of the same name, and a cell that reappears is an error. */
typedef struct batch {
	const char *id;
	int rows;
	row *row;
} batch;
bool table_next_case(table *t, batch *b);

/* Cells as numbers.  `column` may be -1 and the cell may be empty: then `absent`.
 * Anything else that is no number in [min, max] is an error that names it. */
int64_t cell_int(const table *t, const row *r, int column, int64_t min, int64_t max, int64_t absent);
double cell_real(const table *t, const row *r, int column, double min, double max, double absent);
/* seconds, to picoseconds; 0 to 10^6 s */
int64_t cell_time(const table *t, const row *r, int column, int64_t absent);
/* the text; "" for column -1 */
const char *cell_text(const row *r, int column);

/* "TOOL: FILE:LINE: COLUMN: 'VALUE': WANTED", exit 1.  With column -1: "TOOL: FILE:LINE: WANTED". */
_Noreturn void table_bad(const table *t, const row *r, int column, const char *wanted, ...)
	__attribute__((format(printf, 4, 5)));
/* Print what table_bad prints as a warning, and go on. */
void table_warn(const table *t, const row *r, int column, const char *what, ...)
	__attribute__((format(printf, 4, 5)));
