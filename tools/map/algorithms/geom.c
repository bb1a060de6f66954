/* geom -- GEOM: a job's process grid and its ranks are cut in two, again and again, along the same axes
 * (Balzuweit et al., "Local search to improve task mapping", II).
 *
 * The job is rotated so that its dimensions have the order of the extents of its ranks: where the ranks extend
 * most lies its longest one.  Then its longest dimension is cut in two, the larger part first, and as many ranks
 * as the first part has tasks go to it: those lowest along that axis.
 *
 * The ranks are kept sorted along every dimension of the job, so a cut takes time linear in what it cuts: n log n in all. */
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "map/blocks.h"
#include "map/mapping.h"

/* The ranks along one dimension. */
typedef struct axis {
	uint32_t *at;		/* [tasks] their coordinates */
	uint32_t low, extent;	/* of their bounding box: low … low + extent - 1 */
} axis;

typedef struct geom {
	const placement *p;
	uint32_t *used;		/* [tasks] the ranks that are used, ascending; below they are named by their place here */
	int dims;		/* of the job */
	int axes;		/* of the machine, or of the job where that has more; a job's others have one task */
	uint32_t dim[MACHINE_DIMS];
	axis axis[MACHINE_DIMS];	/* the machine's; once rotated: dimension d of the job lies along axis[d] */
	uint32_t stride[MACHINE_DIMS];	/* a step up d adds so much to a task's number */
	uint32_t *sorted[MACHINE_DIMS];	/* [tasks] ranks, sorted along d */
	uint8_t *first;		/* [tasks] is the rank in the first part of the cut under way? */
	uint32_t *aside;	/* [tasks] scratch */
	uint32_t *rank;		/* the result */
} geom;

/* Part of the job: so many tasks in each dimension, from there; its ranks are sorted[d][begin …], for every d. */
typedef struct part {
	uint32_t low[MACHINE_DIMS], size[MACHINE_DIMS];
	uint32_t begin, tasks;
} part;

static void
measure(axis *x, uint32_t tasks)
{
	uint32_t high = 0;

	x->low = UINT32_MAX;
	for (uint32_t i = 0; i < tasks; i++) {
		x->low = x->at[i] < x->low ? x->at[i] : x->low;
		high = x->at[i] > high ? x->at[i] : high;
	}
	x->extent = high - x->low + 1;
}

static void
find_coordinates(geom *g)
{
	const machine *m = g->p->machine;
	uint32_t n = g->p->tasks, at[MACHINE_DIMS];

	for (int a = 0; a < g->axes; a++)
		g->axis[a].at = xcalloc(n, sizeof *g->axis[a].at);
	for (uint32_t i = 0; i < n; i++) {
		m->kind->coordinates(m, m->node_router[g->p->node[g->used[i] / m->cores]], at);
		for (int a = 0; a < m->dims; a++)
			g->axis[a].at[i] = at[a];
	}
	for (int a = 0; a < g->axes; a++)
		measure(&g->axis[a], n);
}

/* The k-th longest dimension of the job goes along the axis where the ranks have the k-th largest extent; of equals
 * the lower comes first, on both sides. */
static void
pair_up(const geom *g, int *axis_of)
{
	bool taken[MACHINE_DIMS] = { false }, placed[MACHINE_DIMS] = { false };

	for (int k = 0; k < g->axes; k++) {
		int longest = -1, widest = -1;

		for (int i = 0; i < g->axes; i++) {
			if (!placed[i] && (longest < 0 || g->dim[i] > g->dim[longest]))
				longest = i;
			if (!taken[i] && (widest < 0 || g->axis[i].extent > g->axis[widest].extent))
				widest = i;
		}
		placed[longest] = taken[widest] = true;
		axis_of[longest] = widest;
	}
}

/* Bring dimensions and axes that go together to one place: that of the job's dimension, or of the machine's axis. */
static void
rotate(geom *g)
{
	geom was = *g;
	int axis_of[MACHINE_DIMS];

	pair_up(g, axis_of);
	for (int d = 0; d < g->axes; d++) {
		int at = g->p->knobs->tie == TIE_MACHINE ? axis_of[d] : d;

		g->axis[at] = was.axis[axis_of[d]];
		g->dim[at] = was.dim[d];
		g->stride[at] = was.stride[d];
	}
	if (g->p->knobs->tie == TIE_MACHINE)
		g->dims = g->axes;
}

/* Sort the ranks in list[] by their coordinates along x, stable, by counting. */
static void
sort_along(geom *g, const axis *x, bool descends, uint32_t *list)
{
	uint32_t n = g->p->tasks, *end = xcalloc((size_t)x->extent + 1, sizeof *end);

	for (uint32_t i = 0; i < n; i++) {
		uint32_t at = x->at[i] - x->low;

		end[(descends ? x->extent - 1 - at : at) + 1]++;
	}
	for (uint32_t c = 0; c < x->extent; c++)
		end[c + 1] += end[c];
	for (uint32_t i = 0; i < n; i++) {
		uint32_t at = x->at[list[i]] - x->low;

		g->aside[end[descends ? x->extent - 1 - at : at]++] = list[i];
	}
	memcpy(list, g->aside, n * sizeof *list);
	free(end);
}

/* All ranks along dimension d; those of one coordinate by the other dimensions, the lowest first, and then by number. */
static uint32_t *
sort_ranks(geom *g, int d)
{
	uint32_t *list = xalloc(g->p->tasks, sizeof *list);

	for (uint32_t i = 0; i < g->p->tasks; i++)
		list[i] = i;
	for (int e = g->axes - 1; e >= 0; e--)
		if (e != d && g->axis[e].extent > 1)
			sort_along(g, &g->axis[e], g->p->knobs->tie_descends, list);
	sort_along(g, &g->axis[d], false, list);
	return list;
}

/* How far the ranks of a part extend along dimension d. */
static uint32_t
spread(const geom *g, const part *q, int d)
{
	const uint32_t *sorted = g->sorted[d] + q->begin;

	return g->axis[d].at[sorted[q->tasks - 1]] - g->axis[d].at[sorted[0]];
}

/* The dimension to cut: the longest; of equals the lowest, or the one where the ranks extend most. */
static int
cut_dimension(const geom *g, const part *q)
{
	int best = 0;

	for (int d = 1; d < g->dims; d++)
		if (q->size[d] > q->size[best] || (q->size[d] == q->size[best] &&
			g->p->knobs->tie == TIE_EXTENT && spread(g, q, d) > spread(g, q, best)))
			best = d;
	return best;
}

/* Bring the first `count` ranks along d to the front of every dimension's list, the orders kept. */
static void
divide(geom *g, const part *q, int d, uint32_t count)
{
	for (uint32_t i = 0; i < q->tasks; i++)
		g->first[g->sorted[d][q->begin + i]] = i < count;
	for (int e = 0; e < g->dims; e++) {
		uint32_t *list = g->sorted[e] + q->begin, front = 0, back = 0;

		if (e == d)
			continue;
		for (uint32_t i = 0; i < q->tasks; i++) {
			if (g->first[list[i]])
				list[front++] = list[i];
			else
				g->aside[back++] = list[i];
		}
		memcpy(list + front, g->aside, back * sizeof *list);
	}
}

static void
bisect(geom *g, const part *q)
{
	part one = *q, other = *q;
	uint32_t task = 0;
	int d;

	if (q->tasks == 1) {
		for (d = 0; d < g->dims; d++)
			task += q->low[d] * g->stride[d];
		g->rank[task] = g->used[g->sorted[0][q->begin]];
		return;
	}
	d = cut_dimension(g, q);
	one.size[d] = (q->size[d] + 1) / 2;
	one.tasks = q->tasks / q->size[d] * one.size[d];
	other.size[d] = q->size[d] - one.size[d];
	other.low[d] += one.size[d];
	other.begin += one.tasks;
	other.tasks -= one.tasks;
	divide(g, q, d, one.tasks);
	bisect(g, &one);
	bisect(g, &other);
}

/* The job's dimensions, and which task is where in its grid: the first dimension is fastest.  A pattern without a
 * grid of its own may come from a program that numbers its tasks otherwise. */
static void
read_grid(geom *g, const traffic *t)
{
	bool last = g->p->knobs->last_fastest && t->pattern->grid == 0;
	uint32_t stride = 1;

	for (int i = 0; i < g->axes; i++)
		g->dim[i] = i < g->dims ? t->dim[i] : 1;
	for (int k = 0; k < g->dims; k++) {
		int d = last ? g->dims - 1 - k : k;

		g->stride[d] = stride;
		stride *= t->dim[d];
	}
}

static void
place(const placement *p, uint32_t *rank)
{
	const traffic *t = p->traffic;
	geom g = { .p = p, .dims = t->dims, .axes = p->machine->dims > t->dims ? p->machine->dims : t->dims, .rank = rank };
	part all = { .tasks = p->tasks };

	g.used = xalloc(p->tasks, sizeof *g.used);
	g.aside = xalloc(p->tasks, sizeof *g.aside);
	g.first = xalloc(p->tasks, sizeof *g.first);
	blocks(p->nodes, p->machine->cores, p->tasks, g.used);
	read_grid(&g, t);
	find_coordinates(&g);
	rotate(&g);
	for (int d = 0; d < g.dims; d++) {
		all.size[d] = g.dim[d];
		g.sorted[d] = sort_ranks(&g, d);
	}
	bisect(&g, &all);
	for (int d = 0; d < g.dims; d++)
		free(g.sorted[d]);
	for (int a = 0; a < g.axes; a++)
		free(g.axis[a].at);
	free(g.used);
	free(g.aside);
	free(g.first);
}

const mapping mapping_geom = {
	.name = "geom",
	.about = "GEOM: process grid and ranks are cut in two along the same axes, again and again",
	.needs = NEEDS_TRAFFIC | NEEDS_COORDINATES | NEEDS_GRID,
	.place = place,
};
