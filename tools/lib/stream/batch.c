/* batch -- the rows of one case, together.
 *
 * It keeps the rows of the case and the names of all cases so far: a case that comes back is refused.  A case is
 * named within its cell, where the table says of which cell of a sweep its rows are. */
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/stream/reader.h"
#include "lib/stream/table.h"

/* Keep the record at hand as a row of the case. */
static void
keep_row(struct reader *r)
{
	r->row = xgrow(r->row, &r->row_room, (size_t)r->rows + 1, sizeof *r->row);
	r->row[r->rows++].line = r->record.line;
	text_append(&r->kept, r->record.text, r->record.used);
	r->pending = false;
}

/* Point the rows of a whole case to their cells, which stand one behind the other. */
static void
find_cells(struct reader *r, int columns)
{
	char *at = r->kept.at;

	r->cells = xgrow(r->cells, &r->cell_room, (size_t)r->rows * (size_t)columns, sizeof *r->cells);
	for (int i = 0; i < r->rows; i++) {
		r->row[i].cell = r->cells + (size_t)i * (size_t)columns;
		for (int k = 0; k < columns; k++, at += strlen(at) + 1)
			r->row[i].cell[k] = at;
	}
}

/* The case of the record at hand. */
static const char *
case_of(const struct reader *r)
{
	const char *id = r->case_column < 0 ? "" : r->record.text + r->record.at[r->case_column];

	return *id ? id : "1";
}

static const char *
cell_of(const struct reader *r)
{
	return r->cell_column < 0 ? "" : r->record.text + r->record.at[r->cell_column];
}

/* Whether the record at hand is of the cell of those before it. */
static bool
in_cell(const struct reader *r)
{
	return r->seen_cells.count && strcmp(cell_of(r), names_at(&r->seen_cells, r->seen_cells.count - 1)) == 0;
}

static void
begin_cell(struct reader *r)
{
	bool added;

	names_add(&r->seen_cells, cell_of(r), &added);
	if (!added)
		die_at(r->source->file, r->record.line, "cell: '%s': came before and ended", cell_of(r));
	names_clear(&r->seen);
}

static void
begin_case(table *t)
{
	struct reader *r = t->reader;
	const char *id = case_of(r);
	size_t length = strlen(id) + 1;
	bool added;

	if (!in_cell(r))
		begin_cell(r);
	names_add(&r->seen, id, &added);
	if (!added)
		die_at(r->source->file, r->record.line, "case: '%s': came before and ended", id);
	r->id = xgrow(r->id, &r->id_room, length, 1);
	memcpy(r->id, id, length);
	names_clear(&r->jobs);
	r->kept.used = 0;
	r->rows = 0;
}

static void
check_job(const table *t)
{
	struct reader *r = t->reader;
	int column = r->job_column;
	bool added;
	row now;

	if (column < 0)
		return;
	now = reader_row(t);
	if (!*now.cell[column])
		table_bad(t, &now, column, "a job needs a name");
	names_add(&r->jobs, now.cell[column], &added);
	if (!added)
		table_bad(t, &now, column, "this job is already in case '%s'", r->id);
}

bool
table_next_case(table *t, batch *b)
{
	struct reader *r = t->reader;

	if (!reader_fill(t))
		return false;
	begin_case(t);
	do {
		check_job(t);
		keep_row(r);
	} while (reader_fill(t) && strcmp(case_of(r), r->id) == 0 && in_cell(r));
	find_cells(r, t->columns);
	*b = (batch){ r->id, r->rows, r->row };
	return true;
}
