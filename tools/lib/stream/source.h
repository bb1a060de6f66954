/* source -- a file read line by line, with one line of look-ahead: what gzlines holds; private to stream. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

struct gzlines {
	FILE *in;		/* read past stdio, which has no bound for a line; NULL: a text in memory */
	struct gunzip *zip;	/* it is gzipped; NULL: it is not */
	char *buffer;		/* what was read of it: [at, end) is still to be handed on */
	size_t at, end;
	const char *file;	/* as messages name it */
	char *line;		/* the line at hand, its newline included */
	size_t room;
	ssize_t length;		/* of the line at hand; -1 at the end */
	long number;		/* of the line at hand, from 1 */
	bool nul;		/* a line may have one */
	bool begun;		/* gzlines_next has given out the line at hand */
	const char *kind;	/* what the file looks like (looks.h), of other programs' files and of ours; NULL */
	const char *ours;
};

/* Open and read the first line, a UTF-8 mark dropped.  A NUL in a line is an error, and what looks like another kind of file than `wanted`;
 * without that (NULL) neither is. */
struct gzlines *source_open(const char *path, const char *wanted);

/* Go on to the next line. */
void source_advance(struct gzlines *s);

/* Leave out the LF or CRLF at the end of the line at hand. */
void source_cut_end(struct gzlines *s);

/* --- looks: what a file that is none of ours seems to be, by how it begins: for messages. */

/* "JSON", "a gzip file", …; NULL when it may be anything, *ours what it is of what we read, or NULL.  Where a reader of ours takes it,
 * messages about the beginning of `file` say which; `own` is the name of what reads it now, NULL: any may. */
const char *looks_like(const char *file, const char *text, size_t length, const char *own, const char **ours);

#define LOOKS_TABLE "a table of Hopline"

/* End the tool with status 1 when a file looks like that kind, if it is one: NULL is none.  `is` is what it is of ours, `wanted` what it
 * must be. */
void looks_check(const char *file, const char *kind, const char *is, const char *wanted);
