/* dragonflyplus -- the minimal way of a packet through a Dragonfly+, up-global-down, and detours by way of another group, within a group by
 * way of another spine (Shpiner et al., HiPINEB 2017, IV; Flajslik et al., ISC 2018, 3).
 *
 * Where the spine that a packet comes to has no link to the group that it is bound for, the packet goes down to a leaf and up to the one
 * that has.  Channels are ordered u0 < g0 < d0 < u1 < g1 < d1, where u are those of links up to spines, d down to leaves and g between
 * groups, and a packet only goes up, so no cycle of waiting can close.  Routes that may be decided again, at a spine of the source group,
 * put d0 < u1 in front of g0. */
#include "lib/machine/kinds/dragonflyplus.h"
#include "lib/route/dragonfly.h"
#include "lib/route/pick.h"
#include "lib/route/routes.h"

enum { UP, GLOBAL, DOWN };	/* what channels are ordered by, in place of classes */

static const channel_order plain = {	/* u0 g0 d0 u1 g1 d1 */
	.ascend = { [UP] = { 0, 1, 1, 1 }, [GLOBAL] = { 0, 0, 1, 1, 1 }, [DOWN] = { 0, 0, 0, 1, 1, 1 } },
	.rank_of = { [UP] = { 1, 4 }, [GLOBAL] = { 2, 5 }, [DOWN] = { 3, 6 } }
};

static const channel_order with_again = {	/* u0 d0 u1 g0 d1 u2 g1 d2 */
	.ascend = { [UP] = { 0, 1, 1, 2, 2, 2 }, [GLOBAL] = { 0, 0, 0, 0, 1, 1, 1 }, [DOWN] = { 0, 0, 1, 1, 1, 2, 2, 2 } },
	.rank_of = { [UP] = { 1, 3, 6 }, [GLOBAL] = { 4, 7 }, [DOWN] = { 2, 5, 8 } }
};

static uint32_t
up_to(const machine *m, trip *t, uint32_t leaf, uint32_t spine, const channel_order *o)
{
	return channel_take(t, o, UP, plus_up(m, m->shape, leaf, spine));
}

static uint32_t
down_to(const machine *m, trip *t, uint32_t spine, uint32_t leaf, const channel_order *o)
{
	return channel_take(t, o, DOWN, plus_down(m, m->shape, spine, leaf));
}

/* Towards another group. */
static uint32_t
outwards(const machine *m, trip *t, uint32_t router, uint32_t here, uint32_t goal, const channel_order *o)
{
	const dragonflyplus *d = m->shape;
	uint32_t k = dragonfly_exit(&d->global, t, here, goal), spine = dragonfly_owner(&d->global, here, k);

	if (router == spine)
		return channel_take(t, o, GLOBAL, dragonfly_global(m, &d->global, spine, k));
	if (plus_is_leaf(d, router))
		return up_to(m, t, router, spine, o);
	return down_to(m, t, router, here * d->leaves + pick_of_pair(t, d->leaves), o);
}

/* Towards the leaf of the destination, in its group. */
static uint32_t
inwards(const machine *m, trip *t, uint32_t router, uint32_t here, const channel_order *o)
{
	const dragonflyplus *d = m->shape;
	uint32_t spine = t->via;

	if (!plus_is_leaf(d, router)) {
		t->via = NONE;
		return down_to(m, t, router, t->router, o);
	}
	if (spine == NONE)
		spine = d->all_leaves + here * d->spines + pick_of_pair(t, d->spines);
	return up_to(m, t, router, spine, o);
}

static uint32_t
next(const paths *w, trip *t, uint32_t router)
{
	const channel_order *o = w->routes->again ? &with_again : &plain;
	const machine *m = w->machine;
	const dragonflyplus *d = m->shape;
	uint32_t here = d->global.group[router], goal = d->global.group[t->router];

	if (here == goal)
		return inwards(m, t, router, here, o);
	if (t->via == here)
		t->via = NONE;
	return outwards(m, t, router, here, t->via == NONE ? goal : t->via, o);
}

/* Other groups than the two; within a group, at a leaf, other spines than that of the minimal way. */
static uint32_t
detours(const paths *w, const trip *t, uint32_t router)
{
	const dragonflyplus *d = w->machine->shape;

	if (d->global.group[router] != d->global.group[t->router])
		return d->global.g - 2;
	return router == t->router || !plus_is_leaf(d, router) ? 0 : d->spines - 1;
}

static uint32_t
detour(const paths *w, const trip *t, uint32_t router, uint32_t k)
{
	const dragonflyplus *d = w->machine->shape;
	uint32_t here = d->global.group[router], goal = d->global.group[t->router];

	if (here != goal)
		return pick_but_two(k, here, goal);
	return d->all_leaves + here * d->spines + k + (k >= pick_of_pair(t, d->spines));
}

/* The spine by which t leaves group `from` for group `to`. */
static uint32_t
exit_spine(const dragonfly *d, const trip *t, uint32_t from, uint32_t to)
{
	return dragonfly_owner(d, from, dragonfly_exit(d, t, from, to));
}

/* Links from a router of group `from` to where t comes into group `to`. */
static uint32_t
links_to(const dragonflyplus *d, const trip *t, uint32_t router, uint32_t from, uint32_t to)
{
	return plus_is_leaf(d, router) ? 2 : router == exit_spine(&d->global, t, from, to) ? 1 : 3;
}

static uint32_t
length(const paths *w, const trip *t, uint32_t router, uint32_t via)
{
	const dragonflyplus *d = w->machine->shape;
	uint32_t here = d->global.group[router], goal = d->global.group[t->router];

	if (here == goal)
		return router == t->router ? 0 : plus_is_leaf(d, router) ? 2 : 1;
	if (via == NONE)
		return links_to(d, t, router, here, goal) + 1;
	return links_to(d, t, router, here, via) + links_to(d, t, exit_spine(&d->global, t, via, here), via, goal) + 1;
}

const routes routes_dragonflyplus = {
	.kind = "dragonflyplus", .needs = { { 1, 2 }, { 1, 2 } }, .next = next, .detours = detours, .detour = detour, .length = length,
};

const routes routes_dragonflyplus_again = {
	.kind = "dragonflyplus", .needs = { { 2, 3 }, { 1, 2 } }, .next = next, .detours = detours, .detour = detour, .length = length,
	.again = dragonfly_in_source,
};
