#include "map/support/rank-axes.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/arrays.h"

static int tie, rank_tie_order, rank_tie_axes, cut;

const algorithm_option option_cut_tie = {
	.name = "cut-tie", .value = "lowest|extent|machine", .word = &tie,
	.about = "geom: which of the job's longest dimensions is cut: its lowest, the one where the nodes extend most, or the machine's lowest axis [lowest]",
};

const algorithm_option option_rank_tie_order = {
	.name = "rank-tie-order", .value = "asc|desc", .word = &rank_tie_order,
	.about = "geom, geom-mj: how the other axes order ranks of one coordinate [asc]",
};

const algorithm_option option_rank_tie_axes = {
	.name = "rank-tie-axes", .value = "first|last", .word = &rank_tie_axes,
	.about = "geom, geom-mj: which of the other axes orders ranks of one coordinate first [first]",
};

const algorithm_option option_cut = {
	.name = "cut", .value = "job|ratio", .word = &cut,
	.about = "geom: cut the job's longest dimension, or that where the nodes extend most where their longest extent over their shortest"
		" is above the job's, as RCBTaskMapper does [job]",
};

bool
cuts_by_ratio(void)
{
	return cut == 1;
}

enum cut_tie
cut_tie(void)
{
	return (enum cut_tie)tie;
}

static void
measure(rank_axis *x, uint32_t tasks)
{
	uint32_t high = 0;

	x->low = UINT32_MAX;
	for (uint32_t i = 0; i < tasks; i++) {
		x->low = x->at[i] < x->low ? x->at[i] : x->low;
		high = x->at[i] > high ? x->at[i] : high;
	}
	x->extent = high - x->low + 1;
}

void
node_axes(rank_axis *axis, int axes, const machine *m, const uint32_t *node, uint32_t count)
{
	uint32_t at[MACHINE_DIMS];

	for (int a = 0; a < axes; a++)
		axis[a].at = xcalloc(count, sizeof *axis[a].at);
	for (uint32_t i = 0; i < count; i++) {
		m->kind->coordinates(m, m->node_router[node[i]], at);
		for (int a = 0; a < m->dims; a++)
			axis[a].at[i] = at[a];
	}
	for (int a = 0; a < axes; a++)
		measure(&axis[a], count);
}

void
rank_axes_init(rank_axes *c, const placement *p, int axes)
{
	uint32_t n = p->tasks;

	*c = (rank_axes){ .tasks = n, .axes = axes };
	c->rank = xalloc(n, sizeof *c->rank);
	c->aside = xalloc(n, sizeof *c->aside);
	linear_ranks(p, c->rank);
	for (uint32_t i = 0; i < n; i++)
		c->aside[i] = p->node[c->rank[i] / p->machine->cores];
	node_axes(c->axis, axes, p->machine, c->aside, n);
}

void
rank_axes_free(rank_axes *c)
{
	for (int a = 0; a < c->axes; a++)
		free(c->axis[a].at);
	free_all(c->rank, c->aside);
}

uint32_t
row_extent(const uint8_t *seen, uint32_t n, bool ring, uint32_t *start)
{
	uint32_t gap = 0, most = 0, low = 0, high = n - 1;

	while (!seen[low])
		low++;
	while (!seen[high])
		high--;
	*start = low;
	for (uint32_t i = low; i <= high; i++) {
		gap = seen[i] ? 0 : gap + 1;
		if (gap > most && ring && gap > n - 1 - high + low) {
			most = gap;
			*start = i + 1;
		}
	}
	return most ? n - most : high - low + 1;
}

void
rank_axes_unwrap(rank_axes *c, const machine *m)
{
	for (int a = 0; a < m->dims; a++) {
		rank_axis *x = &c->axis[a];
		uint32_t k = m->extent[a], start;
		uint8_t *used;

		if (!m->ring[a])
			continue;
		used = xcalloc(k, sizeof *used);
		for (uint32_t i = 0; i < c->tasks; i++)
			used[x->at[i]] = 1;
		row_extent(used, k, true, &start);
		free(used);
		for (uint32_t i = 0; i < c->tasks; i++)
			x->at[i] = x->at[i] >= start ? x->at[i] - start : x->at[i] + k - start;
		measure(x, c->tasks);
	}
}

/* Sort list[] by coordinates along x, stable, by counting. */
static void
sort_along(const rank_axes *c, const rank_axis *x, bool descends, uint32_t *list)
{
	uint32_t n = c->tasks, *end = xcalloc((size_t)x->extent + 1, sizeof *end);

	for (uint32_t i = 0; i < n; i++) {
		uint32_t at = x->at[i] - x->low;

		end[(descends ? x->extent - 1 - at : at) + 1]++;
	}
	for (uint32_t i = 0; i < x->extent; i++)
		end[i + 1] += end[i];
	for (uint32_t i = 0; i < n; i++) {
		uint32_t at = x->at[list[i]] - x->low;

		c->aside[end[descends ? x->extent - 1 - at : at]++] = list[i];
	}
	memcpy(list, c->aside, n * sizeof *list);
	free(end);
}

uint32_t *
rank_axes_sort(const rank_axes *c, const rank_axis *const *by, int axes, int d)
{
	uint32_t *list = array_of_numbers(c->tasks);

	for (int k = 0; k < axes; k++) {
		int e = rank_tie_axes == 1 ? k : axes - 1 - k;	/* the one that decides first is sorted by last */

		if (e != d && by[e]->extent > 1)
			sort_along(c, by[e], rank_tie_order == 1, list);
	}
	sort_along(c, by[d], false, list);
	return list;
}
