/* gzlines -- the lines of a table's source, without their ends. */
#include "lib/stream/gzlines.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/stream/looks.h"
#include "lib/stream/record.h"

struct gzlines {
	source source;
	bool begun;		/* the line at hand has been given out */
};

gzlines *
gzlines_open(const char *path)
{
	gzlines *f = xcalloc(1, sizeof *f);

	source_open(&f->source, path, NULL);
	return f;
}

gzlines *
gzlines_of(const char *name, char *text, size_t length, long line)
{
	gzlines *f = xcalloc(1, sizeof *f);

	source_open_text(&f->source, name, text, length);
	f->source.number = line;
	free(text);
	return f;
}

bool
gzlines_look(const gzlines *f, const char *kind)
{
	return f->source.kind && strcmp(f->source.kind, kind) == 0;
}

void
gzlines_expect(const gzlines *f, const char *wanted)
{
	looks_check(f->source.file, f->source.kind, wanted);
}

void
gzlines_close(gzlines *f)
{
	source_close(&f->source);
	free(f);
}

const char *
gzlines_name(const gzlines *f)
{
	return f->source.file;
}

long
gzlines_line(const gzlines *f)
{
	return f->source.number;
}

char *
gzlines_next(gzlines *f, size_t *length)
{
	source *s = &f->source;

	if (f->begun)
		source_advance(s);
	f->begun = true;
	if (s->length < 0)
		return NULL;
	source_cut_end(s);
	*length = (size_t)s->length;
	return s->line;
}
