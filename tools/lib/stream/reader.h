/* reader -- the private half of a table. */
#pragma once

#include "lib/stream/names.h"
#include "lib/stream/record.h"
#include "lib/stream/text.h"

struct table;
struct row;

struct reader {
	gzlines *source;
	record record;
	bool pending;		/* the record has been read but not handed out */
	char **cell;		/* [columns], of the row that table_next handed out */
	long header;		/* the line of the header */
	/* for table_next_case */
	int case_column, cell_column, job_column;	/* -1: none */
	char *id;		/* of the case handed out */
	size_t id_room;
	names seen_cells;	/* the last is the one at hand */
	names seen;		/* its cases so far */
	names jobs;		/* of the case at hand */
	text kept;		/* the cells of its rows, each with its NUL */
	char **cells;
	struct row *row;
	int rows;
	size_t row_room, cell_room;
};

/* Have the next row of the table in the record: false at the end. */
bool reader_fill(struct table *t);

/* That row; it lives until the next one is read. */
struct row reader_row(const struct table *t);
