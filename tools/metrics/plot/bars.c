/* bars -- a bar for each text of a column, groups side by side, with intervals. */
#include <math.h>
#include <string.h>

#include "lib/cli/subcommand.h"
#include "metrics/plot/chart.h"
#include "metrics/plot/gnuplot.h"
#include "metrics/plot/marks.h"
#include "metrics/plot/palette.h"

enum { MOST_BARS = 120 };	/* that a picture has room for */

typedef struct options {
	picture_options picture;
	marks_options marks;
} options;

/* The groups of one x share this much of the way to the next. */
static const double share = 0.8;

static double
place(const marks *m, const mark *k)
{
	return k->x + share * ((k->group + 0.5) / m->group.count - 0.5);
}

/* The texts under the bars, aslant where they would run into each other. */
static void
name_bars(picture *p, const names *x)
{
	int letter = p->format == PICTURE_TEXT ? 1 : p->width * 9 / 640;
	size_t longest = 0;

	for (uint32_t i = 0; i < x->count; i++)
		longest = strlen(names_at(x, i)) > longest ? strlen(names_at(x, i)) : longest;
	fprintf(p->script, "set xtics scale 0%s (", (longest + 1) * x->count * (size_t)letter > (size_t)p->width * 7 / 8 ? " rotate by -30" : "");
	for (uint32_t i = 0; i < x->count; i++) {
		fputs(i ? ", " : "", p->script);
		gnuplot_tick(p->script, *names_at(x, i) ? names_at(x, i) : "none");
		fprintf(p->script, " %u", i);
	}
	fputs(")\n", p->script);
}

/* A block of bars for each group, and one of all intervals. */
static void
write_marks(picture *p, const marks *m, double size)
{
	for (uint32_t g = 0; g < m->group.count; g++) {
		chart_block(p, "bars", g);
		for (size_t i = 0; i < m->count; i++)
			if (m->of[i].group == g)
				fprintf(p->script, "%.9g %.9g\n", place(m, &m->of[i]), m->of[i].value / size);
		chart_block_end(p);
	}
	chart_block(p, "intervals", 0);
	for (size_t i = 0; i < m->count; i++)
		if (isfinite(m->of[i].low))
			chart_stroke(p, place(m, &m->of[i]), m->of[i].low / size, 0, (m->of[i].high - m->of[i].low) / size, "#222222");
	chart_block_end(p);
}

static void
set_ranges(picture *p, const marks *m, double size, bool log)
{
	fprintf(p->script, "set xrange [-0.6:%.9g]\nset boxwidth %.9g\n", m->x.count - 0.4, share / m->group.count);
	chart_values(p, m->least / size, m->most / size, log);
}

static void
run(const cli *c, void *given)
{
	const options *o = given;
	picture p;
	marks m;
	double size;

	if (o->marks.log[0])
		die(FAIL_USAGE, "--log x: bars stand beside each other by their texts; metrics plot lines has numbers there");
	picture_open(&p, &o->picture);
	marks_read(&m, &o->marks, c->files, false);
	if (m.count > MOST_BARS)
		die(FAIL_DATA, "--x: '%s': %zu bars are too many to be read; at most %d", o->marks.x, m.count, MOST_BARS);
	size = chart_axis(&p, 'y', o->marks.y, m.least, m.most, o->marks.log[1]);
	name_bars(&p, &m.x);
	set_ranges(&p, &m, size, o->marks.log[1]);
	write_marks(&p, &m, size);
	fputs("plot ", p.script);
	for (uint32_t g = 0; g < m.group.count; g++) {
		fprintf(p.script, "$bars%u using 1:2 with boxes", g);
		chart_group(&p, g, names_at(&m.group, g), o->marks.by);
		fputs(", ", p.script);
	}
	fputs("$intervals0 using 1:2:3:4:5 with vectors nohead lw 1.5 lc rgb variable\n", p.script);
	picture_close(&p);
	marks_free(&m);
}

static const cli_option_group known[] = {
	{ marks_options_known, offsetof(options, marks) },
	{ picture_options_known, offsetof(options, picture) },
	{ 0 }
};

const subcommand plot_bars = { "bars", "a bar for each text of a column, groups side by side, with intervals",
	"[FILE...]", "Draw a bar for each text of a column, groups side by side.",
	.tables_only = true, .groups = known, .size = sizeof(options), .run = run };
