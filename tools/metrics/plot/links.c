/* links -- the load of links: a square from each group of routers to each, or from router to router; or a map of the routers, each as
 * loaded as the links that leave it. */
#include <stdlib.h>
#include <string.h>

#include "lib/cli/subcommand.h"
#include "lib/cli/units.h"
#include "lib/machine/machine.h"
#include "metrics/input.h"
#include "metrics/plot/axis.h"
#include "metrics/plot/gnuplot.h"
#include "metrics/plot/picture.h"

enum { MOST_SIDE = 128 };	/* groups, or routers, that a picture has room for */

typedef struct options {
	picture_options picture;
	const char *value;
} options;

/* The links from one group to another, of all cases. */
typedef struct cell {
	double sum;
	size_t links;
} cell;

typedef struct square {
	machine *machine;	/* NULL: none is named */
	uint32_t *group;	/* [routers]; NULL: each router is by itself */
	const char *noun;	/* "group" */
	uint32_t side;		/* groups, or the last router and one more */
	cell *cell;		/* [MOST_SIDE * MOST_SIDE], from, to */
	double most;		/* of means */
} square;

/* The groups of routers: the domains of the level above them, where each router has one. */
static void
find_groups(square *s)
{
	const machine *m = s->machine;
	const level *of = m && m->levels > 1 ? &m->level[1] : NULL;
	bool all = of != NULL;

	s->noun = "router";
	s->side = m ? m->routers : 0;
	if (of) {
		s->group = xalloc(m->routers, sizeof *s->group);
		memset(s->group, 0xff, m->routers * sizeof *s->group);
		for (uint32_t v = 0; v < m->nodes; v++)
			s->group[m->node_router[v]] = of->of[v];
		for (uint32_t r = 0; r < m->routers; r++)
			all = all && s->group[r] != NONE;
	}
	if (all) {
		s->noun = of->name;
		s->side = of->domains;
	} else {
		free(s->group);
		s->group = NULL;
	}
	if (s->side > MOST_SIDE)
		die(FAIL_DATA, "%u %ss are too many for a square that can be read; at most %d", s->side, s->noun, MOST_SIDE);
}

/* The group, or the router, of a link's end: "r12"; false where that is a node. */
static bool
read_end(square *s, const input *in, int column, uint32_t *at)
{
	const char *text = input_text(in, column);
	int64_t router;

	if (*text == 'n' || *text == '\0')
		return false;
	if (*text != 'r' || !read_int(text + 1, 0, s->machine ? s->machine->routers - 1 : UINT32_MAX - 1, &router))
		input_bad(in, column, s->machine ? "must be a node or a router of the machine, as n5 or r3" : "must be a node or a router, as n5 or r3");
	if (!s->group && router >= MOST_SIDE)
		input_bad(in, column, xprintf("is one of more than %d routers: --machine says which group each is in", MOST_SIDE));
	*at = s->group ? s->group[router] : (uint32_t)router;
	s->side = *at >= s->side ? *at + 1 : s->side;
	return true;
}

static void
read_links(square *s, const options *o, const cli *c, double *largest)
{
	input in;
	int from, to, value;
	size_t links = 0;

	input_open(&in, c->files);
	s->machine = c->machine || in.table->machine ? machine_of(c, in.table) : NULL;
	find_groups(s);
	from = input_want(&in, "from");
	to = input_want(&in, "to");
	value = input_want(&in, o->value);
	s->cell = xcalloc((size_t)MOST_SIDE * MOST_SIDE, sizeof *s->cell);
	while (input_next(&in)) {
		uint32_t i, j;
		double x;

		if (!read_end(s, &in, from, &i) || !read_end(s, &in, to, &j) || !input_number(&in, value, 0, &x))
			continue;
		s->cell[i * MOST_SIDE + j].sum += x;
		s->cell[i * MOST_SIDE + j].links++;
		links++;
	}
	if (links == 0)
		die(FAIL_DATA, "%s: no row is a link between %ss: there is nothing to draw", in.first, s->noun);
	*largest = 0;
	for (size_t k = 0; k < (size_t)MOST_SIDE * MOST_SIDE; k++)
		if (s->cell[k].links > 0 && s->cell[k].sum / (double)s->cell[k].links > *largest)
			*largest = s->cell[k].sum / (double)s->cell[k].links;
	input_close(&in);
}

static double
mean(const square *s, uint32_t i, uint32_t j)
{
	const cell *k = &s->cell[i * MOST_SIDE + j];

	return k->links ? k->sum / (double)k->links : -1;
}

/* A digit a cell: tenths of the most. */
static void
draw_text(picture *p, const square *s, const axis *a)
{
	char *text;
	size_t size;
	FILE *out = xmemory_open(&text, &size);

	if (p->asked->title)
		fprintf(out, "%s\n\n", p->asked->title);
	for (uint32_t i = 0; i < s->side; i++) {
		fprintf(out, "%5u ", i);
		for (uint32_t j = 0; j < s->side; j++) {
			double x = mean(s, i, j);
			int tenths = x < 0 || s->most == 0 ? 0 : (int)(10 * x / s->most);

			fputc(x < 0 ? '.' : tenths > 9 ? '9' : '0' + tenths, out);
		}
		fputs("\n", out);
	}
	fprintf(out, "\n%s, mean of the links from each %s (row) to each (column), in tenths of %.4g; .: no link\n", a->label, s->noun, s->most / a->size);
	xmemory_close(out);
	picture_close_text(p, text);
}

static void
draw(picture *p, const square *s, const axis *a)
{
	fprintf(p->script, "unset grid\nset size ratio -1\nset border 0\nset tics scale 0\nset xrange [-0.5:%.9g]\nset yrange [%.9g:-0.5]\n", s->side - 0.5, s->side - 0.5);
	fputs("set palette defined (0 '#eef3f9', 0.35 '#6baed6', 0.7 '#2171b5', 1 '#08204a')\n", p->script);
	fprintf(p->script, "set cbrange [0:%.9g]\nset cblabel ", s->most > 0 ? s->most / a->size : 1);
	gnuplot_text(p->script, a->label);
	fputs("\nset xlabel ", p->script);
	gnuplot_text(p->script, xprintf("to %s", s->noun));
	fputs("\nset ylabel ", p->script);
	gnuplot_text(p->script, xprintf("from %s", s->noun));
	fputs("\n$cells << END\n", p->script);
	for (uint32_t i = 0; i < s->side; i++)
		for (uint32_t j = 0; j < s->side; j++)
			if (mean(s, i, j) >= 0)
				fprintf(p->script, "%u %u %.9g\n", j, i, mean(s, i, j) / a->size);
	fputs("END\nplot $cells using 1:2:(0.5):(0.5):3 with boxxyerror fs solid noborder lc palette\n", p->script);
	picture_close(p);
}

static void
run(const cli *c, void *given)
{
	const options *o = given;
	square s = { .side = 0 };
	picture p;
	axis a;

	picture_open(&p, &o->picture);
	read_links(&s, o, c, &s.most);
	a = axis_of(o->value, s.most);
	if (p.format == PICTURE_TEXT)
		draw_text(&p, &s, &a);
	else
		draw(&p, &s, &a);
	free(a.label);
	free(s.cell);
	free(s.group);
	if (s.machine)
		machine_free(s.machine);
}

static const cli_option known[] = {
	{ "value", "COL", "what is drawn, the mean of all links from one to another [busy_s]", option_text, offsetof(options, value), false },
	{ 0 }
};
static const cli_option_group more[] = { { picture_options_known, offsetof(options, picture) }, { 0 } };

const subcommand plot_links = { "links", "the load of links from group to group, as netsim --links counted it",
	"[LINKS...]", "Draw how loaded links are, from each group of routers to each.", .options = known, .groups = more, .size = sizeof(options),
	.defaults = &(const options){ .value = "busy_s" }, .run = run };
