/* lattice -- what the routes of meshes, tori, express meshes and hypercubes share: one step of dimension order, and the channels that make
 * it free of deadlock.
 *
 * In a row a packet takes the farthest link that does not overshoot (on a mesh, the next router; of an express mesh, Jain and others, IPDPS
 * 2017, II-C, rules 1 to 3); it never turns round, so the links of a row, in either direction, are ordered by where they begin.  In a ring
 * it goes the shorter way, up when both are equal; there are two channels: 0 while the dateline, between the last router and the first, is
 * still to be crossed on the way, 1 when it is not (Dally and Seitz 1987).  Which one follows from where the packet is and where it goes,
 * not from where it has been, so a packet may join at any router, as it does from an adaptive channel. */
#pragma once

#include "lib/machine/lattice/lattice.h"
#include "lib/route/route.h"

static inline const lattice *
lattice_of(const paths *w)
{
	return w->machine->shape;
}

/* Dimension of a link class. */
static inline int
lattice_dimension(int class)
{
	return class - 1;
}

/* Channels of dimension order in dimension d. */
static inline unsigned
lattice_channels(const lattice *l, int d)
{
	return l->ring[d] ? 2 : 1;
}

/* Does a packet at coordinate `here` of dimension d go up to coordinate `goal`, another one?  *away: how
 * many routers away that is, that way; *tie: down is as near. */
static inline bool
lattice_goes_up(const lattice *l, int d, uint32_t here, uint32_t goal, uint32_t *away, bool *tie)
{
	uint32_t ahead, back;

	*tie = false;
	if (!l->ring[d]) {
		*away = goal > here ? goal - here : here - goal;
		return goal > here;
	}
	ahead = lattice_ahead(l, d, here, goal);
	back = l->extent[d] - ahead;
	*tie = ahead == back;
	*away = ahead <= back ? ahead : back;
	return ahead <= back;
}

/* The link of `router` in dimension d, up or down, towards a router `away` from it. */
static inline uint32_t
lattice_step(const lattice *l, uint32_t router, int d, bool up, uint32_t away)
{
	return lattice_link(l, router, d, up, l->ring[d] ? 0 : lattice_farthest(l, d, away));
}

/* The other link that an express mesh offers a packet beside the farthest one (lattice_step), by "either ... or" in rules 2 and 3 of
 * II-C: to the next router, from where the way is as long.  NONE: there is one link only, as where it leads straight to the goal. */
static inline uint32_t
lattice_nearest(const lattice *l, uint32_t router, int d, bool up, uint32_t away)
{
	bool one = l->ring[d] || lattice_farthest(l, d, away) == 0 || lattice_monotone(l, d, away) == 1;

	return one ? NONE : lattice_link(l, router, d, up, 0);
}

/* The channel of dimension order of a packet that goes so in dimension d: 1 when the dateline of a ring is not on its way. */
static inline unsigned
lattice_dateline(const lattice *l, int d, bool up, uint32_t here, uint32_t goal)
{
	return l->ring[d] && up == (goal > here);
}

/* The first dimension in which routers a and b differ; dims when they are the same. */
static inline int
lattice_differs(const lattice *l, uint32_t a, uint32_t b, int d)
{
	while (d < l->dims && lattice_at(l, a, d) == lattice_at(l, b, d))
		d++;
	return d;
}

/* One step of dimension order from `router` to router `goal`, another one: the link; sets t->channel. In the
 * dimensions whose bits are set in `down` a ring is gone round down, not up, when both are equal.  Of a dimension's
 * channels the step takes the phase-th set (0, 1, …) of lattice_channels. */
static inline uint32_t
lattice_towards(const paths *w, trip *t, uint32_t router, uint32_t goal, uint32_t down, unsigned phase)
{
	const lattice *l = lattice_of(w);
	int d = lattice_differs(l, router, goal, 0);
	uint32_t here = lattice_at(l, router, d), there = lattice_at(l, goal, d), away;
	bool tie, up = lattice_goes_up(l, d, here, there, &away, &tie);
	unsigned v = phase * lattice_channels(l, d);

	if (tie && down >> d & 1)
		up = false;
	v += lattice_dateline(l, d, up, here, there);
	t->channel = v & 15;
	return lattice_step(l, router, d, up, away);
}

/* routes.prepare: dies when the machine has ways, of one segment of dimension order or with detours of two, of more routers than a trip
 * counts. */
void *lattice_prepare(const machine *m, bool detours);
