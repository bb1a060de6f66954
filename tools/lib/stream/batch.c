/* batch -- the rows of one case, together.
 *
 * Memory: the rows of the case, and the names of the cases so far, since one that
 * comes back must be refused. */
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/stream/reader.h"
#include "lib/stream/table.h"

/* Keep the record at hand as a row of the case. */
static const row *
keep_row(struct reader *r)
{
	const record *have = &r->record;
	char **cell = store_room(&r->store, (size_t)have->cells * sizeof *cell + have->used);
	char *text = (char *)(cell + have->cells);

	if (r->rows == r->row_room) {
		r->row_room = r->row_room ? r->row_room * 2 : 16;
		r->row = xrealloc(r->row, (size_t)r->row_room, sizeof *r->row);
	}
	memcpy(text, have->text, have->used);
	for (int i = 0; i < have->cells; i++)
		cell[i] = text + have->at[i];
	r->row[r->rows] = (row){ have->line, cell };
	r->pending = false;
	return &r->row[r->rows++];
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
	r->rows = 0;
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
		check_job(t, keep_row(r));
	} while (reader_fill(t) && strcmp(case_of(r), r->id) == 0);
	*b = (batch){ r->id, r->rows, r->row };
	return true;
}
