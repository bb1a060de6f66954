/* cuboid -- see cuboid.h.
 *
 * The machine as a lattice of cells, one a block.  The search goes dimension by dimension: with the extents of the first d dimensions
 * chosen, free[d][c] is the number of idle nodes in the cuboid that has these extents and 1 in the others and
 * whose first cell is c.  One step more of extent adds one slab, and in the last dimension the shortest runs that
 * have enough are found by going along each row once. */
#include "alloc/shapes/cuboid.h"

#include <assert.h>
#include <stdlib.h>

#include "lib/cli/cli.h"
#include "lib/machine/lattice/lattice.h"

#define TAKEN UINT32_MAX	/* in free[]: a job has a node there, or it reaches over the edge */

typedef struct cuboid_grid {
	const lattice *lattice;
	int dims;
	uint32_t block[MACHINE_DIMS];	/* routers a cell */
	uint32_t extent[MACHINE_DIMS];	/* in cells */
	uint32_t stride[MACHINE_DIMS];
	uint32_t cells;
} cuboid_grid;

typedef struct box {
	uint64_t cells;		/* 0: none */
	uint64_t sum;		/* of its extents in routers */
	uint32_t corner;	/* its first cell */
	uint32_t extent[MACHINE_DIMS];
} box;

typedef struct cuboid_search {
	const cuboid_grid *grid;
	uint32_t need;
	uint32_t least;		/* cells, at least */
	uint32_t *free[MACHINE_DIMS];
	uint32_t extent[MACHINE_DIMS];	/* those chosen */
	box best;
	cuboid_order order;
} cuboid_search;

static void
grid_init(cuboid_grid *g, const machine *m, const uint32_t *block)
{
	const lattice *l = m->shape;

	*g = (cuboid_grid){ .lattice = l, .dims = l->dims, .cells = 1 };
	for (int d = 0; d < l->dims; d++) {
		g->block[d] = block ? block[d] : 1;
		g->extent[d] = l->extent[d] / g->block[d];
		g->stride[d] = g->cells;
		g->cells *= g->extent[d];
	}
}

static uint32_t
cell_at(const cuboid_grid *g, uint32_t router, int d)
{
	return lattice_at(g->lattice, router, d) / g->block[d];
}

/* May a cuboid have this extent, in cells? */
static bool
may_have(const cuboid_grid *g, int d, uint32_t extent)
{
	return !g->lattice->ring[d] || extent == g->extent[d] || 2 * ((uint64_t)extent * g->block[d] - 1) < g->lattice->extent[d];
}

/* Is the router in the cuboid? */
static bool
within(const cuboid_grid *g, const box *b, uint32_t router)
{
	for (int d = 0; d < g->dims; d++)
		if (cell_at(g, router, d) - b->corner / g->stride[d] % g->extent[d] >= b->extent[d])
			return false;
	return true;
}

/* Idle nodes by cell. */
static void
count_idle(const occupancy *o, const cuboid_grid *g, uint32_t *free)
{
	for (uint32_t c = 0; c < g->cells; c++)
		free[c] = 0;
	for (uint32_t v = 0; v < o->machine->nodes; v++) {
		uint32_t *here = free;

		for (int d = 0; d < g->dims; d++)
			here += cell_at(g, o->machine->node_router[v], d) * g->stride[d];
		if (o->busy[v] && machine_has(o->machine, v))
			*here = TAKEN;
		else if (!o->busy[v] && *here != TAKEN)
			++*here;
	}
}

/* Is a cuboid better than another?  Extents come in ascending order, those of the first dimension slowest, so of equals the last one is. */
static bool
better(cuboid_order order, const box *a, const box *b)
{
	uint64_t first_a = order == SMALL ? a->cells : a->sum, then_a = order == SMALL ? a->sum : a->cells;
	uint64_t first_b = order == SMALL ? b->cells : b->sum, then_b = order == SMALL ? b->sum : b->cells;

	if (first_a != first_b || then_a != then_b)
		return first_a != first_b ? first_a < first_b : then_a < then_b;
	return a->corner <= b->corner;
}

/* Weigh the cuboid at `corner` with the extents chosen and this one in the last dimension. */
static void
offer(cuboid_search *s, uint32_t corner, uint32_t last)
{
	const cuboid_grid *g = s->grid;
	box b = { .cells = 1, .corner = corner };

	s->extent[g->dims - 1] = last;
	for (int d = 0; d < g->dims; d++) {
		b.extent[d] = s->extent[d];
		b.cells *= s->extent[d];
		b.sum += (uint64_t)s->extent[d] * g->block[d];
	}
	if (s->best.cells == 0 || better(s->order, &b, &s->best))
		s->best = b;
}

/* The row along the last dimension whose first cell is `first`: its shortest runs that have enough. */
static void
scan_row(cuboid_search *s, uint32_t first)
{
	int last = s->grid->dims - 1;
	uint32_t cells = s->grid->extent[last], stride = s->grid->stride[last], low = 0, sum = 0, taken = 0;
	const uint32_t *at = s->free[last] + first;
	bool whole = false;	/* a run that is too long for a ring: the whole of it, if no cell is taken */

	for (uint32_t high = 0; high < cells; high++) {
		if (at[(size_t)high * stride] == TAKEN) {
			low = high + 1;
			sum = 0;
			taken++;
			continue;
		}
		sum += at[(size_t)high * stride];
		while (low < high && sum - at[(size_t)low * stride] >= s->need)
			sum -= at[(size_t)low++ * stride];
		if (sum < s->need)
			continue;
		if (may_have(s->grid, last, high - low + 1))
			offer(s, first + low * stride, high - low + 1);
		else
			whole = true;
	}
	if (whole && taken == 0)
		offer(s, first, cells);
}

/* Add one slab, in dimension d, to the cuboids of free[d + 1], which have `extent` there; are there any left? */
static bool
widen(cuboid_search *s, int d, uint32_t extent)
{
	const cuboid_grid *g = s->grid;
	uint32_t span = g->extent[d] * g->stride[d], reach = extent * g->stride[d];
	bool any = false;

	for (uint32_t first = 0; first < g->cells; first += span) {
		const uint32_t *slab = s->free[d] + first + reach;
		uint32_t *wide = s->free[d + 1] + first;

		for (uint32_t c = 0; c < span - reach; c++) {
			wide[c] = wide[c] == TAKEN || slab[c] == TAKEN ? TAKEN : wide[c] + slab[c];
			any |= wide[c] != TAKEN;
		}
		for (uint32_t c = span - reach; c < span; c++)
			wide[c] = TAKEN;
	}
	return any;
}

/* Try all extents of dimensions d and above; `cells` is the product of those chosen below. */
static void
descend(cuboid_search *s, int d, uint64_t cells)
{
	const cuboid_grid *g = s->grid;

	if (d == g->dims - 1) {
		for (uint32_t first = 0; first < g->stride[d]; first++)
			scan_row(s, first);
		return;
	}
	for (uint32_t c = 0; c < g->cells; c++)
		s->free[d + 1][c] = s->free[d][c];
	for (uint32_t extent = 1;; extent++) {
		uint64_t so_far = cells * extent, above = g->cells / g->stride[d + 1];

		s->extent[d] = extent;
		if (may_have(g, d, extent) && so_far * above >= s->least)
			descend(s, d + 1, so_far);
		if (extent == g->extent[d] || !widen(s, d, extent))
			return;
	}
}

bool
cuboid_choose(const occupancy *o, const uint32_t *block, cuboid_order order, uint32_t need, uint32_t *out)
{
	uint32_t most = 0, n = 0;
	cuboid_search s = { .need = need, .order = order };
	cuboid_grid g;

	grid_init(&g, o->machine, block);
	assert(g.dims > 0);
	s.grid = &g;
	for (int d = 0; d < g.dims; d++)
		s.free[d] = xalloc(g.cells, sizeof *s.free[d]);
	count_idle(o, &g, s.free[0]);
	for (uint32_t c = 0; c < g.cells; c++)
		if (s.free[0][c] != TAKEN && s.free[0][c] > most)
			most = s.free[0][c];
	if (most > 0) {
		s.least = (need - 1) / most + 1;
		descend(&s, 0, 1);
	}
	for (int d = 0; d < g.dims; d++)
		free(s.free[d]);
	for (uint32_t v = 0; s.best.cells && n < need; v++)
		if (!o->busy[v] && within(&g, &s.best, o->machine->node_router[v]))
			out[n++] = v;
	return s.best.cells > 0;
}

uint32_t
cuboid_reserve(const occupancy *o, const uint32_t *block, const uint32_t *node, uint32_t n, uint32_t *out)
{
	const machine *m = o->machine;
	box b = { .cells = 1 };
	uint32_t count = 0;
	cuboid_grid g;

	grid_init(&g, m, block);
	for (int d = 0; d < g.dims; d++) {
		uint32_t low = UINT32_MAX, high = 0;

		for (uint32_t i = 0; i < n; i++) {
			uint32_t at = cell_at(&g, m->node_router[node[i]], d);

			low = at < low ? at : low;
			high = at > high ? at : high;
		}
		if (!may_have(&g, d, high - low + 1)) {
			low = 0;
			high = g.extent[d] - 1;
		}
		b.corner += low * g.stride[d];
		b.extent[d] = high - low + 1;
	}
	for (uint32_t v = 0; v < m->nodes; v++)
		if (!o->busy[v] && within(&g, &b, m->node_router[v]))
			out[count++] = v;
	return count;
}
