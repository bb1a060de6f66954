/* rdragonfly -- the way of a packet over the circuits of a reconfigurable dragonfly: one circuit, straight from its group to that of
 * its destination, and a local link before and behind it where that is needed. */
#include "lib/route/rdragonfly.h"

#include <assert.h>

#include "lib/route/dragonfly.h"
#include "lib/route/pick.h"
#include "lib/route/routes.h"

/* Up only: l0 before the circuit, l1 behind it, l2 behind a detour; within one group l0, and l1 behind a detour. */
static const channel_order order = {	/* l0 g0 l1 l2 */
	.ascend = { [DRAGONFLY_LOCAL] = { 0, 1, 1, 2 }, [DRAGONFLY_GLOBAL] = { 0, 0 } },
	.rank_of = { [DRAGONFLY_LOCAL] = { 1, 3, 4 }, [DRAGONFLY_GLOBAL] = { 2 } }
};

/* The circuits from t's group to that of its destination, another one. */
typedef struct exits {
	const rdragonfly *d;
	const uint16_t *out;	/* [count] their links, ascending */
	uint32_t count;
	uint32_t base;		/* the first end of the source group (circuits.h) */
	uint32_t there;		/* and of the destination's */
} exits;

static exits
exits_of(const paths *w, const trip *t)
{
	const rdragonfly *d = rdragonfly_of(w->machine);
	uint32_t from = d->groups.group[w->machine->interface_router[t->from]], to = d->groups.group[t->router];
	exits e = { .d = d, .base = from * d->links, .there = to * d->links };

	e.count = rdragonfly_exits(d, from, to, &e.out);
	assert(e.count);
	return e;
}

/* The place of the router at the far end of link k. */
static inline uint32_t
far_place(const exits *e, uint32_t k)
{
	return e->d->groups.owner[e->d->far[e->base + k] - e->there];
}

/* How many of the first `count` links of an ascending list are below `link`. */
static uint32_t
below(const uint16_t *list, uint32_t count, uint32_t link)
{
	uint32_t low = 0;

	while (low < count) {
		uint32_t middle = (low + count) / 2;

		if (list[middle] < link)
			low = middle + 1;
		else
			count = middle;
	}
	return low;
}

/* Those of an ascending list that the router at `place` owns: the first of them, and how many. */
static const uint16_t *
owned(const rdragonfly *d, const uint16_t *list, uint32_t count, uint32_t place, uint32_t *many)
{
	uint32_t first = below(list, count, place * d->groups.h);

	*many = below(list + first, count - first, (place + 1) * d->groups.h);
	return list + first;
}

static inline uint32_t
pick(const trip *t, uint32_t count, bool at_random)
{
	return at_random ? pick_at_random(t, count) : pick_of_pair(t, count);
}

/* A link of `out` that leads to the router at place `aim`; NONE when none does. */
static uint32_t
straight(const exits *e, const trip *t, const uint16_t *out, uint32_t count, uint32_t aim, bool at_random)
{
	uint32_t many = 0, k;

	for (uint32_t i = 0; i < count; i++)
		many += far_place(e, out[i]) == aim;
	if (many == 0)
		return NONE;
	k = pick(t, many, at_random);
	while (far_place(e, *out) != aim || k--)
		out++;
	return *out;
}

uint32_t
rdragonfly_shortest(const paths *w, const trip *t, bool at_random)
{
	const rdragonfly *d = rdragonfly_of(w->machine);
	const dragonfly *g = &d->groups;
	uint32_t source = w->machine->interface_router[t->from], aim = g->place[t->router], k, here, there;
	exits e = exits_of(w, t);
	const uint16_t *out = owned(d, e.out, e.count, g->place[source], &here), *in;

	k = straight(&e, t, out, here, aim, at_random);
	if (k != NONE)
		return k;
	rdragonfly_exits(d, g->group[t->router], g->group[source], &in);
	in = owned(d, in, e.count, aim, &there);
	if (here + there == 0)
		return e.out[pick(t, e.count, at_random)];
	k = pick(t, here + there, at_random);
	return k < here ? out[k] : d->far[e.there + in[k - here]] - e.base;
}

uint32_t
rdragonfly_any(const paths *w, const trip *t)
{
	exits e = exits_of(w, t);

	return e.out[pick_at_random(t, e.count)];
}

uint32_t
rdragonfly_other(const paths *w, const trip *t, uint32_t k, uint32_t word)
{
	exits e = exits_of(w, t);
	uint32_t i;

	if (e.count < 2)
		return NONE;
	i = (uint32_t)((uint64_t)word * (e.count - 1) >> 32);
	return e.out[i + (i >= below(e.out, e.count, k))];
}

uint32_t
rdragonfly_length(const paths *w, const trip *t, uint32_t k)
{
	const dragonfly *g = &rdragonfly_of(w->machine)->groups;
	uint32_t source = w->machine->interface_router[t->from];
	exits e = exits_of(w, t);

	return (g->owner[k] != g->place[source]) + 1U + (far_place(&e, k) != g->place[t->router]);
}

static uint32_t
next(const paths *w, trip *t, uint32_t router)
{
	const machine *m = w->machine;
	const dragonfly *d = &rdragonfly_of(m)->groups;
	uint32_t place, k;

	if (d->group[router] == d->group[t->router]) {
		if (t->via >= m->routers || t->via == router)
			t->via = NONE;
		place = d->place[t->via == NONE ? t->router : t->via];
	} else {
		k = t->via == NONE ? rdragonfly_shortest(w, t, false) : t->via - m->routers;
		place = d->owner[k];
		if (place == d->place[router])
			return channel_take(t, &order, DRAGONFLY_GLOBAL, dragonfly_global(m, d, router, k));
	}
	return channel_take(t, &order, DRAGONFLY_LOCAL, dragonfly_local(m, d, router, place));
}

const routes routes_rdragonfly = {
	.kind = "rdragonfly", .needs = { { 2, 3 }, { 1, 1 } }, .next = next, .detours = dragonfly_detours, .detour = dragonfly_detour,
	.length = dragonfly_length,
};
