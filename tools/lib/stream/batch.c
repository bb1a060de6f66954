/* batch -- the rows of one case, together.
 *
 * Memory: the rows of the case, and the names of the cases so far, since one that
 * comes back must be refused. */
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/stream/reader.h"

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

/* Empty again; blocks of the common size are kept. */
static void
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

static void
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

/* The case of the record at hand. */
static const char *
case_of(const struct reader *r)
{
	const char *id = r->case_column < 0 ? "" : r->record.text + r->record.at[r->case_column];

	return *id ? id : "1";
}

static void
begin_case(table *t)
{
	struct reader *r = t->reader;
	const char *id = case_of(r);
	size_t length = strlen(id) + 1;
	bool added;

	names_add(&r->seen, id, &added);
	if (!added)
		die_at(r->source.file, r->record.line, "case: '%s': came before and ended", id);
	if (length > r->id_room)
		r->id = xrealloc(r->id, r->id_room = length * 2, 1);
	memcpy(r->id, id, length);
	names_clear(&r->jobs);
	store_clear(&r->store);
}

static void
check_job(const table *t, const row *r)
{
	struct reader *reader = t->reader;
	int column = reader->job_column;
	bool added;

	if (column < 0)
		return;
	if (!*r->cell[column])
		table_bad(t, r, column, "a job needs a name");
	names_add(&reader->jobs, r->cell[column], &added);
	if (!added)
		table_bad(t, r, column, "this job is already in case '%s'", reader->id);
}

bool
table_next_case(table *t, batch *b)
{
	struct reader *r = t->reader;

	if (!reader_fill(t))
		return false;
	begin_case(t);
	do {
		store_row(&r->store, &r->record);
		r->pending = false;
		check_job(t, &r->store.row[r->store.rows - 1]);
	} while (reader_fill(t) && strcmp(case_of(r), r->id) == 0);
	*b = (batch){ r->id, r->store.rows, r->store.row };
	return true;
}

void
batch_free(struct reader *r)
{
	free_blocks(r->store.block);
	free_blocks(r->store.spare);
	free(r->store.row);
	free(r->id);
	names_free(&r->seen);
	names_free(&r->jobs);
}
