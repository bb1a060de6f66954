/* table -- preamble, header, rows, and further blocks of the same kind.
 *
 * The rules are those of hopline-stream(5). */
#include "lib/stream/table.h"

#include <csv.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/stream/bounds.h"
#include "lib/stream/gzlines.h"
#include "lib/stream/names.h"
#include "lib/stream/source.h"
#include "lib/stream/text.h"

/* One CSV record.  The text of cell i begins at row.at + at[i] and ends with a NUL. */
typedef struct record {
	struct csv_parser csv;
	long line;		/* where it begins */
	int cells;
	text row;
	size_t *at, at_room;
	int ends;		/* how often libcsv has seen the end of a row in the line at hand */
	int end;		/* and at which character first */
} record;

/* The private half of a table. */
struct reader {
	gzlines *source;
	record record;
	bool pending;		/* the record has been read but not handed out */
	char **cell;		/* [columns], of the row that table_next handed out */
	long header;		/* the line of the header */
	/* for table_next_case */
	int case_column, cell_column, job_column;	/* -1: none */
	char *id;		/* of the case handed out */
	size_t id_room;
	names seen_cells;	/* the last is the one at hand */
	names seen;		/* its cases so far */
	names jobs;		/* of the case at hand */
	text kept;		/* the cells of its rows, each with its NUL */
	char **cells;
	row *row;
	int rows;
	size_t row_room, cell_room;
};

enum { CELL_BLOCK = 1 << 14 };
static const char magic[] = "#hopline";

/* --- records
 *
 * A record is over when libcsv says that a row is: so quoted newlines work and every record knows the line where it begins.  libcsv would
 * trim cells (unless its space function denies that there are blanks) and forgive what strict mode does not; a lone carriage return it
 * takes for the end of a row, we for an error. */

static int
no_blank(unsigned char c)
{
	(void)c;
	return 0;
}

static void
end_cell(void *cell, size_t length, void *data)
{
	record *r = data;

	r->at = xgrow(r->at, &r->at_room, (size_t)r->cells + 1, sizeof *r->at);
	r->at[r->cells++] = r->row.used;
	text_append(&r->row, cell, length + 1);	/* CSV_APPEND_NULL */
}

static void
end_row(int c, void *data)
{
	record *r = data;

	if (!r->ends++)
		r->end = c;
}

/* libcsv sees two ends in CRLF.  A row must end where its line does. */
static void
check_end(const record *r, const gzlines *s)
{
	const char *last = s->line + s->length - 1;
	bool crlf = *last == '\n' && s->length >= 2 && last[-1] == '\r';

	if (r->end == '\r' && (crlf ? r->ends != 2 : *last != '\r' || r->ends != 1))
		die_at(s->file, r->line, "a carriage return within the row");
	if (!r->cells)
		die_at(s->file, r->line, "a blank line");
}

/* Read the record that begins with the line at hand (there is one) and go on behind it.  Messages name the column of a cell if that is
 * among the first `named`. */
static void
read_record(const table *t, int named)
{
	record *r = &t->reader->record;
	gzlines *s = t->reader->source;
	size_t bytes = 0;

	r->line = s->number;
	r->cells = r->ends = 0;
	r->row.used = 0;
	while (!r->ends && s->length >= 0) {
		size_t length = (size_t)s->length;

		bytes += length;
		if (bytes > LONGEST_LINE)
			die_at(s->file, r->line, "a row of more than " LONGEST_LINE_TEXT);
		csv_set_blk_size(&r->csv, bytes > CELL_BLOCK ? bytes : CELL_BLOCK);	/* a long cell grows as a whole, not in steps */
		if (csv_parse(&r->csv, s->line, length, end_cell, end_row, r) != length) {
			if (csv_error(&r->csv) == CSV_ENOMEM)
				die(FAIL_DATA, "out of memory");
			die_at(s->file, r->line, "%s%sa quote in the wrong place", r->cells < named ? t->name[r->cells] : "", r->cells < named ? ": " : "");
		}
		if (r->ends)
			check_end(r, s);
		source_advance(s);
	}
	if (!r->ends && csv_fini(&r->csv, end_cell, end_row, r) != 0)
		die_at(s->file, r->line, "an unfinished quote");
}

/* --- blocks */

/* Whether the line is the word `word`, alone or with something behind a blank. */
static bool
has_word(const char *line, const char *word)
{
	size_t n = strlen(word);

	return strncmp(line, word, n) == 0 && strchr(" \t\r\n", line[n]);
}

static void
keep_line(table *t, const char *line)
{
	t->preamble = xrealloc(t->preamble, (size_t)t->preambles + 1, sizeof *t->preamble);
	t->preamble[t->preambles++] = xstrdup(line);
}

/* Read one preamble, up to the header.  The first is kept (`again` is false); of a
 * later one only what must agree with it is looked at.  How many lines it has. */
static int
read_preamble(table *t, bool again)
{
	gzlines *s = t->reader->source;
	int lines = 0, machines = 0;

	for (; s->length > 0 && *s->line == '#'; source_advance(s), lines++) {
		const char *value;

		source_cut_end(s);
		value = s->line + strcspn(s->line, " \t");
		value += strspn(value, " \t");
		if (!again && !t->preambles)
			keep_line(t, "#hopline 1");
		if (has_word(s->line, magic)) {
			if (strcmp(value, "1") != 0)
				die_at(s->file, s->number, "#hopline: '%s': must be 1, the version that this program reads", value);
		} else if (has_word(s->line, "#machine")) {
			if (!*value)
				die_at(s->file, s->number, "#machine: a spec is missing");
			if (!again && !t->machine)
				t->machine = xstrdup(value);
			if (!t->machine || strcmp(value, t->machine) != 0)
				die_at(s->file, s->number, "#machine: '%s': the stream has %s machine%s%s", value,
					t->machine ? "another" : "no", t->machine ? ", " : "", t->machine ? t->machine : "");
			machines++;
		} else if (!again) {
			keep_line(t, s->line);
		}
	}
	if (again && !t->preambles)
		die_at(s->file, s->number - lines, "a preamble within a table that began without one");
	if (again && t->machine && !machines)
		die_at(s->file, s->number - lines, "#machine: missing here, the stream began with '%s'", t->machine);
	return lines;
}

static bool
same_header(const table *t, const record *h)
{
	if (h->cells != t->columns)
		return false;
	for (int i = 0; i < t->columns; i++)
		if (strcmp(h->row.at + h->at[i], t->name[i]) != 0)
			return false;
	return true;
}

static void
read_header(table *t)
{
	struct reader *r = t->reader;
	record *h = &r->record;
	names known = { 0 };

	read_record(t, 0);
	r->header = h->line;
	t->columns = h->cells;
	t->name = xalloc((size_t)h->cells, sizeof *t->name);
	for (int i = 0; i < h->cells; i++) {
		bool added;

		t->name[i] = xstrdup(h->row.at + h->at[i]);
		if (!*t->name[i])
			die_at(t->file, h->line, "column %d has no name", i + 1);
		for (const char *c = t->name[i]; *c; c++)
			if (iscntrl((unsigned char)*c) && !isspace((unsigned char)*c))
				die_at(t->file, h->line, "column %d has a control character in its name: is this a table?", i + 1);
		names_add(&known, t->name[i], &added);
		if (!added)
			die_at(t->file, h->line, "%s: two columns have this name", t->name[i]);
	}
	names_free(&known);
}

/* Read preamble and header. */
static table *
begin(gzlines *source)
{
	table *t = xcalloc(1, sizeof *t);
	struct reader *r = t->reader = xcalloc(1, sizeof *r);

	r->source = source;
	t->file = source->file;
	if (csv_init(&r->record.csv, CSV_STRICT | CSV_STRICT_FINI | CSV_REPALL_NL | CSV_APPEND_NULL) != 0)
		die(FAIL_DATA, "out of memory");
	csv_set_space_func(&r->record.csv, no_blank);
	if (source->length < 0 && source->in == stdin)
		die_empty();
	if (source->length < 0)
		die(FAIL_DATA, "%s: empty input; a table has at least a header", t->file);
	read_preamble(t, false);
	if (source->length < 0)
		die_at(t->file, source->number, "a preamble without a header");
	read_header(t);
	r->cell = xalloc((size_t)t->columns, sizeof *r->cell);
	r->case_column = table_column(t, "case");
	r->cell_column = table_column(t, "cell");
	r->job_column = table_column(t, "job");
	return t;
}

table *
table_open(const char *path)
{
	return begin(source_open(path, "a table in CSV"));
}

table *
table_open_text(const char *name, const char *content, size_t length)
{
	char *copy = xalloc(length, 1);

	return begin(gzlines_of(name, length ? memcpy(copy, content, length) : copy, length, 1));
}

void
table_close(table *t)
{
	struct reader *r = t->reader;

	gzlines_close(r->source);
	csv_free(&r->record.csv);
	free_all(r->record.row.at, r->record.at, r->kept.at, r->cells, r->row, r->id);
	names_free(&r->seen_cells);
	names_free(&r->seen);
	names_free(&r->jobs);
	free_all(r->cell, r);
	for (int i = 0; i < t->preambles; i++)
		free(t->preamble[i]);
	for (int i = 0; i < t->columns; i++)
		free(t->name[i]);
	free_all(t->preamble, t->machine, t->name, t);
}

/* Have the next row of the table in the record: false at the end. */
static bool
fill(table *t)
{
	struct reader *r = t->reader;
	gzlines *s = r->source;

	while (!r->pending && s->length >= 0) {
		if (*s->line == '#' && has_word(s->line, magic)) {
			/* Skip the preamble and header of a further block. */
			read_preamble(t, true);
			if (r->source->length < 0)
				die_at(t->file, r->source->number, "a preamble without a header");
			read_record(t, 0);
			if (!same_header(t, &r->record))
				die_at(t->file, r->record.line, "another header than in line %ld", r->header);
			continue;
		}
		read_record(t, t->columns);
		if (same_header(t, &r->record))
			continue;
		if (r->record.cells != t->columns)
			die_at(s->file, r->record.line, "%d cell%s, the header has %d",
				r->record.cells, r->record.cells == 1 ? "" : "s", t->columns);
		r->pending = true;
	}
	return r->pending;
}

/* That row; it lives until the next one is read. */
static row
row_at_hand(const table *t)
{
	struct reader *r = t->reader;

	for (int i = 0; i < t->columns; i++)
		r->cell[i] = r->record.row.at + r->record.at[i];
	return (row){ r->record.line, r->cell };
}

bool
table_next(table *t, row *out)
{
	if (!fill(t))
		return false;
	t->reader->pending = false;
	*out = row_at_hand(t);
	return true;
}

int
table_column(const table *t, const char *name)
{
	for (int i = 0; i < t->columns; i++)
		if (strcmp(t->name[i], name) == 0)
			return i;
	return -1;
}

int
table_need_hint(const table *t, const char *name, const char *hint)
{
	int column = table_column(t, name);

	if (column < 0)
		die_at(t->file, t->reader->header, "%s: this column is missing%s%s", name, hint ? ": " : "", hint ? hint : "");
	return column;
}

int
table_need(const table *t, const char *name)
{
	return table_need_hint(t, name, NULL);
}

/* --- cases
 *
 * Kept are the rows of the case and the names of all cases so far: a case that comes back is refused.  A case is named within its cell,
 * where the table says of which cell of a sweep its rows are. */

/* What the record at hand has in a column; `absent` where that is nothing, or there is no such column. */
static const char *
at_hand(const struct reader *r, int column, const char *absent)
{
	const char *cell = column < 0 ? "" : r->record.row.at + r->record.at[column];

	return *cell ? cell : absent;
}

static const char *
case_of(const struct reader *r)
{
	return at_hand(r, r->case_column, "1");
}

/* Whether the record at hand is of the cell of those before it. */
static bool
in_cell(const struct reader *r)
{
	return r->seen_cells.count && strcmp(at_hand(r, r->cell_column, ""), names_at(&r->seen_cells, r->seen_cells.count - 1)) == 0;
}

static void
begin_case(table *t)
{
	struct reader *r = t->reader;
	const char *id = case_of(r);
	size_t length = strlen(id) + 1;
	bool added;

	if (!in_cell(r)) {
		const char *cell = at_hand(r, r->cell_column, "");

		names_add(&r->seen_cells, cell, &added);
		if (!added)
			die_at(t->file, r->record.line, "cell: '%s': came before and ended", cell);
		names_clear(&r->seen);
	}
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
	now = row_at_hand(t);
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
	char *at;

	if (!fill(t))
		return false;
	begin_case(t);
	do {
		check_job(t);
		r->row = xgrow(r->row, &r->row_room, (size_t)r->rows + 1, sizeof *r->row);
		r->row[r->rows++].line = r->record.line;
		text_append(&r->kept, r->record.row.at, r->record.row.used);
		r->pending = false;
	} while (fill(t) && strcmp(case_of(r), r->id) == 0 && in_cell(r));
	/* Point the rows of a whole case to their cells, which stand one behind the other. */
	at = r->kept.at;
	r->cells = xgrow(r->cells, &r->cell_room, (size_t)r->rows * (size_t)t->columns, sizeof *r->cells);
	for (int i = 0; i < r->rows; i++) {
		r->row[i].cell = r->cells + (size_t)i * (size_t)t->columns;
		for (int k = 0; k < t->columns; k++, at += strlen(at) + 1)
			r->row[i].cell[k] = at;
	}
	*b = (batch){ r->id, r->rows, r->row };
	return true;
}
