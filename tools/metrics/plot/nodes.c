/* nodes -- a map of the machine in characters: which job, or group of jobs, has each node at one moment. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/ascending.h"
#include "lib/cli/subcommand.h"
#include "lib/machine/machine.h"
#include "lib/stream/lists.h"
#include "metrics/input.h"
#include "metrics/plot/gnuplot.h"
#include "metrics/plot/picture.h"

enum { IDLE = 1, FIRST = 2 };	/* what a cell shows: a node without a job, the largest owner, and so on */
enum { MOST_NODES = 100000 };	/* that a picture has room for */
enum { LETTERS = 52, NAMED = 20 };	/* owners that text tells apart, and that its legend names */

typedef struct nodes_options {
	picture_options picture;
	const char *case_;	/* NULL: the only one */
	const char *by;
} nodes_options;

/* A job, or all that are alike in a column. */
typedef struct owner {
	uint32_t name;		/* in owners.name */
	uint32_t nodes;
} owner;

typedef struct owners {
	machine *machine;
	names name;		/* in the order of their rows */
	owner *owner;		/* [name.count], the largest first */
	uint32_t *rank;		/* [name.count]: where a name is there */
	uint32_t *of;		/* [nodes]: a name, or NONE */
	size_t room;
} owners;

/* Is this a row of the case that is asked for?  Without one being asked for there must be one only. */
static bool
is_asked(const char *asked, const input *in, int case_, char **only)
{
	const char *name = input_text(in, case_);

	if (asked)
		return strcmp(name, asked) == 0;
	if (!*only)
		*only = xstrdup(name);
	if (strcmp(name, *only) != 0)
		input_bad(in, case_, xprintf("is another case than '%s': --case says which of them is drawn", *only));
	return true;
}

static void
take_nodes(owners *w, const input *in, int column, int by, const list *nodes)
{
	uint32_t name = names_add(&w->name, input_text(in, by), NULL);

	w->owner = xgrow(w->owner, &w->room, (size_t)name + 1, sizeof *w->owner);
	w->owner[name].name = name;
	w->owner[name].nodes += nodes->count;
	for (uint32_t i = 0; i < nodes->count; i++) {
		if (w->of[nodes->item[i]] != NONE)
			input_bad(in, column, xprintf("node %u has a job already: a map is of one moment, such as metrics moment writes", nodes->item[i]));
		w->of[nodes->item[i]] = name;
	}
}

static int
larger_first(const void *a, const void *b)
{
	const owner *x = a, *y = b;

	if (x->nodes != y->nodes)
		return x->nodes > y->nodes ? -1 : 1;
	return (x->name > y->name) - (x->name < y->name);
}

static void
rank_owners(owners *w)
{
	qsort(w->owner, w->name.count, sizeof *w->owner, larger_first);
	w->rank = xalloc(w->name.count, sizeof *w->rank);
	for (uint32_t i = 0; i < w->name.count; i++)
		w->rank[w->owner[i].name] = i;
}

/* Read the file of a command line: the jobs of the case `asked` (NULL: the only one) that have a node_list, whose owners are the texts of
 * the column `by_column`.  Dies where there are none, or a node has two. */
static void
owners_read(owners *w, const cli *c, const char *asked, const char *by_column)
{
	machine *m;
	char *only = NULL, *files[] = { (char *)c->file, NULL };
	const char *why;
	int case_, by, column, placed = 0;
	list nodes = { 0 };
	input in;

	input_open(&in, files);
	*w = (owners){ .machine = machine_of(c, in.table) };
	m = w->machine;
	if (m->nodes > MOST_NODES)
		die(FAIL_DATA, "%u nodes are too many to be seen; at most %d", m->nodes, MOST_NODES);
	w->of = xalloc(m->nodes, sizeof *w->of);
	memset(w->of, 0xff, m->nodes * sizeof *w->of);
	case_ = input_wish(&in, "case", "1");
	by = input_want(&in, by_column);
	column = input_want(&in, "node_list");
	while (input_next(&in)) {
		if (!is_asked(asked, &in, case_, &only) || !*input_text(&in, column))
			continue;
		if (!list_read(&nodes, input_text(&in, column), m->nodes, m->nodes, false, &why))
			input_bad(&in, column, why);
		take_nodes(w, &in, column, by, &nodes);
		placed++;
	}
	if (placed == 0)
		die(FAIL_DATA, "%s: no row%s%s%s has a node_list: there is nothing to draw", in.first, asked ? " of case '" : "",
			asked ? asked : "", asked ? "'" : "");
	rank_owners(w);
}

/* --- the nodes of a machine as cells of a page
 *
 * A page has blocks in rows, each with a line for its name above.  A block is a plane of a mesh, torus, hypercube or express mesh
 * of two dimensions or more: x across, y down, the nodes of a router side by side; where planes are more than the routers of each,
 * more dimensions go across and down.  Of other machines it is a domain of the level above the routers (a group, a pod), a column each
 * router with its nodes; one with many routers makes several blocks.  First every node has its block and its place there, then the blocks
 * have their places. */

enum { GAP = 1, HEAD = 1 };	/* cells between two blocks, and for a name */

typedef struct plot_layout {
	uint32_t width, height;	/* in cells, gaps and names included */
	uint32_t *x, *y;	/* [nodes] */
	uint32_t *cell;		/* [width * height]: what is there; 0: nothing */
	uint32_t blocks;
	struct layout_block {
		uint32_t x, y;	/* of its first cell; the name is above */
		uint32_t width, height;
		char *name;
	} *block;
} plot_layout;

/* The next block, which has that name. */
static struct layout_block *
add_block(plot_layout *l, char *name)
{
	l->block = xrealloc(l->block, (size_t)l->blocks + 1, sizeof *l->block);
	l->block[l->blocks] = (struct layout_block){ .name = name };
	return &l->block[l->blocks++];
}

/* Put a node into a block, which grows as it needs. */
static void
put_node(plot_layout *l, uint32_t *in, uint32_t block, uint32_t node, uint32_t x, uint32_t y)
{
	struct layout_block *b = &l->block[block];

	in[node] = block;
	l->x[node] = x;
	l->y[node] = y;
	b->width = x >= b->width ? x + 1 : b->width;
	b->height = y >= b->height ? y + 1 : b->height;
}

/* "z=3", "z=3,w=0": the coordinates from dimension d on; nothing where there are none. */
static char *
plane_name(const machine *m, uint32_t router, int d)
{
	uint32_t at[MACHINE_DIMS];
	char *name = xstrdup("");

	m->kind->coordinates(m, router, at);
	for (int first = d; d < m->dims; d++)
		name = xappend(name, "%s%s=%u", d > first ? "," : "", coordinate_name(m, d), at[d]);
	return name;
}

/* The routers along dimensions from d on, before dimension `end`. */
static uint32_t
routers_along(const machine *m, int d, int end)
{
	uint32_t routers = 1;

	for (; d < end; d++)
		routers *= m->extent[d];
	return routers;
}

/* The first dimension is the fastest in a router's number, so those that go across come first, then those that go down. */
static void
make_planes(plot_layout *l, uint32_t *in, const machine *m)
{
	int a = 1, b = 2;	/* dimensions before a go across, those from there to b down */
	uint32_t across, down, nodes = m->nodes / m->routers, beside = 0;

	for (; m->routers / routers_along(m, 0, b) > routers_along(m, 0, b) && b < m->dims; b++)	/* more planes than each has routers */
		a += a < b - a + 1;
	across = routers_along(m, 0, a);
	down = routers_along(m, a, b);
	for (uint32_t r = 0; r < m->routers; r += across * down)
		add_block(l, plane_name(m, r, b));
	for (uint32_t v = 0; v < m->nodes; v++) {
		uint32_t r = m->node_router[v];

		beside = v > 0 && m->node_router[v - 1] == r ? beside + 1 : 0;
		put_node(l, in, r / (across * down), v, r % across * nodes + beside, r / across % down);
	}
}

/* A node in the order in which a page shows them. */
typedef struct page_seat {
	uint32_t domain, router, node;
} page_seat;

ASCENDING_BY3(order, page_seat, domain, router, node)

/* The nodes of one domain, in blocks of at most `most` routers, all of the same length but for the last. */
static void
make_domain(plot_layout *l, uint32_t *in, const page_seat *s, size_t nodes, const char *name, uint32_t most)
{
	uint32_t routers = 1, parts, length, router = 0, y = 0;

	for (size_t i = 1; i < nodes; i++)
		routers += s[i].router != s[i - 1].router;
	parts = (routers + most - 1) / most;
	length = (routers + parts - 1) / parts;
	for (size_t i = 0; i < nodes; i++, y++) {
		if (i > 0 && s[i].router != s[i - 1].router) {
			router++;
			y = 0;
		}
		if (y == 0 && router % length == 0)
			add_block(l, xstrdup(router == 0 ? name : ""));
		put_node(l, in, l->blocks - 1, s[i].node, router % length, y);
	}
}

static void
make_domains(plot_layout *l, uint32_t *in, const machine *m, uint32_t most)
{
	const level *of = m->levels > 1 ? &m->level[1] : NULL;
	page_seat *s = xalloc(m->nodes, sizeof *s);
	size_t end;

	for (uint32_t v = 0; v < m->nodes; v++)
		s[v] = (page_seat){ of ? of->of[v] : 0, m->node_router[v], v };
	qsort(s, m->nodes, sizeof *s, order);
	for (size_t i = 0; i < m->nodes; i = end) {
		char *name = of ? xprintf("%s %u", of->name, s[i].domain) : xstrdup("");

		for (end = i; end < m->nodes && s[end].domain == s[i].domain;)
			end++;
		make_domain(l, in, s + i, end - i, name, most);
		free(name);
	}
}

/* Put the blocks in rows that make the page nearest to its aspect. */
static void
arrange(plot_layout *l, double aspect, uint32_t widest)
{
	uint32_t wide = 0, high = 0, best = 1;
	double least = DBL_MAX;

	for (uint32_t i = 0; i < l->blocks; i++) {
		wide = l->block[i].width > wide ? l->block[i].width : wide;
		high = l->block[i].height > high ? l->block[i].height : high;
	}
	wide += GAP;
	high += HEAD + GAP;
	for (uint32_t c = 1; c <= l->blocks && (c == 1 || c * wide - GAP <= widest); c++) {
		uint32_t rows = (l->blocks + c - 1) / c;
		double off = fabs(log((double)c * wide / ((double)rows * high) / aspect));

		if (off < least) {
			least = off;
			best = c;
		}
	}
	for (uint32_t i = 0; i < l->blocks; i++) {
		l->block[i].x = i % best * wide;
		l->block[i].y = i / best * high + HEAD;
	}
	l->width = best * wide - GAP;
	l->height = (l->blocks + best - 1) / best * high - GAP;
}

/* For a page that is `aspect` times as wide as high, with rows and blocks at most `widest` cells wide. */
static plot_layout
layout_of(const machine *m, double aspect, uint32_t widest)
{
	plot_layout l = { .x = xalloc(m->nodes, sizeof *l.x), .y = xalloc(m->nodes, sizeof *l.y) };
	uint32_t *in = xalloc(m->nodes, sizeof *in);

	if (m->dims >= 2)
		make_planes(&l, in, m);
	else
		make_domains(&l, in, m, widest);
	arrange(&l, aspect, widest);
	for (uint32_t v = 0; v < m->nodes; v++) {
		l.x[v] += l.block[in[v]].x;
		l.y[v] += l.block[in[v]].y;
	}
	l.cell = xcalloc((size_t)l.width * l.height, sizeof *l.cell);
	return l;
}

/* The name of a block as it is written above all of them when a name has room for that many letters: where the longest has not,
 * without its first word, or nothing where it has one only. */
static const char *
layout_name(const plot_layout *l, uint32_t block, size_t letters)
{
	const char *name = l->block[block].name, *space = strchr(name, ' ');
	size_t longest = 0;

	for (uint32_t i = 0; i < l->blocks; i++)
		longest = strlen(l->block[i].name) > longest ? strlen(l->block[i].name) : longest;
	return longest <= letters ? name : space ? space + 1 : "";
}

/* Put the owners on the page; how many nodes are idle.  Unavailable nodes are left out. */
static uint32_t
fill(plot_layout *l, const owners *w)
{
	uint32_t idle = 0;

	for (uint32_t v = 0; v < w->machine->nodes; v++) {
		uint32_t *cell = &l->cell[(size_t)l->y[v] * l->width + l->x[v]];

		if (w->of[v] != NONE)
			*cell = FIRST + w->rank[w->of[v]];
		else if (machine_has(w->machine, v))
			*cell = IDLE;
		idle += *cell == IDLE;
	}
	return idle;
}

static char
letter(uint32_t what)
{
	static const char letters[] = " .ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

	return what < FIRST + LETTERS ? letters[what] : '#';
}

static void
write_page(const plot_layout *l, FILE *out)
{
	char *text = xalloc((size_t)l->width * l->height, 1);

	for (size_t i = 0; i < (size_t)l->width * l->height; i++)
		text[i] = l->cell[i] ? letter(l->cell[i]) : ' ';
	for (uint32_t b = 0; b < l->blocks; b++) {
		const struct layout_block *k = &l->block[b];
		const char *name = layout_name(l, b, k->width);
		size_t length = strlen(name), room = l->width - k->x;

		memcpy(text + (size_t)(k->y - 1) * l->width + k->x, name, length < room ? length : room);
	}
	for (uint32_t y = 0; y < l->height; y++)
		fprintf(out, "%.*s\n", (int)l->width, text + (size_t)y * l->width);
}

/* The largest owners and their nodes, in lines no longer than the page. */
static void
write_legend(FILE *out, const owners *w, uint32_t idle, int width)
{
	int used = 0;
	uint32_t named = w->name.count < NAMED ? w->name.count : NAMED;

	for (uint32_t i = 0; i <= named; i++) {
		const char *name = i < named ? names_at(&w->name, w->owner[i].name) : NULL;
		char *entry = name ? xprintf("%c %s (%u)", letter(FIRST + i), *name ? name : "none", w->owner[i].nodes) :
			w->name.count > named ? xprintf(". idle (%u), and %u others", idle, w->name.count - named) : xprintf(". idle (%u)", idle);

		if (used > 0 && used + 2 + (int)strlen(entry) <= width) {
			used += fprintf(out, "  ");
		} else {
			fputs("\n", out);
			used = 0;
		}
		used += fprintf(out, "%s", text_clean(entry));
	}
	fputs("\n", out);
}

static void
run(const cli *c, void *given)
{
	const nodes_options *o = given;
	picture_options asked = o->picture;
	picture p;
	owners w;
	plot_layout l;
	uint32_t idle;
	char *text;
	size_t size;
	FILE *out;

	if (asked.format != PICTURE_ANY && asked.format != PICTURE_TEXT)
		die(FAIL_USAGE, "--format: a map of nodes is text");
	asked.format = PICTURE_TEXT;
	picture_open(&p, &asked);
	owners_read(&w, c, o->case_, o->by);
	l = layout_of(w.machine, 0.5 * p.width / (0.75 * p.height), (uint32_t)p.width);	/* characters are twice as high as wide */
	idle = fill(&l, &w);
	out = xmemory_open(&text, &size);
	write_page(&l, out);
	write_legend(out, &w, idle, p.width);
	xmemory_close(out);
	picture_close_text(&p, text);
}

static const cli_option known[] = {
	{ "case", "NAME", "the case that is drawn [the only one]", option_text, offsetof(nodes_options, case_) },
	{ "by", "COL", "jobs that are alike in it have one letter [job]", option_text, offsetof(nodes_options, by) },
	{ 0 }
};

const subcommand plot_nodes = { "nodes", "a map of the machine in text: which job has each node",
	"[FILE]", "Draw a map of the machine in characters: which job has each node.", .options = known, .groups = picture_group, .size = sizeof(nodes_options),
	.defaults = &(const nodes_options){ .by = "job" }, .run = run };
