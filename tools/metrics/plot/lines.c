/* lines -- values over a column of numbers, a line each group, with intervals. */
#include <stdlib.h>

#include "lib/cli/ascending.h"
#include "lib/cli/subcommand.h"
#include "metrics/plot/chart.h"
#include "metrics/plot/marks.h"

enum { MOST_SYMBOLS = 20 };	/* of a group: more make a line no clearer */

/* From left to right. */
ASCENDING_BY2(order, mark, group, at[ACROSS])

static void
run(const cli *c, void *given)
{
	const marks_picture *o = given;
	const marks_options *asked = &o->marks;
	double size[AXES];
	input in;
	picture p;
	marks m;

	picture_open(&p, &o->picture);
	input_open(&in, c->files);
	marks_read(&m, asked, &in, MARKS_LINES);
	qsort(m.of, m.count, sizeof *m.of, order);
	picture_begin(&p);
	size[ACROSS] = chart_axis(&p, 'x', asked->column[ACROSS], m.least[ACROSS], m.most[ACROSS], asked->log[ACROSS]);
	size[UP] = chart_axis(&p, 'y', asked->column[UP], m.least[UP], m.most[UP], asked->log[UP]);
	chart_values(&p, m.least[UP] / size[UP], m.most[UP] / size[UP], asked->log[UP]);
	chart_range(&p, 'x', m.least[ACROSS] / size[ACROSS], m.most[ACROSS] / size[ACROSS], asked->log[ACROSS]);
	marks_write(&p, &m, "line", size, NULL);
	fputs("plot " MARKS_INTERVALS("1.2"), p.script);
	for (uint32_t g = 0; g < m.group.count; g++) {
		fprintf(p.script, ", $line%u using 1:2 with linespoints lw 2 pt %d ps 0.7 pointinterval %u", g, palette[g].symbol,
			m.x.count / MOST_SYMBOLS + 1);
		chart_group(&p, g, names_at(&m.group, g), asked->by);
	}
	fputs("\n", p.script);
	picture_close(&p);
}

const subcommand plot_lines = { "lines", "values over a column of numbers, a line for each group, with intervals",
	"[FILE...]", "Draw values over a column of numbers, a line for each group.",
	.tables_only = true, .groups = marks_groups, .rules = marks_rules, .size = sizeof(marks_picture), .run = run };
