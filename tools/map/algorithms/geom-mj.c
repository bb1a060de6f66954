/* geom-mj -- MULTI-JAGGED: the process grid and its ranks are cut into slices, those into slices along another axis, and so on
 * (Deveci, Rajamanickam, Leung, Pedretti, Olivier, Bunde, Çatalyürek and Devine, "Exploiting geometric partitioning in
 * task mapping for parallel computers", IPDPS 2014; Balzuweit et al., "Local search to improve task mapping", V).
 *
 * A dimension of the job is cut into all its tasks at once, where GEOM (geom.c) cuts it in two: the ranks are sorted along the
 * axis on which it lies and dealt out in slices of one size.  Every slice is then cut along the next dimension on its own.
 *
 * All rotations are tried: all choices of axes for the job's dimensions, and for each of them all orders in which dimensions
 * can be cut.  The cheapest mapping stays, at a tie the first.  On a torus coordinates begin after the longest stretch that has
 * no ranks, so that an allocation across the machine's end is in one piece. */
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "map/support/assignment.h"
#include "map/support/rank-axes.h"
#include "map/support/task-grid.h"

/* As many rotations at most: all of a job of 4 dimensions on 4 axes, 3 on 6, 2 on 19.  On more axes only those count
 * along which the ranks extend most, as many as that allows. */
enum { MOST_ROTATIONS = 720 };

typedef struct mj {
	const placement *p;
	rank_axes ranks;		/* the ranks; below they are named by their number there */
	task_grid grid;		/* without dimensions of one task */
	int wide[MACHINE_DIMS];	/* axes to choose from, that where the ranks extend most first */
	int wides;
	/* A rotation: */
	bool taken[MACHINE_DIMS];
	int axis_of[PATTERN_DIMS];
	uint32_t *sorted[PATTERN_DIMS];	/* [tasks] ranks, sorted along the axis of dimension d */
	bool cut[PATTERN_DIMS];	/* is this dimension in order[] yet? */
	int order[PATTERN_DIMS];
	/* A cut: */
	uint32_t *part, *task;	/* [tasks] of a rank: its slice, and what is known of its task */
	uint32_t *count;	/* [tasks] ranks dealt out in a part */
	/* Results: */
	uint32_t *rank, *best;	/* [tasks] */
	uint64_t cost;		/* of best[] */
} mj;

/* Cut the job along its dimensions in the order chosen.  All parts are cut in one go through the sorted ranks. */
static void
cut_job(mj *g)
{
	uint32_t n = g->p->tasks, parts = 1;

	memset(g->part, 0, n * sizeof *g->part);
	memset(g->task, 0, n * sizeof *g->task);
	for (int k = 0; k < g->grid.dims; k++) {
		int d = g->order[k];
		uint32_t slices = g->grid.dim[d], size = n / parts / slices;

		memset(g->count, 0, parts * sizeof *g->count);
		for (uint32_t i = 0; i < n; i++) {
			uint32_t r = g->sorted[d][i], slice = g->count[g->part[r]]++ / size;

			g->part[r] = g->part[r] * slices + slice;
			g->task[r] += slice * g->grid.stride[d];
		}
		parts *= slices;
	}
	for (uint32_t r = 0; r < n; r++)
		g->rank[g->task[r]] = g->ranks.rank[r];
}

/* All orders of the dimensions, the first k of which are chosen. */
static void
try_orders(mj *g, int k)
{
	if (k == g->grid.dims) {
		uint32_t *worse = g->best;
		uint64_t cost;

		cut_job(g);
		cost = cost_total(g->p, g->rank);
		if (cost >= g->cost)
			return;
		g->cost = cost;
		g->best = g->rank;
		g->rank = worse;
		return;
	}
	for (int d = 0; d < g->grid.dims; d++)
		if (!g->cut[d]) {
			g->cut[d] = true;
			g->order[k] = d;
			try_orders(g, k + 1);
			g->cut[d] = false;
		}
}

/* Ranks of one coordinate are ordered by the axes of the other dimensions, then by the axes that are left; with --cut-tie
 * machine by the axes as the machine has them. */
static void
sort_ranks(mj *g)
{
	const rank_axis *by[MACHINE_DIMS];
	bool machine_order = cut_tie() == TIE_MACHINE;
	int count = machine_order ? 0 : g->grid.dims;

	for (int d = 0; d < count; d++)
		by[d] = &g->ranks.axis[g->axis_of[d]];
	for (int a = 0; a < g->ranks.axes; a++)
		if (machine_order || !g->taken[a])
			by[count++] = &g->ranks.axis[a];
	for (int d = 0; d < g->grid.dims; d++)
		g->sorted[d] = rank_axes_sort(&g->ranks, by, count, machine_order ? g->axis_of[d] : d);
}

/* All choices of axes for dimension d and those after it.  Axes along which the ranks do not extend are all the same. */
static void
try_axes(mj *g, int d)
{
	bool flat_tried = false;

	if (d == g->grid.dims) {
		sort_ranks(g);
		try_orders(g, 0);
		for (int e = 0; e < d; e++)
			free(g->sorted[e]);
		return;
	}
	for (int k = 0; k < g->wides; k++) {
		int a = g->wide[k];
		bool flat = g->ranks.axis[a].extent == 1;

		if (g->taken[a] || (flat && flat_tried))
			continue;
		flat_tried = flat;
		g->taken[a] = true;
		g->axis_of[d] = a;
		try_axes(g, d + 1);
		g->taken[a] = false;
	}
}

/* How many rotations a job of that many dimensions has on that many axes. */
static uint32_t
rotations(int dims, int axes)
{
	uint32_t count = 1;

	for (int d = 0; d < dims; d++)
		count *= (uint32_t)(axes - d) * (uint32_t)(d + 1);
	return count;
}

static void
place(const placement *p, uint32_t *rank)
{
	mj g = { .p = p, .grid = task_grid_of(p), .cost = UINT64_MAX };

	task_grid_flatten(&g.grid);
	rank_axes_init(&g.ranks, p, g.grid.dims > p->machine->dims ? g.grid.dims : p->machine->dims);
	rank_axes_unwrap(&g.ranks, p->machine);
	/* The axes from which the job's dimensions choose. */
	for (int a = 0; a < g.ranks.axes; a++) {
		int k = a;

		for (; k > 0 && g.ranks.axis[g.wide[k - 1]].extent < g.ranks.axis[a].extent; k--)
			g.wide[k] = g.wide[k - 1];
		g.wide[k] = a;
	}
	g.wides = g.ranks.axes;
	while (g.wides > g.grid.dims && rotations(g.grid.dims, g.wides) > MOST_ROTATIONS)
		g.wides--;
	g.part = xalloc(p->tasks, sizeof *g.part);
	g.task = xalloc(p->tasks, sizeof *g.task);
	g.count = xalloc(p->tasks, sizeof *g.count);
	g.rank = xalloc(p->tasks, sizeof *g.rank);
	g.best = xalloc(p->tasks, sizeof *g.best);
	try_axes(&g, 0);
	memcpy(rank, g.best, p->tasks * sizeof *rank);
	rank_axes_free(&g.ranks);
	free_all(g.part, g.task, g.count, g.rank, g.best);
}

const mapping mapping_geom_mj = {
	.name = "geom-mj", .about = "multi-jagged: process grid and ranks are cut into slices along the same axes, all rotations tried",
	.needs = NEEDS_TRAFFIC | NEEDS_COORDINATES | NEEDS_GRID,
	.option = { &option_cut_tie, &option_rank_tie_order, &option_rank_tie_axes, &option_task_order }, .place = place,
};
