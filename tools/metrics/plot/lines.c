/* lines -- values over a column of numbers, a line each group, with intervals. */
#include <math.h>
#include <stdlib.h>

#include "lib/cli/ascending.h"
#include "lib/cli/subcommand.h"
#include "metrics/plot/chart.h"
#include "metrics/plot/marks.h"

enum { MOST_SYMBOLS = 20 };	/* of a group: more make a line no clearer */

/* Group by group, in a group from left to right. */
ASCENDING_BY2(order, mark, group, at)

static void
write_marks(picture *p, const marks *m, double across, double up)
{
	const mark *k = m->of, *end = m->of + m->count;

	for (uint32_t g = 0; g < m->group.count; g++) {
		chart_block(p, "line", g);
		for (; k < end && k->group == g; k++)
			fprintf(p->script, "%.*g %.9g\n", p->digits, k->at / across, k->value / up);
		chart_block_end(p);
	}
	chart_block(p, "intervals", 0);
	for (k = m->of; k < end; k++)
		if (isfinite(k->low))
			chart_stroke(p, k->at / across, k->low / up, 0, (k->high - k->low) / up, palette[k->group].colour);
	chart_block_end(p);
}

static void
run(const cli *c, void *given)
{
	const marks_picture *o = given;
	const marks_options *asked = &o->marks;
	double across, up;
	picture p;
	marks m;

	picture_open(&p, &o->picture);
	marks_read(&m, asked, c->files, true);
	qsort(m.of, m.count, sizeof *m.of, order);
	picture_begin(&p);
	across = chart_axis(&p, 'x', asked->x, m.least_at, m.most_at, asked->log[0]);
	up = chart_axis(&p, 'y', asked->y, m.least, m.most, asked->log[1]);
	chart_values(&p, m.least / up, m.most / up, asked->log[1]);
	chart_range(&p, 'x', m.least_at / across, m.most_at / across, asked->log[0]);
	write_marks(&p, &m, across, up);
	fputs("plot $intervals0 using 1:2:3:4:5 with vectors nohead lw 1.2 lc rgb variable", p.script);
	for (uint32_t g = 0; g < m.group.count; g++) {
		fprintf(p.script, ", $line%u using 1:2 with linespoints lw 2 pt %d ps 0.7 pointinterval %u", g, palette[g].symbol,
			m.x.count / MOST_SYMBOLS + 1);
		chart_group(&p, g, names_at(&m.group, g), asked->by);
	}
	fputs("\n", p.script);
	picture_close(&p);
	marks_free(&m);
}

const subcommand plot_lines = { "lines", "values over a column of numbers, a line for each group, with intervals",
	"[FILE...]", "Draw values over a column of numbers, a line for each group.",
	.tables_only = true, .groups = marks_groups, .size = sizeof(marks_picture), .run = run };
