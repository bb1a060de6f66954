/* store -- memory that is given piece by piece, in blocks that never move, and taken back at once. */
#ifndef HOPLINE_LIB_STREAM_STORE_H
#define HOPLINE_LIB_STREAM_STORE_H

#include <stddef.h>

typedef struct store {
	struct block *block, *spare;
} store;

/* Room for `size` bytes, aligned for pointers; it stays where it is. */
void *store_room(store *s, size_t size);

/* Take all back; blocks of the common size are kept for what comes. */
void store_clear(store *s);
void store_free(store *s);

#endif
