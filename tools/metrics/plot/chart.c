/* chart -- see chart.h. */
#include "metrics/plot/chart.h"

#include <math.h>
#include <stdlib.h>

#include "metrics/plot/axis.h"
#include "metrics/plot/gnuplot.h"
#include "metrics/plot/palette.h"

double
chart_axis(picture *p, char axis_, const char *column, double least, double most, bool log)
{
	axis a = axis_of(column, fmax(fabs(least), fabs(most)));

	if (axis_ == 'y' && p->format == PICTURE_TEXT) {	/* letters do not stand on end there */
		fputs("set tmargin 3\nset label 1 at graph 0, graph 1 left offset -2,1 ", p->script);
		gnuplot_text(p->script, a.label);
	} else {
		fprintf(p->script, "set %clabel ", axis_);
		gnuplot_text(p->script, a.label);
		fputs(axis_ == 'x' ? " offset 0,0.3" : "", p->script);
	}
	fputs("\n", p->script);
	if (log)
		fprintf(p->script, "set logscale %c\n", axis_);
	free(a.label);
	return a.size;
}

void
chart_values(picture *p, double least, double most, bool log)
{
	if (log)
		fprintf(p->script, "set yrange [%.9g:%.9g]\n", least, most * 1.2);
	else if (least >= 0)
		fputs("set yrange [0:*]\n", p->script);
	else
		fputs("set xzeroaxis lt 1 lc rgb '#222222' lw 1\n", p->script);
}

void
chart_across(picture *p, double least, double most, bool log)
{
	double margin = (most - least) / 40;

	if (log)
		fprintf(p->script, "set xrange [%.9g:%.9g]\n", least / 1.1, most * 1.1);
	else if (margin > 0)
		fprintf(p->script, "set xrange [%.9g:%.9g]\n", least == 0 ? 0 : least - margin, most + margin);
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
	fprintf(p->script, "%.9g %.9g %.9g %.9g %ld\n", x, y, across, up, strtol(colour + 1, NULL, 16));
}
