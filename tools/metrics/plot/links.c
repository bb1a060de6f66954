/* links -- the load of links: a square from each group of routers to each, or from router to router; or a map of the routers, each as
 * loaded as the links that leave it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/subcommand.h"
#include "lib/cli/units.h"
#include "lib/machine/machine.h"
#include "metrics/input.h"
#include "metrics/plot/axis.h"
#include "metrics/plot/gnuplot.h"
#include "metrics/plot/page.h"
#include "metrics/plot/text.h"

enum { MOST_SIDE = 128 };	/* groups, or routers, of a square that can be read */
enum { MOST_ROUTERS = 100000 };	/* of a map */
enum { STEPS = 250 };	/* of a map's shades */

typedef struct links_options {
	picture_options picture;
	const char *value;
} links_options;

/* Links that are one in the picture, of all cases. */
typedef struct cell {
	double sum;
	size_t links;
} cell;

typedef struct drawn_loads {
	machine *machine;	/* NULL: none is named */
	bool map;		/* of routers, else a square */
	uint32_t *group;	/* [routers]; NULL: each router is by itself */
	const char *noun;	/* "group" */
	uint32_t side;		/* groups, or the last router and one more */
	cell *cell;		/* [MOST_SIDE * MOST_SIDE], from, to; of a map [routers], from */
	size_t cells;
	double most;		/* of means */
} drawn_loads;

/* The groups of routers: the domains of the level above them, where each router has one. */
static void
find_groups(drawn_loads *s)
{
	const machine *m = s->machine;
	const level *of = m->levels > 1 ? &m->level[1] : NULL;
	bool all = of != NULL;

	if (!of)
		return;
	s->group = xalloc(m->routers, sizeof *s->group);
	memset(s->group, 0xff, m->routers * sizeof *s->group);
	for (uint32_t i = 0; i < m->interfaces; i++)
		s->group[m->interface_router[i]] = of->of[node_of_interface(m, i)];
	for (uint32_t r = 0; r < m->routers; r++)
		all = all && s->group[r] != NONE;
	if (all) {
		s->noun = of->name;
		s->side = of->domains;
	} else {
		free(s->group);
		s->group = NULL;
	}
}

/* A map where routers have places, or are too many for a square and no groups are few enough. */
static void
choose(drawn_loads *s)
{
	s->noun = "router";
	s->cells = (size_t)MOST_SIDE * MOST_SIDE;
	if (s->machine) {
		s->side = s->machine->routers;
		find_groups(s);
		s->map = s->machine->dims > 1 || s->side > MOST_SIDE;
		if (s->machine->routers > MOST_ROUTERS || s->machine->nodes > MOST_ROUTERS)
			die(FAIL_DATA, "%u routers of %u nodes are too many to be seen; at most %d", s->machine->routers, s->machine->nodes, MOST_ROUTERS);
		if (s->map)
			s->cells = s->machine->routers;
	}
	s->cell = xcalloc(s->cells, sizeof *s->cell);
}

/* The router of a link's end: "r12"; false where that is a node. */
static bool
read_end(const drawn_loads *s, const input *in, int column, uint32_t *router)
{
	const char *text = input_text(in, column);
	int64_t number;

	if (*text == 'n' || *text == '\0')
		return false;
	if (*text != 'r' || !read_int(text + 1, 0, s->machine ? s->machine->routers - 1 : UINT32_MAX - 1, &number))
		input_bad(in, column, s->machine ? "must be a node or a router of the machine, as n5 or r3" : "must be a node or a router, as n5 or r3");
	if (!s->machine && number >= MOST_SIDE)
		input_bad(in, column, xprintf("is one of more than %d routers: --machine says which group each is in", MOST_SIDE));
	*router = (uint32_t)number;
	return true;
}

static cell *
cell_of(drawn_loads *s, uint32_t from, uint32_t to)
{
	uint32_t i = s->group && !s->map ? s->group[from] : from, j = s->group && !s->map ? s->group[to] : to;

	if (s->map)
		return &s->cell[from];
	s->side = i >= s->side ? i + 1 : s->side;
	s->side = j >= s->side ? j + 1 : s->side;
	return &s->cell[(size_t)i * MOST_SIDE + j];
}

static double
mean(const cell *k)
{
	return k->links ? k->sum / (double)k->links : -1;
}

static void
read_links(drawn_loads *s, const links_options *o, const cli *c)
{
	input in;
	int from, to, value;
	size_t links = 0;

	input_open(&in, c->files);
	s->machine = c->machine || in.table->machine ? machine_of(c, in.table) : NULL;
	choose(s);
	from = input_want(&in, "from");
	to = input_want(&in, "to");
	value = input_want(&in, o->value);
	while (input_next(&in)) {
		uint32_t i, j;
		double x;

		if (read_end(s, &in, from, &i) && read_end(s, &in, to, &j) && input_number(&in, value, 0, &x)) {
			cell *k = cell_of(s, i, j);

			k->sum += x;
			k->links++;
			links++;
		}
	}
	if (links == 0)
		die(FAIL_DATA, "%s: no row is a link between routers: there is nothing to draw", in.first);
	for (size_t i = 0; i < s->cells; i++)
		s->most = mean(&s->cell[i]) > s->most ? mean(&s->cell[i]) : s->most;
	input_close(&in);
}

/* --- the square */

/* A cell in characters: the tenths of the most. */
static char
tenths(const drawn_loads *s, double x)
{
	int n = x < 0 || s->most == 0 ? 0 : (int)(10 * x / s->most);

	return x < 0 ? '.' : (char)('0' + (n > 9 ? 9 : n));
}

static void
write_square(const drawn_loads *s, FILE *out)
{
	for (uint32_t i = 0; i < s->side; i++) {
		fprintf(out, "%5u ", i);
		for (uint32_t j = 0; j < s->side; j++)
			fputc(tenths(s, mean(&s->cell[(size_t)i * MOST_SIDE + j])), out);
		fputs("\n", out);
	}
}

static void
draw_square(picture *p, const drawn_loads *s, double size)
{
	char *across = xprintf("to %s", s->noun), *down = xprintf("from %s", s->noun);

	fputs("unset grid\nset size ratio -1\nset border 0\nset tics scale 0\n", p->script);
	fprintf(p->script, "set xrange [-0.5:%.9g]\nset yrange [%.9g:-0.5]\nset xlabel ", s->side - 0.5, s->side - 0.5);
	gnuplot_text(p->script, across);
	fputs("\nset ylabel ", p->script);
	gnuplot_text(p->script, down);
	fputs("\n$cells << END\n", p->script);
	for (uint32_t i = 0; i < s->side; i++)
		for (uint32_t j = 0; j < s->side; j++) {
			double x = mean(&s->cell[(size_t)i * MOST_SIDE + j]);

			if (x >= 0)
				fprintf(p->script, "%u %u %.9g\n", j, i, x / size);
		}
	fputs("END\nplot $cells using 1:2:(0.5):(0.5):3 with boxxyerror fs solid noborder lc palette\n", p->script);
	free_all(across, down);
}

/* --- the map */

/* Each node as its router: shade 0 is 1. */
static page
make_map(const picture *p, const drawn_loads *s)
{
	page g = page_of(s->machine, p);

	for (uint32_t v = 0; v < s->machine->nodes; v++) {
		double x = mean(&s->cell[s->machine->node_router[v]]);

		if (x >= 0)
			page_set(&g, v, 1 + (s->most > 0 ? (uint32_t)lround(STEPS * x / s->most) : 0));
	}
	return g;
}

static char
tenths_of_shade(uint32_t what)
{
	uint32_t n = 10 * (what - 1) / STEPS;

	return (char)('0' + (n > 9 ? 9 : n));
}

static double
shade(uint32_t what)
{
	return (what - 1) / (double)STEPS;
}

static void
draw_map(picture *p, const drawn_loads *s, double size)
{
	page g = make_map(p, s);
	char *fill = xprintf("($5*%.9g) with boxxyerror fs solid noborder lc palette", s->most / size);

	fputs("set colorbox horizontal user origin screen 0.2,0.22 size screen 0.6,0.035\nset bmargin 8\n", p->script);
	page_draw(&g, p, shade, fill);
	fputs("\n", p->script);
	page_free(&g);
	free(fill);
}

/* --- either */

static void
draw_text(picture *p, const drawn_loads *s, const axis *a)
{
	char *text, *label = text_clean(a->label);
	size_t size;
	FILE *out = xmemory_open(&text, &size);

	if (s->map) {
		page g = make_map(p, s);

		page_write(&g, out, tenths_of_shade);
		fprintf(out, "\n%s, mean of the links that leave each router, in tenths of %.4g\n", label, s->most / a->size);
		page_free(&g);
	} else {
		write_square(s, out);
		fprintf(out, "\n%s, mean of the links from each %s (row) to each (column), in tenths of %.4g; .: no link\n", label, s->noun,
			s->most / a->size);
	}
	xmemory_close(out);
	free(label);
	picture_close_text(p, text);
}

static void
draw(picture *p, const drawn_loads *s, const axis *a)
{
	picture_begin(p);
	fputs("set palette defined (0 '#eef3f9', 0.35 '#6baed6', 0.7 '#2171b5', 1 '#08204a')\n", p->script);
	fprintf(p->script, "set cbrange [0:%.9g]\nset cblabel ", s->most > 0 ? s->most / a->size : 1);
	gnuplot_text(p->script, a->label);
	fputs("\n", p->script);
	if (s->map)
		draw_map(p, s, a->size);
	else
		draw_square(p, s, a->size);
	picture_close(p);
}

static void
run(const cli *c, void *given)
{
	const links_options *o = given;
	drawn_loads s = { .side = 0 };
	picture p;
	axis a;

	picture_open(&p, &o->picture);
	read_links(&s, o, c);
	a = axis_of(o->value, s.most);
	if (p.format == PICTURE_TEXT)
		draw_text(&p, &s, &a);
	else
		draw(&p, &s, &a);
	free_all(a.label, s.cell, s.group);
	if (s.machine)
		machine_free(s.machine);
}

static const cli_option known[] = {
	{ "value", "COL", "what is drawn, the mean of the links that are one in the picture [busy_s]", option_text, offsetof(links_options, value),
		false },
	{ 0 }
};

const subcommand plot_links = { "links", "the load of links as netsim --links counted it, from group to group or as a map",
	"[LINKS...]", "Draw how loaded links are, from each group of routers to each, or as a map of routers.",
	.options = known, .groups = picture_group, .size = sizeof(links_options),
	.defaults = &(const links_options){ .value = "busy_s" }, .run = run };
