/* advise -- map advise: every way to give pairs of nodes equal parts of a lattice, by the time of a halo exchange (pairgrid.h), or by the
 * fullest link of the machine with its service nodes. */
#include "map/torus/advise.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/command.h"
#include "lib/load/placed.h"
#include "lib/machine/lattice/prism.h"
#include "lib/pattern/dims.h"
#include "lib/stream/sink.h"

/* --- what a part comes to on the pairs that the machine has: around its service nodes */

typedef struct measure {
	const machine *machine;
	loads loads;		/* of minimal ways */
	uint32_t *idle;		/* [routers] nodes that jobs may have */
	uint32_t *router;	/* [routers] of a prism's pairs */
	bool found;		/* such a prism, */
	uint32_t pairs[PRISM_DIMS];	/* when last it was looked for */
} measure;

/* What the tasks send, as the row of a table says it. */
static void
read_traffic(const prism_grid *g, const uint32_t *block, int64_t site_bytes, const char *periodic, traffic *t)
{
	uint32_t site[PRISM_GRID];
	traffic_columns at;
	char *dims, *sites, *text;
	table *in;
	row r;

	for (int d = 0; d < g->dims; d++)
		site[d] = g->dim[d] * block[d];
	dims = write_dims(g->dims, g->dim);
	sites = write_dims(g->dims, site);
	text = xprintf("pattern,dims,lattice,site_bytes,periodic\nlattice,%s,%s,%" PRId64 ",%s\n", dims, sites, site_bytes, periodic);
	in = table_open_text("--site-bytes", text, strlen(text));
	table_next(in, &r);
	traffic_find(&at, in);
	traffic_read(t, in, &r, &at, (uint32_t)dims_product(g->dims, g->dim), false, 1, "1", "advise");
	table_close(in);
	free_all(dims, sites, text);
}

/* --- parts */

/* A row of the table. */
typedef struct advice_row {
	uint32_t prism[AXES];	/* pairs along x, y and z */
	int along[AXES];	/* the axis of each dimension */
	uint32_t grid[PATTERN_DIMS];	/* sites of a pair, a dimension */
	uint32_t cell[PATTERN_DIMS];	/* its tasks, likewise */
	exchange time;
	int split;		/* where it is measured: the dimension of the cell divided between the nodes of the pair, */
	placed placed;		/* and what it comes to */
	size_t number;		/* in the order tried */
} advice_row;

typedef struct advice {
	const advise_options *o;
	const int *along;	/* the order of axes under way */
	advice_row under_way;		/* its prism and axes */
	advice_row *part;
	size_t parts, room;
	bool divides;		/* some prism divides the lattice */
	bool splits;		/* the part of some pair divides among its tasks */
	measure measure;	/* for BY_LINK */
} advice;

/* The columns. */
enum { SHAPE, PAIR_GRID, PRISM, ALONG, CELL, BLOCK, AT_ONCE, IN_TURN, AT_ONCE_GAIN, IN_TURN_GAIN, COLUMNS, SPLIT = COLUMNS, FULLEST,
	HOP_BYTES, ALL_COLUMNS };

/* The cell of tasks whose blocks have the least surface. */
typedef struct cell_cut {
	const uint32_t *grid;
	int dims;
	uint64_t surface;	/* UINT64_MAX: there is none */
	uint32_t cell[PATTERN_DIMS];
} cell_cut;

static void
consider_cell(const uint32_t *cell, void *of)
{
	cell_cut *c = of;
	uint64_t surface = 0;

	for (int d = 0; d < c->dims; d++) {
		uint64_t face = 1;

		if (c->grid[d] % cell[d] != 0)
			return;
		for (int e = 0; e < c->dims; e++)
			face *= e == d ? 1 : c->grid[e] / cell[e];
		surface += face;
	}
	if (surface >= c->surface)
		return;
	c->surface = surface;
	memcpy(c->cell, cell, (size_t)c->dims * sizeof *cell);
}

/* What a site of the first three dimensions sends, for all those behind it that stay on the pair. */
static double
bytes_of(const advise_options *o)
{
	return (double)o->site_bytes * (o->lattice.dims > AXES ? o->lattice.n[AXES] : 1);
}

static void
keep(advice *a, advice_row *p)
{
	p->number = a->parts;
	a->part = xgrow(a->part, &a->room, a->parts + 1, sizeof *a->part);
	a->part[a->parts++] = *p;
}

/* A part with its split; false when the machine has no such prism. */
static bool
measured(advice *a, advice_row *p)
{
	const advise_options *o = a->o;
	prism_grid g = { .dims = o->lattice.dims, .split = p->split };
	measure *s = &a->measure;
	uint32_t block[PATTERN_DIMS], *node;
	prism wanted = { 0 };
	prism_found f;
	traffic t;

	for (int d = 0; d < g.dims; d++) {
		g.cell[d] = p->cell[d];
		g.dim[d] = p->cell[d] * (d < AXES ? p->prism[p->along[d]] : 1);
		block[d] = p->grid[d] / p->cell[d];
	}
	memcpy(g.along, p->along, sizeof g.along);
	memcpy(g.pairs, p->prism, sizeof g.pairs);
	/* Has the machine, idle but for its service nodes, the prism of g?  Then what an iteration comes to on it.  Each task has a
	 * block of that many sites, each of which sends site_bytes over a face; `periodic`: the dimensions that wrap around, as "xz". */
	if (memcmp(g.pairs, s->pairs, sizeof s->pairs) != 0) {
		memcpy(wanted.pairs, g.pairs, sizeof s->pairs);
		memcpy(s->pairs, g.pairs, sizeof s->pairs);
		s->found = prism_find(s->machine, s->idle, &wanted, s->router, &f);
	}
	if (!s->found)
		return false;
	read_traffic(&g, block, o->site_bytes, o->periodic, &t);
	node = xalloc(t.tasks, sizeof *node);
	prism_place(s->machine, &g, s->router, node);
	p->placed = placed_count(&t, s->machine, node, &s->loads, NULL);
	free(node);
	traffic_release(&t);
	return true;
}

/* A part whose prism, axes, grid and cell are there; where it is measured with each split of the cell. */
static void
add_part(advice *a, advice_row *p)
{
	const advise_options *o = a->o;
	uint32_t nodes = o->machine ? o->machine->nodes / o->machine->routers : 1;
	double points[AXES];
	bool alone[AXES];

	a->splits = true;
	for (int d = 0; d < AXES; d++)
		points[p->along[d]] = p->grid[d];
	for (int k = 0; k < AXES; k++)
		alone[k] = p->prism[k] == 1;
	p->time = pairgrid_time(points, alone, bytes_of(o), o->bandwidth);
	if (!o->machine)
		keep(a, p);
	for (p->split = 0; o->machine && p->split < (nodes > 1 ? o->lattice.dims : 1); p->split++)
		if (p->cell[p->split] % nodes == 0 && measured(a, p))
			keep(a, p);
}

/* Any cell will do where the lattice is made of blocks. */
static void
consider_blocks(const uint32_t *cell, void *of)
{
	advice *a = of;
	advice_row p = a->under_way;

	for (int d = 0; d < AXES; d++) {
		p.cell[d] = cell[d];
		p.grid[d] = cell[d] * a->o->lattice.n[d];
	}
	add_part(a, &p);
}

/* Of a lattice that is given: does the prism divide it, and the pair's part its tasks? */
static void
consider_lattice(advice *a)
{
	const extents *lattice = &a->o->lattice;
	advice_row p = a->under_way;
	cell_cut c = { .grid = p.grid, .dims = lattice->dims, .surface = UINT64_MAX };

	for (int d = 0; d < lattice->dims; d++) {
		uint32_t n = d < AXES ? p.prism[p.along[d]] : 1;

		if (lattice->n[d] % n != 0)
			return;
		p.grid[d] = lattice->n[d] / n;
	}
	a->divides = true;
	factors_each((uint32_t)a->o->tasks, lattice->dims, consider_cell, &c);
	if (c.surface == UINT64_MAX)
		return;
	memcpy(p.cell, c.cell, sizeof p.cell);
	add_part(a, &p);
}

/* A prism, with the order of axes under way, if the machine is large enough. */
static void
consider_prism(const uint32_t *pairs, void *of)
{
	advice *a = of;
	const advise_options *o = a->o;

	for (int i = 0; i < AXES; i++)
		if (pairs[i] > o->extent[i])
			return;
	memcpy(a->under_way.prism, pairs, sizeof a->under_way.prism);
	memcpy(a->under_way.along, a->along, sizeof a->under_way.along);
	if (!o->block_given) {
		consider_lattice(a);
		return;
	}
	a->divides = true;
	factors_each((uint32_t)o->tasks, AXES, consider_blocks, a);
}

/* Is this order of axes one that says something new?  Dimensions of equal extents can change places. */
static bool
wanted(const advise_options *o, const int *along)
{
	if (option_given("axes"))
		return memcmp(along, o->axes, AXES * sizeof *along) == 0;
	for (int d = 0; d < AXES; d++)
		for (int e = d + 1; e < AXES; e++)
			if (o->lattice.n[d] == o->lattice.n[e] && along[d] > along[e])
				return false;
	return true;
}

static void
find_parts(advice *a)
{
	static const int order[][AXES] = { { 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 }, { 1, 2, 0 }, { 2, 0, 1 }, { 2, 1, 0 } };
	const advise_options *o = a->o;

	for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
		if (!wanted(o, order[i]))
			continue;
		a->along = order[i];
		if (o->prism.dims)
			consider_prism(o->prism.n, a);
		else
			factors_each((uint32_t)o->pairs, AXES, consider_prism, a);
	}
	if (!a->divides && o->prism.dims)
		die(FAIL_USAGE, "--prism: does not divide --lattice '%s'", option_given("lattice"));
	if (!a->divides && o->block_given)
		die(FAIL_USAGE, "--pairs: '%" PRId64 "': the machine can hold no prism of them", o->pairs);
	if (!a->divides)
		die(FAIL_USAGE, "--lattice: '%s': no prism of %" PRId64 " pairs %sdivides it", option_given("lattice"), o->pairs,
			o->cli.machine ? "that the machine can hold " : "");
	if (a->splits && a->parts == 0)
		die(FAIL_USAGE, "--by: 'link': '%s' has no such prism around its service nodes, or no cell divides between the nodes of a pair",
			o->machine->spec);
	if (a->parts == 0)
		die(FAIL_USAGE, "--tasks-per-pair: '%" PRId64 "': no cell of this number of tasks divides a pair's part of --lattice '%s'",
			o->tasks, option_given("lattice"));
}

/* The order of rows: by one figure, then by another, then as they were tried: by axes and prism. */
static const advise_options *sorting;

static int
by_figures(const void *x, const void *y)
{
	const advice_row *a = x, *b = y;
	double once = a->time.at_once - b->time.at_once, turn = a->time.in_turn - b->time.in_turn;
	double first = sorting->by == BY_LINK ? a->placed.busiest - b->placed.busiest : sorting->by == BY_ONE ? turn : once;
	double second = sorting->by == BY_LINK ? a->placed.hop_bytes - b->placed.hop_bytes : sorting->by == BY_ONE ? once : turn;

	if (first == 0)
		first = second;
	return first != 0 ? (first > 0) - (first < 0) : (a->number > b->number) - (a->number < b->number);
}

static void
put_text(sink *s, int column, char *text)
{
	sink_put(s, column, text);
	free(text);
}

/* The times, and how much less they are than those of a cube. */
static void
put_times(sink *s, exchange t, exchange cube)
{
	sink_put_real(s, AT_ONCE, t.at_once);
	sink_put_real(s, IN_TURN, t.in_turn);
	if (t.at_once > 0) {
		sink_put_real(s, AT_ONCE_GAIN, cube.at_once / t.at_once);
		sink_put_real(s, IN_TURN_GAIN, cube.in_turn / t.in_turn);
	}
}

/* A grid of real numbers. */
static void
put_real(sink *s, const advise_options *o, const char *shape, const double *points, exchange cube)
{
	char *three = xprintf("%.9gx%.9gx%.9g", points[0], points[1], points[2]);

	sink_put(s, SHAPE, shape);
	if (o->lattice.dims > AXES)
		put_text(s, PAIR_GRID, xprintf("%sx%" PRIu32, three, o->lattice.n[AXES]));
	else
		sink_put(s, PAIR_GRID, three);
	free(three);
	sink_put(s, ALONG, "xyz");
	put_times(s, pairgrid_time(points, NULL, bytes_of(o), o->bandwidth), cube);
	sink_row(s, NULL);
}

static void
put_part(sink *s, const advise_options *o, const advice_row *p, exchange cube)
{
	uint32_t block[PATTERN_DIMS];
	int dims = o->lattice.dims;

	for (int d = 0; d < dims; d++)
		block[d] = p->grid[d] / p->cell[d];
	sink_put(s, SHAPE, "grid");
	put_text(s, PAIR_GRID, write_dims(dims, p->grid));
	put_text(s, PRISM, write_dims(AXES, p->prism));
	put_text(s, ALONG, xprintf("%c%c%c", "xyz"[p->along[0]], "xyz"[p->along[1]], "xyz"[p->along[2]]));
	put_text(s, CELL, write_dims(dims, p->cell));
	put_text(s, BLOCK, write_dims(dims, block));
	put_times(s, p->time, cube);
	if (o->machine) {
		sink_put_int(s, SPLIT, p->split);
		sink_put_real(s, FULLEST, p->placed.busiest);
		sink_put_real(s, HOP_BYTES, p->placed.hop_bytes);
	}
	sink_row(s, NULL);
}

static void
write_advice(const advice *a)
{
	static const char *const column[ALL_COLUMNS] = { "shape", "pair_grid", "prism", "along", "cell", "block",
		"all_at_once_s", "one_at_a_time_s", "all_at_once_gain", "one_at_a_time_gain", "split", "fullest_link_s", "hop_bytes" };
	const advise_options *o = a->o;
	const uint32_t *n = o->lattice.n;
	double sites = (double)n[0] * n[1] * n[2], volume = o->block_given ? sites * (double)o->tasks : sites / (double)o->pairs,
		side = cbrt(volume), best[AXES];
	const double even[AXES] = { side, side, side };
	exchange cube = pairgrid_time(even, NULL, bytes_of(o), o->bandwidth);
	sink *s = sink_open(NULL, &o->cli);

	for (int i = 0; i < (o->machine ? ALL_COLUMNS : COLUMNS); i++)
		sink_own(s, column[i]);
	sink_header(s, NULL);
	pairgrid_best(volume, o->bandwidth, best);
	if (o->continuous) {
		put_real(s, o, "optimum", best, cube);
		put_real(s, o, "cube", even, cube);
	}
	for (size_t i = 0; i < a->parts; i++)
		put_part(s, o, &a->part[i], cube);
	sink_close(s);
}

int
advise_run(int argc, char **argv)
{
	advise_options o;
	advice a = { .o = &o };

	advise_options_read(&o, argc, argv);
	if (o.machine) {
		const machine *m = o.machine;
		measure *s = &a.measure;

		*s = (measure){ .machine = m, .idle = xcalloc(m->routers, sizeof *s->idle), .router = xalloc(m->routers, sizeof *s->router) };
		for (uint32_t v = 0; v < m->nodes; v++)
			s->idle[m->node_router[v]] += machine_has(m, v);
		placed_ways(&s->loads, m, NULL, 0);
	}
	find_parts(&a);
	sorting = &o;
	qsort(a.part, a.parts, sizeof *a.part, by_figures);
	write_advice(&a);
	close_stdout();
	return 0;
}
