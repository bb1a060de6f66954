/* advise -- map advise: every way to give pairs of nodes equal parts of a lattice, by the time of a halo exchange (pairgrid.h). */
#include "map/torus/advise.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/command.h"
#include "lib/pattern/dims.h"
#include "lib/stream/sink.h"

/* A row of the table. */
typedef struct part {
	uint32_t prism[AXES];	/* pairs along x, y and z */
	int along[AXES];	/* the axis of each dimension */
	uint32_t grid[PATTERN_DIMS];	/* sites of a pair, a dimension */
	uint32_t cell[PATTERN_DIMS];	/* its tasks, likewise */
	exchange time;
} part;

typedef struct advice {
	const advise_options *o;
	const int *along;	/* the order of axes under way */
	part *part;
	size_t parts, room;
	bool divides;		/* some prism divides the lattice */
} advice;

/* The columns. */
enum { SHAPE, PAIR_GRID, PRISM, ALONG, CELL, BLOCK, AT_ONCE, IN_TURN, AT_ONCE_GAIN, IN_TURN_GAIN, COLUMNS };

/* The cell of tasks whose blocks have the least surface. */
typedef struct cut {
	const uint32_t *grid;
	int dims;
	uint64_t surface;	/* UINT64_MAX: there is none */
	uint32_t cell[PATTERN_DIMS];
} cut;

static void
consider_cell(const uint32_t *cell, void *of)
{
	cut *c = of;
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

/* Sites of the dimensions that stay on the pair. */
static double
kept(const extents *lattice)
{
	return lattice->dims > AXES ? lattice->n[AXES] : 1;
}

static exchange
time_of(const advise_options *o, const part *p)
{
	double points[AXES];
	bool alone[AXES];

	for (int d = 0; d < AXES; d++)
		points[p->along[d]] = p->grid[d];
	for (int a = 0; a < AXES; a++)
		alone[a] = p->prism[a] == 1;
	return pairgrid_time(points, alone, (double)o->site_bytes * kept(&o->lattice), o->bandwidth);
}

/* A prism, with the order of axes under way: does it divide the lattice, and the pair's part its tasks? */
static void
consider_prism(const uint32_t *prism, void *of)
{
	advice *a = of;
	const extents *lattice = &a->o->lattice;
	part p;
	cut c = { .grid = p.grid, .dims = lattice->dims, .surface = UINT64_MAX };

	for (int d = 0; d < lattice->dims; d++) {
		uint32_t n = d < AXES ? prism[a->along[d]] : 1;

		if (lattice->n[d] % n != 0 || (d < AXES && n > a->o->extent[a->along[d]]))
			return;
		p.grid[d] = lattice->n[d] / n;
	}
	a->divides = true;
	factors_each((uint32_t)a->o->tasks, lattice->dims, consider_cell, &c);
	if (c.surface == UINT64_MAX)
		return;
	memcpy(p.prism, prism, sizeof p.prism);
	memcpy(p.along, a->along, sizeof p.along);
	memcpy(p.cell, c.cell, sizeof p.cell);
	p.time = time_of(a->o, &p);
	a->part = xgrow(a->part, &a->room, a->parts + 1, sizeof *a->part);
	a->part[a->parts++] = p;
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
	if (!a->divides)
		die(FAIL_USAGE, "--lattice: '%s': no prism of %" PRId64 " pairs %sdivides it", option_given("lattice"), o->pairs,
			o->cli.machine ? "that the machine can hold " : "");
	if (a->parts == 0)
		die(FAIL_USAGE, "--tasks-per-pair: '%" PRId64 "': no cell of this number of tasks divides a pair's part of --lattice '%s'",
			o->tasks, option_given("lattice"));
}

/* The order of rows: by one time, then by the other, then by axes and prism. */
static const advise_options *sorting;

static int
by_time(const void *x, const void *y)
{
	const part *a = x, *b = y;
	double once = a->time.at_once - b->time.at_once, turn = a->time.in_turn - b->time.in_turn;
	double first = sorting->in_turn ? turn : once, second = sorting->in_turn ? once : turn;
	int differ = 0;

	if (first != 0 || second != 0)
		return first != 0 ? (first > 0) - (first < 0) : (second > 0) - (second < 0);
	for (int i = 0; differ == 0 && i < AXES; i++)
		differ = a->along[i] - b->along[i];
	for (int i = 0; differ == 0 && i < AXES; i++)
		differ = (a->prism[i] > b->prism[i]) - (a->prism[i] < b->prism[i]);
	return differ;
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
		put_text(s, PAIR_GRID, xprintf("%sx%.9g", three, kept(&o->lattice)));
	else
		sink_put(s, PAIR_GRID, three);
	free(three);
	sink_put(s, ALONG, "xyz");
	put_times(s, pairgrid_time(points, NULL, (double)o->site_bytes * kept(&o->lattice), o->bandwidth), cube);
	sink_row(s, NULL);
}

static void
put_part(sink *s, const advise_options *o, const part *p, exchange cube)
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
	sink_row(s, NULL);
}

static void
write_advice(const advice *a)
{
	static const char *const column[COLUMNS] = { "shape", "pair_grid", "prism", "along", "cell", "block",
		"all_at_once_s", "one_at_a_time_s", "all_at_once_gain", "one_at_a_time_gain" };
	const advise_options *o = a->o;
	const uint32_t *n = o->lattice.n;
	double volume = (double)n[0] * n[1] * n[2] / (double)o->pairs, side = cbrt(volume), best[AXES];
	const double even[AXES] = { side, side, side };
	exchange cube = pairgrid_time(even, NULL, (double)o->site_bytes * kept(&o->lattice), o->bandwidth);
	sink *s = sink_open(NULL, &o->cli);

	for (int i = 0; i < COLUMNS; i++)
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
	find_parts(&a);
	sorting = &o;
	qsort(a.part, a.parts, sizeof *a.part, by_time);
	write_advice(&a);
	free(a.part);
	close_stdout();
	return 0;
}
