/* record -- physical lines and CSV records of one file; private to stream. */
#pragma once

#include <csv.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

/* A file read line by line, with one line of look-ahead. */
typedef struct source {
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
	const char *kind;	/* what the file looks like (looks.h); NULL */
	struct csv_parser csv;
} source;

/* One CSV record.  The text of cell i begins at text + at[i] and ends with a NUL. */
typedef struct record {
	long line;		/* where it begins */
	int cells;
	char *text;
	size_t used, room;
	size_t *at, at_room;
	int ends;		/* how often libcsv has seen the end of a row in the line at hand */
	int end;		/* and at which character first */
} record;

/* Open and read the first line, a UTF-8 mark dropped.  A NUL in a line is an error, and what looks like another kind of file than `wanted`;
 * without that (NULL) neither is. */
void source_open(source *s, const char *path, const char *wanted);

/* Open a text in memory, which messages call `name`: this lives as long. */
void source_open_text(source *s, const char *name, const char *content, size_t length);
void source_close(source *s);

/* Go on to the next line. */
void source_advance(source *s);

/* Leave out the LF or CRLF at the end of the line at hand. */
void source_cut_end(source *s);

/* Read the record that begins with the line at hand (there is one) and go on behind it.  `names` gives column names for messages; it may be
 * NULL, and there are `columns` of them. */
void record_read(record *r, source *s, char **names, int columns);
void record_free(record *r);
