/* record -- CSV records of one file; private to stream. */
#pragma once

#include <csv.h>

#include "lib/stream/source.h"

/* One CSV record.  The text of cell i begins at text + at[i] and ends with a NUL. */
typedef struct record {
	struct csv_parser csv;
	long line;		/* where it begins */
	int cells;
	char *text;
	size_t used, room;
	size_t *at, at_room;
	int ends;		/* how often libcsv has seen the end of a row in the line at hand */
	int end;		/* and at which character first */
} record;

void record_init(record *r);

/* Read the record that begins with the line at hand (there is one) and go on behind it.  `names` gives column names for messages; it may be
 * NULL, and there are `columns` of them. */
void record_read(record *r, gzlines *s, char **names, int columns);
void record_free(record *r);
