/* lattice -- meshes, tori, express meshes and hypercubes by coordinates alone. */
#pragma once

#include <string.h>

#include "lib/machine/machine.h"

/* Coordinate d of router r, x fastest. */
static inline uint32_t
coordinate(const machine *m, uint32_t r, int d)
{
	for (int i = 0; i < d; i++)
		r /= m->extent[i];
	return r % m->extent[d];
}

static inline bool
is_ring(const machine *m, int d)
{
	return strcmp(m->kind->name, "torus") == 0 && m->extent[d] > 2;
}

static inline uint32_t
apart(uint32_t a, uint32_t b)
{
	return a > b ? a - b : b - a;
}

/* Does the link, from router to router, bring a packet nearer to coordinate `goal` of its dimension, without
 * overshooting and, of all links of its router, as near as can be? */
static inline bool
is_right(const machine *m, uint32_t link, uint32_t goal)
{
	int d = m->class[link] - 1;
	uint32_t from = m->from[link], k = m->extent[d], here = coordinate(m, from, d), there = coordinate(m, m->to[link], d);

	if (here == goal)
		return false;
	if (is_ring(m, d)) {
		uint32_t before = apart(here, goal), after = apart(there, goal);
		before = before < k - before ? before : k - before;
		after = after < k - after ? after : k - after;
		return after + 1 == before;
	}
	if ((here < goal) != (here < there) || (here < goal ? there > goal : there < goal))
		return false;
	for (uint32_t i = m->first[from]; i < m->first[from + 1]; i++) {
		uint32_t other = coordinate(m, m->to[i], d);
		if (m->class[i] == d + 1 && (here < goal ? other <= goal && other > there : other >= goal && other < there))
			return false;
	}
	return true;
}

/* Is the link the other one that an express mesh offers: to the next router of the row, where no link leads straight to the goal? */
static inline bool
is_short_hop(const machine *m, uint32_t link, uint32_t goal)
{
	int d = m->class[link] - 1;
	uint32_t from = m->from[link], here = coordinate(m, from, d), there = coordinate(m, m->to[link], d);

	if (is_ring(m, d) || here == goal || apart(here, there) != 1 || (here < goal) != (here < there))
		return false;
	for (uint32_t i = m->first[from]; i < m->first[from + 1]; i++)
		if (m->class[i] == d + 1 && coordinate(m, m->to[i], d) == goal)
			return false;
	return true;
}

/* May a packet take the link under the routing of that name: adaptive offers both, adaptive-farthest one? */
static inline bool
is_adaptive_step(const machine *m, const char *name, uint32_t link, uint32_t goal)
{
	return is_right(m, link, goal) || (strcmp(name, "adaptive") == 0 && is_short_hop(m, link, goal));
}
