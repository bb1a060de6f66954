/* picture -- see picture.h.  The look is that of pipelines/lib/style.gp. */
#include "metrics/plot/picture.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/cli/files.h"
#include "lib/cli/units.h"
#include "metrics/plot/gnuplot.h"

#define DOTS 96.0	/* pixels of an inch, as browsers have them */

enum { USUAL_WIDTH = 640, USUAL_HEIGHT = 400, USUAL_COLUMNS = 80, USUAL_LINES = 24, LEAST_COLUMNS = 30, MOST_PIXELS = 10000 };

static void
read_format(const char *option, const char *text, void *format)
{
	*(picture_format *)format = (picture_format)(PICTURE_SVG + option_word(option, text, "svg|png|pdf|text"));
}

static void
read_output(const char *option, const char *text, void *path)
{
	(void)option;
	*(const char **)path = strcmp(text, "-") == 0 ? NULL : text;
}

static void
read_size(const char *option, const char *text, void *given)
{
	option_numbers *size = given;
	const char *x = strchr(text, 'x');
	char *width = xprintf("%.*s", x ? (int)(x - text) : 0, text);

	if (!x || !read_int(width, 1, MOST_PIXELS, &size->first) || !read_int(x + 1, 1, MOST_PIXELS, &size->last))
		die(FAIL_USAGE, "%s: '%s': must be WIDTHxHEIGHT, each from 1 to %d", option, text, MOST_PIXELS);
}

const cli_option picture_options_known[] = {
	{ "format", "svg|png|pdf|text", "how it is drawn [as FILE ends; else text on a terminal, svg elsewhere]", read_format,
		offsetof(picture_options, format) },
	{ "output", "FILE", "write it to FILE [standard output]", read_output, offsetof(picture_options, output) },
	{ "title", "TEXT", "stands above it [nothing]", option_text, offsetof(picture_options, title) },
	{ "size", "WxH", "its size in pixels [640x400, png: 1280x800], of text in characters", read_size, offsetof(picture_options, size) },
	{ 0 }
};
const cli_option_group picture_group[] = { { picture_options_known, 0 }, { 0 } };

/* What is drawn, from PICTURE_SVG on. */
static const struct {
	const char *ending, *terminal;
	int least_width, least_height;	/* with which a picture can be read */
	const char *last;	/* what the picture ends with; "": it has a line for each of its height */
} forms[] = {
	{ "", "", 0, 0, "" },
	{ ".svg", "svg", 100, 100, "</svg>" },
	{ ".png", "pngcairo", 100, 100, "IEND\xae\x42\x60\x82" },
	{ ".pdf", "pdfcairo", 100, 100, "%%EOF" },
	{ ".txt", "dumb", LEAST_COLUMNS, 10, "" },
};

static picture_format
choose_format(const picture_options *o)
{
	const char *dot = o->output ? strrchr(basename(o->output), '.') : NULL;
	picture_format named = dot ? PICTURE_TEXT : PICTURE_ANY;

	while (named != PICTURE_ANY && strcasecmp(dot, forms[named].ending) != 0)
		named--;
	if (o->format != PICTURE_ANY && named != PICTURE_ANY && named != o->format)
		die(FAIL_USAGE, "--output: '%s': must end in %s, as --format says", o->output, forms[o->format].ending);
	if (o->format != PICTURE_ANY)
		return o->format;
	if (dot && named == PICTURE_ANY)
		die(FAIL_USAGE, "--output: '%s': must end in .svg, .png, .pdf or .txt, which can be drawn", o->output);
	return dot ? named : !o->output && isatty(STDOUT_FILENO) ? PICTURE_TEXT : PICTURE_SVG;
}

void
picture_open(picture *p, const picture_options *asked)
{
	const char *columns = getenv("COLUMNS");	/* of the terminal, as shells tell them */
	int64_t wide = USUAL_COLUMNS;
	bool text;

	if (columns)
		read_int(columns, LEAST_COLUMNS, MOST_PIXELS, &wide);
	if (option_given("json"))
		die(FAIL_USAGE, "--json: is for a table, and this is a picture");
	*p = (picture){ .asked = asked, .format = choose_format(asked) };
	p->scale = p->format == PICTURE_PNG ? 2 : 1;	/* pixels do not grow with the screen */
	p->digits = 9;
	text = p->format == PICTURE_TEXT;
	p->width = p->asked->size.first ? (int)p->asked->size.first : text ? (int)wide : p->scale * USUAL_WIDTH;
	p->height = p->asked->size.first ? (int)p->asked->size.last : text ? USUAL_LINES : p->scale * USUAL_HEIGHT;
	if (p->width < forms[p->format].least_width || p->height < forms[p->format].least_height)
		die(FAIL_USAGE, "--size: '%dx%d': must be at least %dx%d%s", p->width, p->height, forms[p->format].least_width,
			forms[p->format].least_height, text ? ", in characters" : "");
}

void
picture_begin(picture *p)
{
	p->script = xmemory_open(&p->text, &p->length);
	fputs("set encoding utf8\nset terminal ", p->script);
	if (p->format == PICTURE_SVG)
		fprintf(p->script, "svg noenhanced size %d,%d dynamic background '#ffffff' font 'sans-serif,15'\n", p->width, p->height);
	else if (p->format == PICTURE_PNG)
		fprintf(p->script, "pngcairo noenhanced size %d,%d background '#ffffff' font 'sans-serif,11.5' "
			"fontscale %d linewidth %d pointscale %d\n", p->width, p->height, p->scale, p->scale, p->scale);
	else if (p->format == PICTURE_PDF)
		fprintf(p->script, "pdfcairo noenhanced size %.9gin,%.9gin background '#ffffff' font 'sans-serif,11.25' "
			"fontscale 0.75 linewidth 3\n", p->width / DOTS, p->height / DOTS);
	else
		fprintf(p->script, "dumb noenhanced mono size %d,%d\n", p->width, p->height);
	fputs("set border 3\nset tics nomirror out\nset grid ytics lc rgb '#999999' lw 0.5 dt 3\nset errorbars 0\n"
		"set key outside below horizontal Left reverse samplen 1.5 spacing 1.1 noautotitle\nset style fill solid 1\n", p->script);
	if (p->asked->title) {
		fputs("set title ", p->script);
		gnuplot_text(p->script, p->asked->title);
		fputs("\n", p->script);
	}
}

/* The text with this in place of all that goes from `begin` to the end of the next `end`. */
static char *
replace_all(const char *text, const char *begin, const char *end, const char *by)
{
	char *edited = xstrdup("");
	const char *at, *behind;

	while ((at = strstr(text, begin)) && (behind = strstr(at, end))) {
		edited = xappend(edited, "%.*s%s", (int)(at - text), text, by);
		text = behind + strlen(end);
	}
	return xappend(edited, "%s", text);
}

/* Whether gnuplot came to the end, whatever it said. */
static bool
is_whole(const picture *p, const char *drawn, size_t size)
{
	size_t length = strlen(forms[p->format].last);
	int lines = 0;

	if (length == 0)
		for (const char *c = drawn; (c = strchr(c, '\n')); c++)
			lines++;
	while (size > 0 && length > 0 && drawn[size - 1] == '\n')
		size--;
	return length == 0 ? lines >= p->height : size >= length && memcmp(drawn + size - length, forms[p->format].last, length) == 0;
}

/* A text without the page's end that gnuplot begins with, empty lines before and behind, and blanks at the ends of lines. */
static char *
strip_blanks(char *text)
{
	size_t length, empty = 0, size;
	char *stripped;
	FILE *out = xmemory_open(&stripped, &size);

	for (const char *line = text + strspn(text, "\f\n"); *line; line += length + (line[length] == '\n')) {
		size_t kept = length = strcspn(line, "\n");

		while (kept > 0 && line[kept - 1] == ' ')
			kept--;
		empty = kept > 0 ? empty : empty + 1;
		for (; kept > 0 && empty > 0; empty--)
			fputs(ftell(out) > 0 ? "\n" : "", out);
		if (kept > 0)
			fprintf(out, "%.*s\n", (int)kept, line);
	}
	xmemory_close(out);
	return stripped;
}

/* A file that cannot be written whole is taken away again. */
static void
write_out(const char *path, const char *drawn, size_t size)
{
	FILE *out = path ? files_write(path) : stdout;
	bool failed = fwrite(drawn, 1, size, out) != size || fflush(out) != 0;
	int why = errno;
	struct stat s;

	if (path && fclose(out) != 0 && !failed) {
		failed = true;
		why = errno;
	}
	if (!failed)
		return;
	if (path && stat(path, &s) == 0 && S_ISREG(s.st_mode))
		remove(path);
	errno = why;
	write_failed(path);
}

void
picture_close(picture *p)
{
	char *drawn;
	size_t size;

	xmemory_close(p->script);
	drawn = gnuplot_draw(p->text, p->length, forms[p->format].terminal, &size);
	if (!is_whole(p, drawn, size))
		die(FAIL_DATA, "gnuplot drew a part of the picture only");
	if (p->format == PICTURE_SVG) {
		/* A title is what browsers show where the pointer rests: gnuplot has its own names there. */
		drawn = replace_all(drawn, "<title>", "</title>", "");
		/* A text may hold what XML has for the end of another kind of text; gnuplot leaves it. */
		drawn = replace_all(drawn, "]]>", "]]>", "]]&gt;");
	}
	/* The date is none of the table's. */
	if (p->format == PICTURE_PDF) {
		static const char key[] = "/CreationDate (D:", none[] = "19700101000000";
		char *at = memmem(drawn, size, key, sizeof key - 1);

		if (at && (size_t)(drawn + size - at) > sizeof key + sizeof none)
			memcpy(at + sizeof key - 1, none, sizeof none - 1);
	}
	if (p->format == PICTURE_TEXT)
		drawn = strip_blanks(drawn);
	write_out(p->asked->output, drawn, p->format == PICTURE_PNG || p->format == PICTURE_PDF ? size : strlen(drawn));
}

void
picture_close_text(picture *p, char *text)
{
	if (p->asked->title)
		text = xprintf("%s\n\n%s", text_clean(p->asked->title), text);
	text = strip_blanks(text);
	write_out(p->asked->output, text, strlen(text));
}
