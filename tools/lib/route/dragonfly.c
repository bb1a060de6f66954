/* dragonfly -- the minimal way of a packet through a dragonfly, local-global-local, and detours by way of another group, within a group of
 * another router (Kim, Dally, Scott and Abts, ISCA 2008, 4.1; Valiant 1982). */
#include "lib/route/dragonfly.h"

#include "lib/route/pick.h"
#include "lib/route/routes.h"

static const channel_order plain = {	/* l0 g0 l1 g1 l2 */
	.ascend = { [DRAGONFLY_LOCAL] = { 0, 1, 1, 2, 2 }, [DRAGONFLY_GLOBAL] = { 0, 0, 1, 1 } },
	.rank_of = { [DRAGONFLY_LOCAL] = { 1, 3, 5 }, [DRAGONFLY_GLOBAL] = { 2, 4 } }
};

static const channel_order with_again = {	/* l0 l1 g0 l2 g1 l3 */
	.ascend = { [DRAGONFLY_LOCAL] = { 0, 1, 2, 2, 3, 3 }, [DRAGONFLY_GLOBAL] = { 0, 0, 0, 1, 1 } },
	.rank_of = { [DRAGONFLY_LOCAL] = { 1, 2, 4, 6 }, [DRAGONFLY_GLOBAL] = { 3, 5 } }
};

uint32_t
dragonfly_exit(const dragonfly *d, const trip *t, uint32_t from, uint32_t to)
{
	uint32_t k = dragonfly_port(d, from, to);

	if (d->copies > 1)
		k += pick_of_pair(t, d->copies) * (d->g - 1);
	return k;
}

/* Where t, at `router`, is bound: *aim, the router to go to in this group or (when
 * `goal` is another) the destination; *goal, the group.  Clears t->via on reaching it. */
static inline void
bound_for(const dragonfly *d, trip *t, uint32_t router, uint32_t here, uint32_t *aim, uint32_t *goal)
{
	*aim = t->router;
	*goal = d->group[t->router];
	if (t->via == NONE)
		return;
	if (here == *goal) {
		if (t->via == router)
			t->via = NONE;
		else
			*aim = t->via;
	} else if (t->via == here) {
		t->via = NONE;
	} else {
		*goal = t->via;
	}
}

static uint32_t
next(const paths *w, trip *t, uint32_t router)
{
	const dragonfly *d = w->machine->shape;
	const channel_order *o = w->routes->again ? &with_again : &plain;
	uint32_t aim, goal;

	bound_for(d, t, router, d->group[router], &aim, &goal);
	return dragonfly_towards(w, t, router, goal, aim, o);
}

uint32_t
dragonfly_detours(const paths *w, const trip *t, uint32_t router)
{
	const dragonfly *d = w->machine->shape;

	if (d->group[router] != d->group[t->router])
		return d->g - 2;
	return router == t->router ? 0 : d->a - 2;
}

uint32_t
dragonfly_detour(const paths *w, const trip *t, uint32_t router, uint32_t k)
{
	const dragonfly *d = w->machine->shape;
	uint32_t here = d->group[router], goal = d->group[t->router];

	if (here != goal)
		return pick_but_two(k, here, goal);
	return here * d->a + pick_but_two(k, d->place[router], d->place[t->router]);
}

/* Links of a minimal path from the router at `place` of group `here` to the one at `aim` of group `goal`, another one. */
static uint32_t
minimal_links(const dragonfly *d, const trip *t, uint32_t here, uint32_t place, uint32_t goal, uint32_t aim)
{
	uint32_t out = d->owner[dragonfly_exit(d, t, here, goal)];
	uint32_t in = d->owner[dragonfly_exit(d, t, goal, here)];

	return (out != place) + 1u + (in != aim);
}

uint32_t
dragonfly_length(const paths *w, const trip *t, uint32_t router, uint32_t via)
{
	const dragonfly *d = w->machine->shape;
	uint32_t here = d->group[router], place = d->place[router];
	uint32_t goal = d->group[t->router], aim = d->place[t->router];
	uint32_t in;

	if (here == goal)
		return (via == NONE || via == router ? 0u : router != via) + (via == NONE ? router != t->router : via != t->router);
	if (via == NONE)
		return minimal_links(d, t, here, place, goal, aim);
	in = d->owner[dragonfly_exit(d, t, via, here)];
	return minimal_links(d, t, here, place, via, in) + minimal_links(d, t, via, in, goal, aim);
}

bool
dragonfly_in_source(const paths *w, const trip *t, uint32_t router)
{
	const dragonfly *d = w->machine->shape;

	return d->group[router] == d->group[w->machine->interface_router[t->from]];
}

const routes routes_dragonfly = {
	.kind = "dragonfly", .needs = { { 2, 3 }, { 1, 2 } }, .next = next, .detours = dragonfly_detours, .detour = dragonfly_detour,
	.length = dragonfly_length,
};

const routes routes_dragonfly_again = {
	.kind = "dragonfly", .needs = { { 3, 4 }, { 1, 2 } }, .next = next, .detours = dragonfly_detours, .detour = dragonfly_detour,
	.length = dragonfly_length, .again = dragonfly_in_source,
};
