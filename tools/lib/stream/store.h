/* store -- rows that are kept: cell pointers and text in blocks that never move. */
#ifndef HOPLINE_LIB_STREAM_STORE_H
#define HOPLINE_LIB_STREAM_STORE_H

#include "lib/stream/record.h"
#include "lib/stream/table.h"

typedef struct store {
	struct block *block, *spare;
	row *row;
	int rows, room;
} store;

/* Another row, the record's. */
void store_row(store *s, const record *r);

/* Empty again; blocks of the common size are kept. */
void store_clear(store *s);
void store_free(store *s);

#endif
