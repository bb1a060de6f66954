/* bars -- a bar for each text of a column, groups side by side, with intervals, or upon each other. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/subcommand.h"
#include "metrics/plot/chart.h"
#include "metrics/plot/gnuplot.h"
#include "metrics/plot/marks.h"

enum { MOST_BARS = 120 };	/* that a picture has room for */

typedef struct bars {
	marks_picture all;	/* its options come first */
	bool stack;
} bars;

static const cli_option form[] = {
	{ "stack", NULL, "groups upon each other, without intervals", option_flag, offsetof(bars, stack) },
	{ 0 }
};

/* The groups of one x share this much of the way to the next. */
static const double share = 0.8;

static double
beside(const marks *m, double x, uint32_t group)
{
	return x + share * ((group + 0.5) / m->group.count - 0.5);
}

/* The start of a text, in whole characters of UTF-8. */
static char *
cut(const char *text, size_t most)
{
	size_t length = strlen(text);

	for (length = length < most ? length : most; length > 0 && (text[length] & 0xc0) == 0x80;)
		length--;
	return xprintf("%.*s", (int)length, text);
}

/* The texts under the bars: the less room each has the more aslant, and in characters the shorter. */
static void
name_bars(picture *p, const names *x)
{
	bool text = p->format == PICTURE_TEXT;
	double letters = text ? p->width - 10 : 0.875 * p->width / (9 * p->scale), room = letters / x->count;	/* for each */
	size_t longest = 0;

	for (uint32_t i = 0; i < x->count; i++)
		longest = strlen(names_at(x, i)) > longest ? strlen(names_at(x, i)) : longest;
	if (room < 1.3)
		die(FAIL_DATA, "%u bars have no room for their names: --size %dx%d", x->count, (int)(p->width * 1.3 / room) + 1, p->height);
	fprintf(p->script, "set xtics scale 0 rotate by %d (", text || room > (double)longest + 1 ? 0 : room > 3.6 ? -30 : room > 2 ? -60 : -90);
	for (uint32_t i = 0; i < x->count; i++) {
		char *name = cut(*names_at(x, i) ? names_at(x, i) : "none", text ? (size_t)room - (room >= 2) : SIZE_MAX);

		fputs(i ? ", " : "", p->script);
		gnuplot_tick(p->script, name);
		fprintf(p->script, " %u", i);
	}
	fputs(")\n", p->script);
}

static bool
has_bar(const marks *m, uint32_t x, uint32_t group)
{
	for (size_t i = 0; i < m->count; i++)
		if (m->of[i].group == group && m->of[i].x == x)
			return true;
	return false;
}

/* A bar that the table does not have is said, or it would look like one of height 0. */
static void
say_missing(picture *p, const marks *m)
{
	bool text = p->format == PICTURE_TEXT;

	for (uint32_t x = 0; x < m->x.count; x++)
		for (uint32_t g = 0; g < m->group.count; g++)
			if (!has_bar(m, x, g))
				fprintf(p->script, "set label '%s' at %.9g, graph 0.02 %s\n", text ? "-" : "no value", beside(m, x, g),
					text ? "center" : "left rotate by 90 tc rgb '#636363'");
}

/* Upon each other: each value becomes the height that it reaches. */
static void
pile_up(marks *m)
{
	double *height = xcalloc(m->x.count, sizeof *height);

	if (m->least[UP] < 0)
		die(FAIL_DATA, "--stack: values below 0 stand upon nothing");
	for (uint32_t g = 0; g < m->group.count; g++)
		for (mark *k = m->of; k < m->of + m->count; k++)
			if (k->group == g) {
				k->at[UP] = height[k->x] += k->at[UP];
				k->low[UP] = k->high[UP] = NAN;
				m->most[UP] = fmax(m->most[UP], k->at[UP]);
			}
	free(height);
}

static void
run(const cli *c, void *given)
{
	const bars *b = given;
	const marks_picture *o = &b->all;
	uint32_t groups;
	double size[AXES] = { 1 };
	input in;
	picture p;
	marks m;

	if (b->stack && o->marks.log[UP])
		die(FAIL_USAGE, "--stack: --log y: heights do not add up there");
	if (b->stack && (o->marks.half || o->marks.end[UP][0]))
		die(FAIL_USAGE, "--stack: bars upon each other have no intervals");
	if (o->marks.log[ACROSS])
		die(FAIL_USAGE, "--log x: bars stand beside each other by their texts; metrics plot lines has numbers there");
	picture_open(&p, &o->picture);
	input_open(&in, c->files);
	marks_read(&m, &o->marks, &in, MARKS_BARS);
	if (m.count > MOST_BARS)
		die(FAIL_DATA, "--x: '%s': %zu bars are too many to be read; at most %d", o->marks.column[ACROSS], m.count, MOST_BARS);
	if (b->stack)
		pile_up(&m);
	picture_begin(&p);
	size[UP] = chart_axis(&p, 'y', o->marks.column[UP], m.least[UP], m.most[UP], o->marks.log[UP]);
	name_bars(&p, &m.x);
	groups = b->stack ? 1 : m.group.count;
	fprintf(p.script, "set xrange [-0.6:%.9g]\nset boxwidth %.9g\n", m.x.count - 0.4, share / groups);
	chart_values(&p, m.least[UP] / size[UP], m.most[UP] / size[UP], o->marks.log[UP]);
	for (mark *k = m.of; k < m.of + m.count; k++)
		k->at[ACROSS] = b->stack ? k->x : beside(&m, k->x, k->group);
	marks_write(&p, &m, "bars", size, "#222222");
	if (!b->stack)
		say_missing(&p, &m);
	fputs("plot ", p.script);
	for (uint32_t i = 0; i < m.group.count; i++) {
		uint32_t g = b->stack ? m.group.count - 1 - i : i;	/* the highest is behind the others */

		fprintf(p.script, "$bars%u using 1:2 with boxes", g);
		chart_group(&p, g, names_at(&m.group, g), o->marks.by);
		fputs(", ", p.script);
	}
	fputs(MARKS_INTERVALS("1.5") "\n", p.script);
	picture_close(&p);
}

const subcommand plot_bars = { "bars", "a bar for each text of a column, groups side by side, with intervals",
	"[FILE...]", "Draw a bar for each text of a column, groups side by side.",
	.tables_only = true, .groups = marks_groups, .rules = marks_rules, .size = sizeof(bars), .options = form, .run = run };
