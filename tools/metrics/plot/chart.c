#include "metrics/plot/chart.h"

#include <math.h>
#include <stdlib.h>

#include "metrics/plot/axis.h"
#include "metrics/plot/gnuplot.h"
#include "metrics/plot/palette.h"

/* Numbers that differ by less, relative to their size, are one to gnuplot; or want all their digits. */
#define FEWEST_PARTS 1e-12
#define FEW_PARTS 1e-6

void
chart_read_log(const char *option, const char *text, void *log)
{
	((bool *)log)[option_word(option, text, "x|y")] = true;
}

double
chart_axis(picture *p, char axis_, const char *column, double least, double most, bool log)
{
	axis a = axis_of(column, log ? sqrt(least * most) : fmax(fabs(least), fabs(most)));	/* the middle of a logarithmic axis */

	if (axis_ == 'y' && p->format == PICTURE_TEXT) {	/* letters do not stand on end there */
		fputs("set tmargin 3\nset label 1 at graph 0, graph 1 left offset -2,1 ", p->script);
		gnuplot_text(p->script, a.label);
	} else {
		fprintf(p->script, "set %clabel ", axis_);
		gnuplot_text(p->script, a.label);
		fputs(axis_ == 'x' && p->format != PICTURE_TEXT ? " offset 0,0.5" : "", p->script);
	}
	fputs("\n", p->script);
	if (log)
		fprintf(p->script, "set logscale %c\n", axis_);
	free(a.label);
	return a.size;
}

/* Ticks between powers of ten, where those alone would be few. */
static void
set_ticks(picture *p, char axis_, double least, double most)
{
	static const double narrow[] = { 1, 1.5, 2, 3, 5, 7, 0 }, wide[] = { 1, 2, 5, 0 };
	const double *step = most > 12 * least ? wide : narrow;
	const char *between = "";

	if (most > 300 * least)
		return;
	fprintf(p->script, "set %ctics (", axis_);
	for (double power = pow(10, floor(log10(least))); power <= most; power *= 10)
		for (int i = 0; step[i] > 0; i++)
			if (step[i] * power >= least && step[i] * power <= most) {
				fprintf(p->script, "%s%.9g", between, step[i] * power);
				between = ", ";
			}
	fputs(")\n", p->script);
}

void
chart_range(picture *p, char axis_, double least, double most, bool log)
{
	double far = fmax(fabs(least), fabs(most)), apart = (most - least) / far;	/* NAN: all are 0 */
	double margin = log ? 1.1 : apart > FEWEST_PARTS ? (most - least) / 40 : far / 2 + (far == 0);
	double from = log ? least / margin : least == 0 && most > 0 ? 0 : least - margin, to = log ? most * margin : most + margin;

	if (!log && apart > FEWEST_PARTS && apart < FEW_PARTS) {
		p->digits = 17;
		fprintf(p->script, "set format %c '%%.12g'\n", axis_);
	}
	fprintf(p->script, "set %crange [%.*g:%.*g]\n", axis_, p->digits, from, p->digits, to);
	if (log)
		set_ticks(p, axis_, from, to);
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
chart_block(picture *p, const char *name, uint32_t number)
{
	fprintf(p->script, "$%s%u << END\n", name, number);
}

void
chart_block_end(picture *p)
{
	fputs("END\n", p->script);
}

void
chart_group(picture *p, uint32_t group, const char *name, bool titled)
{
	fprintf(p->script, " lc rgb '%s'", palette_colour(group));
	if (!titled)
		return;
	fputs(" title ", p->script);
	gnuplot_text(p->script, *name ? name : "none");
}

void
chart_stroke(picture *p, double x, double y, double across, double up, const char *colour)
{
	fprintf(p->script, "%.*g %.*g %.9g %.9g %ld\n", p->digits, x, p->digits, y, across, up, strtol(colour + 1, NULL, 16));
}
