/* store -- memory that is given piece by piece and taken back at once. */
#include "lib/stream/store.h"

#include <stdlib.h>

#include "lib/cli/cli.h"

enum { BLOCK = 1 << 16 };

struct block {
	struct block *next;
	size_t used, room;
	_Alignas(char *) char at[];
};

void *
store_room(store *s, size_t size)
{
	struct block *b = s->block;

	size = (size + sizeof(char *) - 1) / sizeof(char *) * sizeof(char *);
	if (!b || b->room - b->used < size) {
		if (s->spare && s->spare->room >= size) {
			b = s->spare;
			s->spare = b->next;
		} else {
			size_t room = size > BLOCK ? size : BLOCK;

			b = xalloc(1, sizeof *b + room);
			b->room = room;
		}
		b->used = 0;
		b->next = s->block;
		s->block = b;
	}
	b->used += size;
	return b->at + b->used - size;
}

static void
free_blocks(struct block *b)
{
	while (b) {
		struct block *next = b->next;

		free(b);
		b = next;
	}
}

void
store_clear(store *s)
{
	while (s->block) {
		struct block *b = s->block;

		s->block = b->next;
		if (b->room == BLOCK) {
			b->next = s->spare;
			s->spare = b;
		} else {
			free(b);
		}
	}
}

void
store_free(store *s)
{
	free_blocks(s->block);
	free_blocks(s->spare);
}
