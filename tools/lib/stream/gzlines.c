/* gzlines -- zlib reads plain files as they are; this cuts what it gives into lines. */
#include "lib/stream/gzlines.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "lib/cli/cli.h"
#include "lib/cli/files.h"
#include "lib/stream/bounds.h"
#include "lib/stream/looks.h"

enum { CHUNK = 1 << 16 };

struct gzlines {
	const char *name;
	gzFile file;
	char *text;		/* what has been read: [at, end) is still to be given out */
	size_t at, end, room;
	long line;
	bool ended;
	const char *kind;	/* what it looks like; NULL */
};

/* Read more behind what is there, one byte kept for a final NUL. */
static void
fill(gzlines *f)
{
	int got, status;
	const char *why;

	memmove(f->text, f->text + f->at, f->end - f->at);
	f->end -= f->at;
	f->at = 0;
	f->text = xgrow(f->text, &f->room, f->end + CHUNK + 1, 1);
	got = gzread(f->file, f->text + f->end, CHUNK);
	why = gzerror(f->file, &status);
	if (status == Z_BUF_ERROR)
		why = "the gzip file is cut short";
	if (status != Z_OK && status != Z_STREAM_END)
		die(FAIL_DATA, "%s: read error: %s", f->name, status == Z_ERRNO ? strerror(errno) : why);
	f->end += (size_t)got;
	f->ended = got == 0;
}

gzlines *
gzlines_open(const char *path)
{
	gzlines *f = xcalloc(1, sizeof *f);
	bool input = !path || strcmp(path, "-") == 0;

	if (!path && isatty(STDIN_FILENO))
		die(FAIL_USAGE, "no file is named and standard input is a terminal");
	f->name = input ? "<stdin>" : path;
	errno = 0;
	f->file = input ? gzdopen(dup(STDIN_FILENO), "rb") : gzopen(path, "rb");
	if (!f->file)
		die(FAIL_DATA, "cannot open '%s': %s", f->name, errno ? strerror(errno) : "out of memory");
	files_read(path);
	gzbuffer(f->file, CHUNK);
	f->text = xgrow(NULL, &f->room, CHUNK, 1);
	fill(f);
	f->kind = looks_like(f->text, f->end);
	return f;
}

void
gzlines_expect(const gzlines *f, const char *wanted)
{
	looks_check(f->name, f->kind, wanted);
}

void
gzlines_close(gzlines *f)
{
	gzclose(f->file);
	free_all(f->text, f);
}

const char *
gzlines_name(const gzlines *f)
{
	return f->name;
}

long
gzlines_line(const gzlines *f)
{
	return f->line;
}

char *
gzlines_next(gzlines *f, size_t *length)
{
	char *line, *stop;
	size_t seen = 0;	/* bytes of the line that hold no LF */

	while (!(stop = memchr(f->text + f->at + seen, '\n', f->end - f->at - seen)) && !f->ended) {
		seen = f->end - f->at;
		if (seen > LONGEST_LINE)
			die(FAIL_DATA, "%s:%ld: a line of more than " LONGEST_LINE_TEXT, f->name, f->line + 1);
		fill(f);
	}
	if (f->at == f->end)
		return NULL;
	line = f->text + f->at;
	if (!stop)
		stop = f->text + f->end;
	f->at = (size_t)(stop - f->text) + (stop < f->text + f->end);
	if (f->line++ == 0 && stop - line >= 3 && memcmp(line, "\xef\xbb\xbf", 3) == 0)
		line += 3;	/* a UTF-8 mark */
	if (stop > line && stop[-1] == '\r')
		stop--;
	*stop = '\0';
	*length = (size_t)(stop - line);
	return line;
}
