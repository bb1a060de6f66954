/* record -- CSV records through libcsv, fed a physical line at a time.
 *
 * A record is over when libcsv says that a row is: so quoted newlines work and every record knows the line where it begins.  libcsv would
 * trim cells (unless its space function denies that there are blanks) and forgive what strict mode does not; a lone carriage return it
 * takes for the end of a row, we for an error. */
#include "lib/stream/record.h"

#include <string.h>

#include "lib/cli/cli.h"
#include "lib/stream/bounds.h"

enum { CELL_BLOCK = 1 << 14 };

static int
no_blank(unsigned char c)
{
	(void)c;
	return 0;
}

void
record_init(record *r)
{
	if (csv_init(&r->csv, CSV_STRICT | CSV_STRICT_FINI | CSV_REPALL_NL | CSV_APPEND_NULL) != 0)
		die(FAIL_DATA, "out of memory");
	csv_set_space_func(&r->csv, no_blank);
	csv_set_blk_size(&r->csv, CELL_BLOCK);
}

static void
end_cell(void *text, size_t length, void *data)
{
	record *r = data;

	r->at = xgrow(r->at, &r->at_room, (size_t)r->cells + 1, sizeof *r->at);
	r->text = xgrow(r->text, &r->room, r->used + length + 1, 1);
	memcpy(r->text + r->used, text, length + 1);	/* CSV_APPEND_NULL */
	r->at[r->cells++] = r->used;
	r->used += length + 1;
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

void
record_read(record *r, gzlines *s, char **names, int columns)
{
	size_t bytes = 0;

	r->line = s->number;
	r->cells = 0;
	r->used = 0;
	r->ends = 0;
	while (!r->ends && s->length >= 0) {
		size_t length = (size_t)s->length;

		bytes += length;
		if (bytes > LONGEST_LINE)
			die_at(s->file, r->line, "a row of more than " LONGEST_LINE_TEXT);
		csv_set_blk_size(&r->csv, bytes > CELL_BLOCK ? bytes : CELL_BLOCK);	/* a long cell grows as a whole, not in steps */
		if (csv_parse(&r->csv, s->line, length, end_cell, end_row, r) != length) {
			if (csv_error(&r->csv) == CSV_ENOMEM)
				die(FAIL_DATA, "out of memory");
			if (r->cells < columns)
				die_at(s->file, r->line, "%s: a quote in the wrong place", names[r->cells]);
			die_at(s->file, r->line, "a quote in the wrong place");
		}
		if (r->ends)
			check_end(r, s);
		source_advance(s);
	}
	if (!r->ends && csv_fini(&r->csv, end_cell, end_row, r) != 0)
		die_at(s->file, r->line, "an unfinished quote");
}

void
record_free(record *r)
{
	csv_free(&r->csv);
	free_all(r->text, r->at);
}
