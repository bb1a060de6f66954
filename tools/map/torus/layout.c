/* layout -- see layout.h: the grid, which task claims which block, and how the unclaimed blocks are dealt. */
#include "map/torus/layout.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

#include "lib/cli/cli.h"
#include "map/support/rank-axes.h"

/* --- the grid */

/* The grid, and the tasks of every place: count, add up, fill. */
static void
find_places(torus_layout *l, const machine *m, const uint32_t *task_node)
{
	rank_axis axis[LAYOUT_AXES], *x = &axis[0], *y = &axis[1], *z = &axis[2];

	node_axes(axis, LAYOUT_AXES, m, task_node, l->tasks);
	for (int d = 0; d < LAYOUT_AXES; d++) {
		l->extent[d] = axis[d].extent;
		l->ring[d] = m->ring[d] && l->extent[d] == m->extent[d];
	}
	l->places = l->extent[0] * l->extent[1] * l->extent[2];
	l->first = xcalloc((size_t)l->places + 2, sizeof *l->first);	/* while they are filled, place p begins at first[p + 1] */
	l->task = xalloc(l->tasks, sizeof *l->task);
	l->place = xalloc(l->tasks, sizeof *l->place);
	l->plane = xcalloc(l->extent[1], sizeof *l->plane);
	for (uint32_t i = 0; i < l->tasks; i++) {
		l->place[i] = x->at[i] - x->low + l->extent[0] * (y->at[i] - y->low + l->extent[1] * (z->at[i] - z->low));
		l->first[l->place[i] + 2]++;
		l->plane[y->at[i] - y->low]++;
	}
	for (uint32_t p = 0; p < l->places; p++) {
		l->deep = l->first[p + 2] > l->deep ? l->first[p + 2] : l->deep;
		l->first[p + 2] += l->first[p + 1];
	}
	for (uint32_t i = 0; i < l->tasks; i++)
		l->task[l->first[l->place[i] + 1]++] = i;
	for (int d = 0; d < LAYOUT_AXES; d++)
		free(axis[d].at);
}

/* Cut the lattice, one dimension an axis of the machine and one over the tasks of a router. */
static bool
cut_lattice(torus_layout *l, int axes, const site_cut *lattice, const char **why)
{
	uint32_t *blocks = l->cut.blocks;

	l->cut.dims = lattice->dims;
	for (int d = 0; d < lattice->dims; d++) {
		l->cut.sites[d] = lattice->sites[d];
		blocks[d] = d < axes ? l->extent[d] : l->deep;
	}
	if (lattice->dims != axes + 1 && !(lattice->dims == axes && l->deep == 1)) {
		*why = xprintf("has %d dimensions; algorithm 'adaptive-layout' divides %d over routers and one more over the tasks of a router, here up to %" PRIu32,
			lattice->dims, axes, l->deep);
		return false;
	}
	for (int d = 0; d < lattice->dims; d++)
		if (blocks[d] > lattice->sites[d]) {
			*why = xprintf("has %" PRIu32 " sites in dimension %d, and the job extends over %" PRIu32 " %s there", lattice->sites[d],
				d + 1, blocks[d], d < axes ? "routers" : "tasks of a router");
			return false;
		}
	*why = "would be cut into 2^32 blocks or more";
	return cut_blocks(lattice->dims, blocks) > 0;
}

/* --- places near each other */

/* Go `by` places along an axis, at[]; false where that leads out of the grid, or round a ring to where a shorter way leads. */
static bool
step(const torus_layout *l, uint32_t *at, int axis, int64_t by)
{
	int64_t extent = l->extent[axis], to = at[axis] + by;

	if (l->ring[axis]) {
		if (by < -((extent - 1) / 2) || by > extent / 2)
			return false;
		to = (to + extent) % extent;
	}
	if (to < 0 || to >= extent)
		return false;
	at[axis] = (uint32_t)to;
	return true;
}

static void
coordinates(const torus_layout *l, uint32_t place, uint32_t *at)
{
	for (int d = 0; d < LAYOUT_AXES; d++) {
		at[d] = place % l->extent[d];
		place /= l->extent[d];
	}
}

uint32_t
layout_distance(const torus_layout *l, uint32_t a, uint32_t b)
{
	uint32_t p[LAYOUT_AXES], q[LAYOUT_AXES], sum = 0;

	coordinates(l, a, p);
	coordinates(l, b, q);
	for (int d = 0; d < LAYOUT_AXES; d++) {
		uint32_t away = p[d] > q[d] ? p[d] - q[d] : q[d] - p[d];

		sum += l->ring[d] && l->extent[d] - away < away ? l->extent[d] - away : away;
	}
	return sum;
}

typedef struct grid_walk {
	const torus_layout *l;
	bool (*visit)(void *with, uint32_t place);
	void *with;
} grid_walk;

/* Visit the place so far away, if it exists and has tasks. */
static bool
visit_at(const grid_walk *w, const uint32_t *from, int64_t x, int64_t y, int64_t z)
{
	uint32_t at[LAYOUT_AXES] = { from[0], from[1], from[2] }, place;

	if (!step(w->l, at, 0, x) || !step(w->l, at, 1, y) || !step(w->l, at, 2, z))
		return false;
	place = at[0] + w->l->extent[0] * (at[1] + w->l->extent[1] * at[2]);
	return layout_count(w->l, place) > 0 && w->visit(w->with, place);
}

/* Those in a plane, y planes away, at distance d within it. */
static bool
visit_ring(const grid_walk *w, const uint32_t *from, int64_t y, int64_t d)
{
	if (d == 0)
		return visit_at(w, from, 0, y, 0);
	if (visit_at(w, from, -d, y, 0) || visit_at(w, from, d, y, 0) || visit_at(w, from, 0, y, -d) || visit_at(w, from, 0, y, d))
		return true;
	for (int64_t x = d - 1; x > 0; x--)
		for (int signs = 0; signs < 4; signs++)
			if (visit_at(w, from, signs & 1 ? x : -x, y, signs & 2 ? d - x : x - d))
				return true;
	return false;
}

void
layout_walk(const torus_layout *l, uint32_t place, uint32_t reach, bool (*visit)(void *with, uint32_t place), void *with)
{
	grid_walk w = { l, visit, with };
	int64_t across = (int64_t)l->extent[0] + l->extent[2], height = l->extent[1];
	uint32_t from[LAYOUT_AXES];

	coordinates(l, place, from);
	for (int64_t k = 0; k < 2 * height && (k + 1) / 2 <= reach; k++) {
		int64_t up = (k + 1) / 2, y = k % 2 ? -up : up;
		uint32_t at[LAYOUT_AXES] = { from[0], from[1], from[2] };

		if (!step(l, at, 1, y) || l->plane[at[1]] == 0)
			continue;
		for (int64_t d = k == 0; d <= across && d <= reach - up; d++)
			if (visit_ring(&w, from, y, d))
				return;
	}
}

/* --- who gets what */

typedef struct nearest {
	uint32_t place[CUT_PARTS], count;
} nearest;

static bool
note(void *with, uint32_t place)
{
	nearest *n = with;

	n->place[n->count++] = place;
	return n->count == CUT_PARTS;
}

bool
layout_init(torus_layout *l, const machine *m, const uint32_t *task_node, uint32_t tasks, const site_cut *lattice, const char **why)
{
	*l = (torus_layout){ .tasks = tasks };
	*why = "cannot be divided over a machine of other than two or three coordinates";
	if (m->dims != 2 && m->dims != LAYOUT_AXES)
		return false;
	find_places(l, m, task_node);
	if (!cut_lattice(l, m->dims, lattice, why)) {
		layout_free(l);
		return false;
	}
	l->cut.owner = xalloc((size_t)l->places * l->deep, sizeof *l->cut.owner);
	/* Tasks claim the blocks of their places; unclaimed blocks are split, and the parts dealt. */
	for (uint32_t p = 0; p < l->places; p++) {
		uint32_t claimed = layout_count(l, p);
		nearest n = { .count = 0 };

		if (claimed < l->deep) {
			layout_walk(l, p, UINT32_MAX, note, &n);
			assert(n.count > 0);
		}
		for (uint32_t t = 0; t < l->deep; t++)
			for (uint32_t k = 0; k < CUT_PARTS; k++)
				l->cut.owner[p + (size_t)l->places * t][k] = layout_process(l, t < claimed ? p : n.place[k % n.count], t);
	}
	return true;
}

void
layout_free(torus_layout *l)
{
	free_all(l->first, l->task, l->place, l->plane);
	cut_free(&l->cut);
}
