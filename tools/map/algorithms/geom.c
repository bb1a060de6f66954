/* geom -- GEOM: a job's process grid and its ranks are cut in two, again and again, along the same axes (Balzuweit et al., "Local search to
 * improve task mapping", II).
 *
 * The job is rotated so that its dimensions have the order of the extents of its ranks.  Its longest dimension is cut in two, the larger
 * part first, and as many ranks as that part has tasks go to it: those lowest along that axis.  --cut ratio is the rule of the authors'
 * program (sst-elements 9.1.0, scheduler/taskMappers/RCBTaskMapper.cc, mapTaskHelper), which their text does not have.  The ranks are
 * kept sorted along every dimension of the job: n log n in all. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "map/support/rank-axes.h"
#include "map/support/task-grid.h"

typedef struct geom {
	rank_axes ranks;		/* the ranks; below they are named by their number there */
	int dims;		/* of the job */
	int axes;		/* of the machine, or of the job where that has more; a job's others have one task */
	uint32_t dim[MACHINE_DIMS];
	uint32_t stride[MACHINE_DIMS];	/* a step up d adds so much to a task's number */
	const rank_axis *axis[MACHINE_DIMS];	/* the machine's; once rotated: dimension d of the job lies along axis[d] */
	uint32_t *sorted[MACHINE_DIMS];	/* [tasks] ranks, sorted along d */
	uint8_t *first;		/* [tasks] is the rank in the first part of the cut under way? */
	uint32_t *rank;		/* the result */
} geom;

/* Part of the job: that many tasks in each dimension; its ranks are sorted[d][begin …], for every d. */
typedef struct job_part {
	uint32_t size[MACHINE_DIMS];
	uint32_t first, tasks;	/* its lowest task, and how many */
	uint32_t begin;
} job_part;

/* Bring dimensions and axes that go together to one place: that of the job's dimension, or of the machine's axis. */
static void
rotate(geom *g)
{
	geom was = *g;
	int axis_of[MACHINE_DIMS];
	bool taken[MACHINE_DIMS] = { false }, placed[MACHINE_DIMS] = { false };

	/* The k-th longest dimension of the job goes along the axis where the ranks have the k-th largest extent; at a tie the lower
	 * comes first, on both sides. */
	for (int k = 0; k < g->axes; k++) {
		int longest = -1, widest = -1;

		for (int i = 0; i < g->axes; i++) {
			if (!placed[i] && (longest < 0 || g->dim[i] > g->dim[longest]))
				longest = i;
			if (!taken[i] && (widest < 0 || g->axis[i]->extent > g->axis[widest]->extent))
				widest = i;
		}
		placed[longest] = taken[widest] = true;
		axis_of[longest] = widest;
	}
	for (int d = 0; d < g->axes; d++) {
		int at = cut_tie() == TIE_MACHINE ? axis_of[d] : d;

		g->axis[at] = was.axis[axis_of[d]];
		g->dim[at] = was.dim[d];
		g->stride[at] = was.stride[d];
	}
	if (cut_tie() == TIE_MACHINE || cuts_by_ratio())
		g->dims = g->axes;
}

/* How far the ranks of a part extend along dimension d. */
static uint32_t
spread(const geom *g, const job_part *q, int d)
{
	const uint32_t *sorted = g->sorted[d] + q->begin;

	return g->axis[d]->at[sorted[q->tasks - 1]] - g->axis[d]->at[sorted[0]];
}

/* The ratio rule: is the ranks' longest extent over their shortest above the job's, and can the job be cut where the ranks' longest
 * one lies?  Then that dimension; else -1.  An extent is the last coordinate less the first, so it may be 0. */
static int
ranks_longest(const geom *g, const job_part *q)
{
	uint64_t most = 0, least = UINT32_MAX, longest = 0, shortest = UINT32_MAX;
	int best = 0;

	for (int d = 0; d < g->dims; d++) {
		uint32_t wide = spread(g, q, d), length = q->size[d] - 1;

		if (wide > most)
			best = d;
		most = wide > most ? wide : most;
		least = wide < least ? wide : least;
		longest = length > longest ? length : longest;
		shortest = length < shortest ? length : shortest;
	}
	return longest * least < most * shortest && q->size[best] > 1 ? best : -1;
}

/* The dimension to cut: the longest; at a tie the lowest, or the one where the ranks extend most. */
static int
cut_dimension(const geom *g, const job_part *q)
{
	int by_ranks = cuts_by_ratio() ? ranks_longest(g, q) : -1;
	int best = 0;

	if (by_ranks >= 0)
		return by_ranks;
	for (int d = 1; d < g->dims; d++)
		if (q->size[d] > q->size[best] || (q->size[d] == q->size[best] &&
			cut_tie() == TIE_EXTENT && spread(g, q, d) > spread(g, q, best)))
			best = d;
	return best;
}

/* Bring the first `count` ranks along d to the front of every dimension's list, the orders kept. */
static void
divide(geom *g, const job_part *q, int d, uint32_t count)
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
				g->ranks.aside[back++] = list[i];
		}
		memcpy(list + front, g->ranks.aside, back * sizeof *list);
	}
}

static void
bisect(geom *g, const job_part *q)
{
	job_part one = *q, other = *q;
	int d;

	if (q->tasks == 1) {
		g->rank[q->first] = g->ranks.rank[g->sorted[0][q->begin]];
		return;
	}
	d = cut_dimension(g, q);
	one.size[d] = (q->size[d] + 1) / 2;
	assert(q->size[d] > 0);
	one.tasks = q->tasks / q->size[d] * one.size[d];
	other.size[d] = q->size[d] - one.size[d];
	other.first += one.size[d] * g->stride[d];
	other.begin += one.tasks;
	other.tasks -= one.tasks;
	divide(g, q, d, one.tasks);
	bisect(g, &one);
	bisect(g, &other);
}

static void
place(const placement *p, uint32_t *rank)
{
	task_grid t = task_grid_of(p);
	geom g = { .dims = t.dims, .axes = p->machine->dims > t.dims ? p->machine->dims : t.dims, .rank = rank };
	job_part all = { .tasks = p->tasks };

	rank_axes_init(&g.ranks, p, g.axes);
	for (int d = 0; d < g.axes; d++) {
		g.dim[d] = d < t.dims ? t.dim[d] : 1;
		g.stride[d] = d < t.dims ? t.stride[d] : 0;
		g.axis[d] = &g.ranks.axis[d];
	}
	g.first = xalloc(p->tasks, sizeof *g.first);
	rotate(&g);
	for (int d = 0; d < g.dims; d++) {
		all.size[d] = g.dim[d];
		g.sorted[d] = rank_axes_sort(&g.ranks, g.axis, g.axes, d);
	}
	bisect(&g, &all);
	for (int d = 0; d < g.dims; d++)
		free(g.sorted[d]);
	rank_axes_free(&g.ranks);
	free(g.first);
}

const mapping mapping_geom = {
	.name = "geom", .about = "GEOM: process grid and ranks are cut in two along the same axes, again and again",
	.needs = NEEDS_TRAFFIC | NEEDS_COORDINATES | NEEDS_GRID,
	.option = { &option_cut_tie, &option_rank_tie_order, &option_rank_tie_axes, &option_cut, &option_task_order }, .place = place,
};
