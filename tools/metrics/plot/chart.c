#include "metrics/plot/chart.h"

#include <math.h>
#include <string.h>

#include "metrics/plot/gnuplot.h"

/* Numbers that differ by less, relative to their size, are one to gnuplot; or want all their digits. */
#define FEWEST_PARTS 1e-12
#define FEW_PARTS 1e-6

/* The blue and the grey of the studies' pictures, and colours of M. Okabe and K. Ito, "Color universal design", 2002. */
const palette_look palette[PALETTE] = {
	{ "#2171b5", 7 },	/* blue, circle */
	{ "#e69f00", 5 },	/* orange, square */
	{ "#009e73", 9 },	/* green, triangle */
	{ "#cc4778", 13 },	/* red-purple, diamond */
	{ "#56b4e9", 11 },	/* sky, triangle downwards */
	{ "#d55e00", 15 },	/* vermilion, pentagon */
	{ "#5e3c99", 6 },	/* purple; from here on the symbols again, hollow */
	{ "#a6761d", 4 },
	{ "#f2a6c8", 8 },
	{ "#1b4f3a", 12 },
	{ "#7f7f7f", 10 },
	{ "#222222", 14 },
};

typedef struct axis_unit {
	const char *name;
	double size;
	double from;		/* it serves values from here on, in itself */
} axis_unit;

/* The largest first; the last serves all that is smaller. */
static const axis_unit times[] = { { "days", 86400, 3 }, { "hours", 3600, 2 }, { "s", 1, 1 }, { "ms", 1e-3, 1 }, { "µs", 1e-6, 1 },
		{ "ns", 1e-9, 0 } },
	bits[] = { { "Tb/s", 1e12, 1 }, { "Gb/s", 1e9, 1 }, { "Mb/s", 1e6, 1 }, { "b/s", 1, 0 } },
	rates[] = { { "TB/s", 1e12, 1 }, { "GB/s", 1e9, 1 }, { "MB/s", 1e6, 1 }, { "B/s", 1, 0 } },
	sizes[] = { { "TB", 1e12, 1 }, { "GB", 1e9, 1 }, { "MB", 1e6, 1 }, { "kB", 1e3, 1 }, { "B", 1, 0 } },
	counts[] = { { "billions", 1e9, 1 }, { "millions", 1e6, 1 }, { "", 1, 0 } };

static const struct {
	const char *ending;
	bool stays;		/* as a part of the name */
	const axis_unit *unit;
} endings[] = {		/* longer ones first */
	{ "_bytes_per_s", false, rates },
	{ "_bits_per_s", false, bits },
	{ "_s", false, times },
	{ "bytes", true, sizes },
	{ "", true, counts },
};

/* Has the name the ending behind something else? */
static bool
ends(const char *name, const char *ending)
{
	size_t length = strlen(name), end = strlen(ending);

	return length >= end && strcmp(name + length - end, ending) == 0 && (length > end || *ending != '_');
}

const cli_option chart_options_known[] = {
	{ "xlabel", "TEXT", "what the axis across is called; its unit follows [the column]", option_text, offsetof(picture_options, label[0]) },
	{ "ylabel", "TEXT", "what the axis up is called; its unit follows [the column]", option_text, offsetof(picture_options, label[1]) },
	{ 0 }
};

void
chart_read_log(const char *option, const char *text, void *log)
{
	((bool *)log)[option_word(option, text, "x|y")] = true;
}

double
chart_axis(picture *p, char axis, const char *column, double least, double most, bool log)
{
	double usual = log ? sqrt(least * most) : fmax(fabs(least), fabs(most));
	const char *given = p->asked->label[axis == 'y'];
	size_t i = 0;
	const axis_unit *u;
	char *label;

	while (!ends(column, endings[i].ending))
		i++;
	for (u = endings[i].unit; u->from > 0 && usual < u->from * u->size;)	/* in which values are short to read */
		u++;
	label = given ? xstrdup(given) : xprintf("%.*s", (int)(strlen(column) - (endings[i].stays ? 0 : strlen(endings[i].ending))), column);
	if (*u->name)
		label = xappend(label, " (%s)", u->name);
	if (axis == 'y' && p->format == PICTURE_TEXT) {	/* letters do not stand on end there */
		fputs("set tmargin 3\nset label 1 at graph 0, graph 1 left offset -2,1 ", p->script);
		gnuplot_text(p->script, label);
	} else {
		fprintf(p->script, "set %clabel ", axis);
		gnuplot_text(p->script, label);
		fputs(axis == 'x' && p->format != PICTURE_TEXT ? " offset 0,0.5" : "", p->script);
	}
	fputs("\n", p->script);
	if (log)
		fprintf(p->script, "set logscale %c\n", axis);
	return u->size;
}

/* Ticks between powers of ten, where those alone would be few. */
static void
set_ticks(picture *p, char axis, double least, double most)
{
	static const double narrow[] = { 1, 1.5, 2, 3, 5, 7, 0 }, wide[] = { 1, 2, 5, 0 };
	const double *step = most > 12 * least ? wide : narrow;
	const char *between = "";

	if (most > 300 * least)
		return;
	fprintf(p->script, "set %ctics (", axis);
	for (double power = pow(10, floor(log10(least))); power <= most; power *= 10)
		for (int i = 0; step[i] > 0; i++)
			if (step[i] * power >= least && step[i] * power <= most) {
				fprintf(p->script, "%s%.9g", between, step[i] * power);
				between = ", ";
			}
	fputs(")\n", p->script);
}

void
chart_range(picture *p, char axis, double least, double most, bool log)
{
	double far = fmax(fabs(least), fabs(most)), apart = (most - least) / far;	/* NAN: all are 0 */
	double margin = log ? 1.1 : apart > FEWEST_PARTS ? (most - least) / 40 : far / 2 + (far == 0);
	double from = log ? least / margin : least == 0 && most > 0 ? 0 : least - margin, to = log ? most * margin : most + margin;

	if (!log && apart > FEWEST_PARTS && apart < FEW_PARTS) {
		p->digits = 17;
		fprintf(p->script, "set format %c '%%.12g'\n", axis);
	}
	fprintf(p->script, "set %crange [%.*g:%.*g]\n", axis, p->digits, from, p->digits, to);
	if (log)
		set_ticks(p, axis, from, to);
}

void
chart_values(picture *p, double least, double most, bool log)
{
	if (log) {
		fprintf(p->script, "set yrange [%.9g:%.9g]\n", least, most * 1.1);
		set_ticks(p, 'y', least, most * 1.1);
	} else if (least >= 0) {
		fputs("set yrange [0:*]\n", p->script);
	} else {
		fputs("set xzeroaxis lt 1 lc rgb '#222222' lw 1\n", p->script);
	}
}

void
chart_group(picture *p, uint32_t group, const char *name, bool titled)
{
	fprintf(p->script, " lc rgb '%s'", palette[group].colour);
	if (!titled)
		return;
	fputs(" title ", p->script);
	gnuplot_text(p->script, *name ? name : "none");
}
