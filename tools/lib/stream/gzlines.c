/* gzlines -- zlib's own files fill a buffer before they give anything out, so that a program behind a pipe would wait for the next row. */
#include "lib/stream/gzlines.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "lib/cli/cli.h"
#include "lib/cli/files.h"
#include "lib/stream/bounds.h"
#include "lib/stream/source.h"

enum { ROOM = 1 << 17, ANY_WINDOW = 15, GZIP_ONLY = 16 };

struct gunzip {
	z_stream z;
	char room[ROOM];
	bool within;		/* a member, of which a file may have several */
};

/* Read what there is of the file, as it is: how much, 0 at the end. */
static size_t
read_plain(const gzlines *s, char *to, size_t room)
{
	ssize_t got;

	do
		got = read(fileno(s->in), to, room);
	while (got < 0 && errno == EINTR);
	if (got < 0)
		die(FAIL_DATA, "cannot read '%s': %s", s->file, strerror(errno));
	return (size_t)got;
}

/* Have more of what a gzipped file says in the buffer. */
static size_t
read_zipped(gzlines *s)
{
	struct gunzip *g = s->zip;

	g->z.next_out = (unsigned char *)s->buffer;
	g->z.avail_out = ROOM;
	while (g->z.avail_out == ROOM) {
		int status;

		if (g->z.avail_in == 0) {
			g->z.next_in = (unsigned char *)g->room;
			g->z.avail_in = (unsigned)read_plain(s, g->room, ROOM);
		}
		if (g->z.avail_in == 0 && g->within)
			die(FAIL_DATA, "cannot read '%s': the gzip file is cut short", s->file);
		if (g->z.avail_in == 0)
			break;
		g->within = true;
		status = inflate(&g->z, Z_NO_FLUSH);
		if (status == Z_STREAM_END) {
			g->within = false;
			inflateReset(&g->z);
		} else if (status != Z_OK) {
			die(FAIL_DATA, "cannot read '%s': the gzip file is damaged", s->file);
		}
	}
	return ROOM - g->z.avail_out;
}

/* Have something in the buffer: false at the end. */
static bool
fill(gzlines *s)
{
	if (s->at < s->end)
		return true;
	if (!s->in)
		return false;
	s->at = 0;
	s->end = s->zip ? read_zipped(s) : read_plain(s, s->buffer, ROOM);
	return s->end > 0;
}

/* Read how the file begins; if that is gzipped, what it says. */
static void
begin_file(gzlines *s)
{
	size_t got;

	do {
		got = read_plain(s, s->buffer + s->end, ROOM - s->end);
		s->end += got;
	} while (got > 0 && s->end == 1 && *s->buffer == '\x1f');
	if (s->end < 2 || memcmp(s->buffer, "\x1f\x8b", 2) != 0)
		return;
	s->zip = xcalloc(1, sizeof *s->zip);
	memcpy(s->zip->room, s->buffer, s->end);
	s->zip->z.next_in = (unsigned char *)s->zip->room;
	s->zip->z.avail_in = (unsigned)s->end;
	if (inflateInit2(&s->zip->z, ANY_WINDOW + GZIP_ONLY) != Z_OK)
		die(FAIL_DATA, "out of memory");
	s->end = read_zipped(s);
}

/* Read the first line of what is open. */
static gzlines *
begin(gzlines *s)
{
	source_advance(s);
	if (s->length >= 3 && memcmp(s->line, "\xef\xbb\xbf", 3) == 0) {
		s->length -= 3;
		memmove(s->line, s->line + 3, (size_t)s->length + 1);
		if (!s->length)	/* the mark was all there is */
			source_advance(s);
	}
	return s;
}

gzlines *
source_open(const char *path, const char *wanted)
{
	bool standard = !path || strcmp(path, "-") == 0;
	gzlines *s = xcalloc(1, sizeof *s);

	*s = (gzlines){ .in = stdin, .file = "<stdin>", .nul = !wanted };
	if (!path && isatty(STDIN_FILENO))
		die(FAIL_USAGE, "no input: name a file, or pipe one in");
	if (!standard) {
		s->in = fopen(path, "re");
		s->file = path;
	}
	if (!s->in)
		die(FAIL_DATA, "cannot open '%s': %s", path, strerror(errno));
	files_read(path);
	s->buffer = xalloc(ROOM, 1);
	begin_file(s);
	s->kind = looks_like(s->file, s->buffer, s->end, wanted ? LOOKS_TABLE : NULL, &s->ours);
	if (wanted)
		looks_check(s->file, s->kind, s->ours, wanted);
	return begin(s);
}

gzlines *
gzlines_open(const char *path)
{
	return source_open(path, NULL);
}

gzlines *
gzlines_of(const char *name, char *text, size_t length, long line)
{
	gzlines *s = xcalloc(1, sizeof *s);

	*s = (gzlines){ .file = name, .buffer = text, .end = length };
	begin(s);
	s->number = line;
	return s;
}

void
gzlines_close(gzlines *s)
{
	if (s->zip)
		inflateEnd(&s->zip->z);
	if (s->in && s->in != stdin)
		fclose(s->in);
	free_all(s->line, s->buffer, s->zip, s);
}

bool
gzlines_look(const gzlines *s, const char *kind)
{
	if (!kind)
		return s->ours;
	return (s->kind && strcmp(s->kind, kind) == 0) || (s->ours && strcmp(s->ours, kind) == 0);
}

void
gzlines_expect(const gzlines *s, const char *wanted)
{
	looks_check(s->file, s->kind, s->ours, wanted);
}

const char *
gzlines_name(const gzlines *s)
{
	return s->file;
}

long
gzlines_line(const gzlines *s)
{
	return s->number;
}

/* Hand n bytes of the buffer on to the line at hand, which is the one behind s->number. */
static void
take(gzlines *s, size_t n)
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
source_advance(gzlines *s)
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
source_cut_end(gzlines *s)
{
	if (s->length && s->line[s->length - 1] == '\n')
		s->line[--s->length] = '\0';
	if (s->length && s->line[s->length - 1] == '\r')
		s->line[--s->length] = '\0';
}

char *
gzlines_next(gzlines *s, size_t *length)
{
	if (s->begun)
		source_advance(s);
	s->begun = true;
	if (s->length < 0)
		return NULL;
	source_cut_end(s);
	*length = (size_t)s->length;
	return s->line;
}

char *
gzlines_rest(gzlines *s, size_t *length)
{
	char *text;
	FILE *to = xmemory_open(&text, length);

	if (!s->begun && s->length > 0)
		fwrite(s->line, 1, (size_t)s->length, to);
	for (; fill(s); s->at = s->end)
		fwrite(s->buffer + s->at, 1, s->end - s->at, to);
	xmemory_close(to);
	gzlines_close(s);
	return text;
}
