/* record -- CSV records through libcsv, fed a physical line at a time.
 *
 * A record is over when libcsv says that a row is: so quoted newlines work and every record knows the line where it begins.  libcsv would
 * trim cells (unless its space function denies that there are blanks) and forgive what strict mode does not; a lone carriage return it
 * takes for the end of a row, we for an error. */
#include "lib/stream/record.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "lib/cli/cli.h"
#include "lib/cli/files.h"
#include "lib/stream/bounds.h"
#include "lib/stream/gunzip.h"
#include "lib/stream/looks.h"

enum { INPUT_BUFFER = 1 << 17, CELL_BLOCK = 1 << 14 };

static int
no_blank(unsigned char c)
{
	(void)c;
	return 0;
}

/* Have something in the buffer: false at the end. */
static bool
fill(source *s)
{
	if (s->at < s->end)
		return true;
	if (!s->in)
		return false;
	s->at = 0;
	s->end = s->zip ? gunzip_read(s->zip, fileno(s->in), s->file, s->buffer, INPUT_BUFFER)
		: gunzip_plain(fileno(s->in), s->file, s->buffer, INPUT_BUFFER);
	return s->end > 0;
}

/* Read the first line of what is open. */
static void
begin(source *s)
{
	if (csv_init(&s->csv, CSV_STRICT | CSV_STRICT_FINI | CSV_REPALL_NL | CSV_APPEND_NULL) != 0)
		die(FAIL_DATA, "out of memory");
	csv_set_space_func(&s->csv, no_blank);
	csv_set_blk_size(&s->csv, CELL_BLOCK);
	source_advance(s);
	if (s->length >= 3 && memcmp(s->line, "\xef\xbb\xbf", 3) == 0) {
		s->length -= 3;
		memmove(s->line, s->line + 3, (size_t)s->length + 1);
		if (!s->length)	/* the mark was all there is */
			source_advance(s);
	}
}

/* See whether it is gzipped. */
static void
begin_file(source *s)
{
	size_t got;

	do {
		got = gunzip_plain(fileno(s->in), s->file, s->buffer + s->end, INPUT_BUFFER - s->end);
		s->end += got;
	} while (got > 0 && s->end == 1 && *s->buffer == '\x1f');
	s->zip = gunzip_open(s->buffer, s->end);
	if (s->zip)
		s->end = gunzip_read(s->zip, fileno(s->in), s->file, s->buffer, INPUT_BUFFER);
}

void
source_open(source *s, const char *path, const char *wanted)
{
	bool standard = !path || strcmp(path, "-") == 0;

	*s = (source){ .in = stdin, .file = "<stdin>", .nul = !wanted };
	if (!path && isatty(STDIN_FILENO))
		die(FAIL_USAGE, "no input: name a file, or pipe one in");
	if (!standard) {
		s->in = fopen(path, "re");
		s->file = path;
	}
	if (!s->in)
		die(FAIL_DATA, "cannot open '%s': %s", path, strerror(errno));
	files_read(path);
	s->buffer = xalloc(INPUT_BUFFER, 1);
	begin_file(s);
	s->kind = looks_like(s->file, s->buffer, s->end, wanted ? LOOKS_TABLE : NULL);
	if (wanted)
		looks_check(s->file, s->kind, wanted);
	begin(s);
}

void
source_open_text(source *s, const char *name, const char *content, size_t length)
{
	*s = (source){ .file = name, .buffer = xalloc(length, 1), .end = length };
	if (length)
		memcpy(s->buffer, content, length);
	begin(s);
}

void
source_close(source *s)
{
	csv_free(&s->csv);
	free_all(s->line, s->buffer);
	gunzip_close(s->zip);
	if (s->in && s->in != stdin)
		fclose(s->in);
}

/* Hand n bytes of the buffer on to the line at hand, which is the one behind s->number. */
static void
take(source *s, size_t n)
{
	const char *from = s->buffer + s->at;

	if (!s->nul && memchr(from, '\0', n))
		die_at(s->file, s->number + 1, "a NUL byte");
	if ((size_t)s->length + n > LONGEST_LINE)
		die_at(s->file, s->number + 1, "a line of more than " LONGEST_LINE_TEXT);
	s->line = xgrow(s->line, &s->room, (size_t)s->length + n + 1, 1);
	memcpy(s->line + s->length, from, n);
	s->length += (ssize_t)n;
	s->line[s->length] = '\0';
	s->at += n;
}

void
source_advance(source *s)
{
	const char *stop = NULL;

	s->length = 0;
	while (!stop && fill(s)) {
		stop = memchr(s->buffer + s->at, '\n', s->end - s->at);
		take(s, stop ? (size_t)(stop + 1 - s->buffer) - s->at : s->end - s->at);
	}
	if (s->length)
		s->number++;
	else
		s->length = -1;
}

void
source_cut_end(source *s)
{
	if (s->length && s->line[s->length - 1] == '\n')
		s->line[--s->length] = '\0';
	if (s->length && s->line[s->length - 1] == '\r')
		s->line[--s->length] = '\0';
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
check_end(const record *r, const source *s)
{
	const char *last = s->line + s->length - 1;
	bool crlf = *last == '\n' && s->length >= 2 && last[-1] == '\r';

	if (r->end == '\r' && (crlf ? r->ends != 2 : *last != '\r' || r->ends != 1))
		die_at(s->file, r->line, "a carriage return within the row");
	if (!r->cells)
		die_at(s->file, r->line, "a blank line");
}

void
record_read(record *r, source *s, char **names, int columns)
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
		csv_set_blk_size(&s->csv, bytes > CELL_BLOCK ? bytes : CELL_BLOCK);	/* a long cell grows as a whole, not in steps */
		if (csv_parse(&s->csv, s->line, length, end_cell, end_row, r) != length) {
			if (csv_error(&s->csv) == CSV_ENOMEM)
				die(FAIL_DATA, "out of memory");
			if (r->cells < columns)
				die_at(s->file, r->line, "%s: a quote in the wrong place", names[r->cells]);
			die_at(s->file, r->line, "a quote in the wrong place");
		}
		if (r->ends)
			check_end(r, s);
		source_advance(s);
	}
	if (!r->ends && csv_fini(&s->csv, end_cell, end_row, r) != 0)
		die_at(s->file, r->line, "an unfinished quote");
}

void
record_free(record *r)
{
	free_all(r->text, r->at);
}
