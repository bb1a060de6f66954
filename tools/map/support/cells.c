/* cells -- where in the machine's coordinates the ranks are that a job's tasks get, and orders by that. */
#include "map/support/cells.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "map/support/blocks.h"

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

void
cells_init(cells *c, const placement *p, int axes)
{
	const machine *m = p->machine;
	uint32_t n = p->tasks, at[MACHINE_DIMS];

	*c = (cells){ .tasks = n, .axes = axes };
	c->rank = xalloc(n, sizeof *c->rank);
	c->aside = xalloc(n, sizeof *c->aside);
	blocks(p->nodes, m->cores, n, c->rank);
	for (int a = 0; a < axes; a++)
		c->axis[a].at = xcalloc(n, sizeof *c->axis[a].at);
	for (uint32_t i = 0; i < n; i++) {
		m->kind->coordinates(m, m->node_router[p->node[c->rank[i] / m->cores]], at);
		for (int a = 0; a < m->dims; a++)
			c->axis[a].at[i] = at[a];
	}
	for (int a = 0; a < axes; a++)
		measure(&c->axis[a], n);
}

void
cells_free(cells *c)
{
	for (int a = 0; a < c->axes; a++)
		free(c->axis[a].at);
	free(c->rank);
	free(c->aside);
}

/* The coordinate after the longest stretch of a ring of k in which no rank is. */
static uint32_t
after_gap(const axis *x, uint32_t tasks, uint32_t k)
{
	uint8_t *used = xcalloc(k, sizeof *used);
	uint32_t start = x->low, longest = k - x->extent, last = x->low;

	for (uint32_t i = 0; i < tasks; i++)
		used[x->at[i]] = 1;
	for (uint32_t at = x->low + 1; at < x->low + x->extent; at++) {
		if (!used[at])
			continue;
		if (at - last - 1 > longest) {
			longest = at - last - 1;
			start = at;
		}
		last = at;
	}
	free(used);
	return start;
}

void
cells_unwrap(cells *c, const machine *m)
{
	if (!m->kind->rings)
		return;
	for (int a = 0; a < m->dims; a++) {
		axis *x = &c->axis[a];
		uint32_t k = m->extent[a], start = after_gap(x, c->tasks, k);

		for (uint32_t i = 0; i < c->tasks; i++)
			x->at[i] = x->at[i] >= start ? x->at[i] - start : x->at[i] + k - start;
		measure(x, c->tasks);
	}
}

/* Sort list[] by coordinates along x, stable, by counting. */
static void
sort_along(const cells *c, const axis *x, bool descends, uint32_t *list)
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
cells_sort(const cells *c, const axis *const *by, int axes, int d, bool descends)
{
	uint32_t *list = xalloc(c->tasks, sizeof *list);

	for (uint32_t i = 0; i < c->tasks; i++)
		list[i] = i;
	for (int e = axes - 1; e >= 0; e--)
		if (e != d && by[e]->extent > 1)
			sort_along(c, by[e], descends, list);
	sort_along(c, by[d], false, list);
	return list;
}
