/* store -- see store.h. */
#include "lib/stream/store.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"

enum { BLOCK = 1 << 16 };

struct block {
	struct block *next;
	size_t used, room;
	_Alignas(char *) char at[];
};

/* Room for `size` bytes, aligned for pointers, that stays where it is. */
static void *
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
	s->rows = 0;
}

void
store_row(store *s, const record *r)
{
	char **cell = store_room(s, (size_t)r->cells * sizeof *cell + r->used);
	char *text = (char *)(cell + r->cells);

	if (s->rows == s->room) {
		s->room = s->room ? s->room * 2 : 16;
		s->row = xrealloc(s->row, (size_t)s->room, sizeof *s->row);
	}
	memcpy(text, r->text, r->used);
	for (int i = 0; i < r->cells; i++)
		cell[i] = text + r->at[i];
	s->row[s->rows++] = (row){ r->line, cell };
}

void
store_free(store *s)
{
	free_blocks(s->block);
	free_blocks(s->spare);
	free(s->row);
}
