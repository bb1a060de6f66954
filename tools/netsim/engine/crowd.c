/* crowd -- the events of a bucket that many share. */
#include "netsim/engine/crowd.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"

_Static_assert(sizeof(chunk) == 64, "a chunk is a cache line");

void
chunks_init(chunks *k)
{
	*k = (chunks){ .free = NO_CHUNK };
}

void
chunks_free(chunks *k)
{
	free(k->chunk);
}

/* Twice the room, still a line a chunk. */
static void
make_room(chunks *k)
{
	uint32_t room = k->room ? 2 * k->room : 1024;
	chunk *more = xlarge(room, sizeof *more);

	if (k->made)
		memcpy(more, k->chunk, k->made * sizeof *more);
	free(k->chunk);
	k->chunk = more;
	k->room = room;
}

void
chunk_new(chunks *k, uint32_t *head)
{
	uint32_t at = k->free;

	if (at != NO_CHUNK) {
		k->free = k->chunk[at].next;
	} else {
		if (k->made == k->room)
			make_room(k);
		at = k->made++;
	}
	k->chunk[at].next = *head;
	k->chunk[at].count = 0;
	*head = at;
}

void
chunk_delete(chunks *k, uint32_t *head)
{
	uint32_t at = *head;

	*head = k->chunk[at].next;
	k->chunk[at].next = k->free;
	k->free = at;
}

/* Where `id` is in a chunk, or NULL. */
static uint32_t *
find(chunk *c, uint32_t id)
{
	for (uint32_t i = 0; i < c->count; i++)
		if (c->id[i] == id)
			return &c->id[i];
	return NULL;
}

bool
crowd_remove(chunks *k, uint32_t *head, uint32_t id)
{
	for (uint32_t at = *head; at != NO_CHUNK; at = k->chunk[at].next) {
		chunk *first = &k->chunk[*head];
		uint32_t *place = find(&k->chunk[at], id);

		if (!place)
			continue;
		*place = first->id[--first->count];	/* the order does not matter */
		if (first->count == 0)
			chunk_delete(k, head);
		return true;
	}
	return false;
}
