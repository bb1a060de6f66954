/* crowd -- the events of a bucket that many share.
 *
 * When many tasks send at once, thousands of events share a picosecond, and a list through
 * their owners means a cache miss after the other.  A crowd keeps their numbers in chunks, a
 * cache line each, so that the owners can be fetched side by side, and one is found
 * among them without touching the others.  A bucket with a few events is better off with the list. */
#ifndef HOPLINE_NETSIM_ENGINE_CROWD_H
#define HOPLINE_NETSIM_ENGINE_CROWD_H

#include <stdbool.h>
#include <stdint.h>

#define NO_CHUNK UINT32_MAX
enum { CHUNK = 14 };

/* Some events of a bucket, in no order; a cache line. */
typedef struct chunk {
	uint32_t next;		/* of the same bucket, full; NO_CHUNK: none */
	uint32_t count;
	uint32_t id[CHUNK];
} chunk;

/* All chunks of a calendar. */
typedef struct chunks {
	chunk *chunk;
	uint32_t made, room, free;
} chunks;

void chunks_init(chunks *k);
void chunks_free(chunks *k);

/* A new chunk in front of *head; it becomes *head. */
void chunk_new(chunks *k, uint32_t *head);

/* The first chunk of *head is given back; the next becomes *head. */
void chunk_delete(chunks *k, uint32_t *head);

/* Take event `id` out of a bucket; false when it is not there.  *head becomes NO_CHUNK with the last. */
bool crowd_remove(chunks *k, uint32_t *head, uint32_t id);

/* Put event `id` into a bucket whose first chunk is *head, NO_CHUNK when it has none. */
static inline void
crowd_add(chunks *k, uint32_t *head, uint32_t id)
{
	chunk *first;

	if (*head == NO_CHUNK || k->chunk[*head].count == CHUNK)
		chunk_new(k, head);
	first = &k->chunk[*head];
	first->id[first->count++] = id;
}

#endif
