/* batch -- the rows of one case, together.
 *
 * Memory: the rows of the case, and the names of the cases so far, since one that
 * comes back must be refused. */
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/stream/reader.h"

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
		source_bad(&r->source, r->record.line, "case: '%s': came before and ended", id);
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
