/* dragonfly -- the way of a packet through a dragonfly, and its detours. */
#include "netsim/routings/dragonfly.h"

#include "netsim/routings/choice.h"

static const channel_order plain = {	/* l0 g0 l1 g1 l2 */
	.ascend = { [DRAGONFLY_LOCAL] = { 0, 1, 1, 2, 2 }, [DRAGONFLY_GLOBAL] = { 0, 0, 1, 1 } },
	.rank_of = { [DRAGONFLY_LOCAL] = { 1, 3, 5 }, [DRAGONFLY_GLOBAL] = { 2, 4 } }
};

static const channel_order with_par = {	/* l0 l1 g0 l2 g1 l3 */
	.ascend = { [DRAGONFLY_LOCAL] = { 0, 1, 2, 2, 3, 3 }, [DRAGONFLY_GLOBAL] = { 0, 0, 0, 1, 1 } },
	.rank_of = { [DRAGONFLY_LOCAL] = { 1, 2, 4, 6 }, [DRAGONFLY_GLOBAL] = { 3, 5 } }
};

uint32_t
dragonfly_exit(const dragonfly *d, const packet *p, uint32_t from, uint32_t to)
{
	uint32_t k = dragonfly_port(d, from, to);

	if (d->copies > 1)
		k += choice_of_pair(p, d->copies) * (d->g - 1);
	return k;
}

/* Where p, at `router`, is bound: *aim, the router to go to in this group or (when
 * `goal` is another) the destination; *goal, the group.  Clears p->via on reaching it. */
static inline void
bound_for(const dragonfly *d, packet *p, uint32_t router, uint32_t here, uint32_t *aim, uint32_t *goal)
{
	*aim = p->router;
	*goal = d->group[p->router];
	if (p->via == NONE)
		return;
	if (here == *goal) {
		if (p->via == router)
			p->via = NONE;
		else
			*aim = p->via;
	} else if (p->via == here) {
		p->via = NONE;
	} else {
		*goal = p->via;
	}
}

static inline uint32_t
next(const network *n, packet *p, uint32_t router, const channel_order *o)
{
	const dragonfly *d = n->machine->shape;
	uint32_t aim, goal;

	bound_for(d, p, router, d->group[router], &aim, &goal);
	if (router == aim)
		return dragonfly_to_node(n, p);
	return dragonfly_towards(n, p, router, goal, aim, o);
}

uint32_t
dragonfly_next(const network *n, packet *p, uint32_t router)
{
	return next(n, p, router, &plain);
}

uint32_t
dragonfly_next_par(const network *n, packet *p, uint32_t router)
{
	return next(n, p, router, &with_par);
}

int
dragonfly_channels(const machine *m, int class)
{
	(void)m;
	return class == DRAGONFLY_LOCAL ? 3 : 2;
}

/* Detours of p from `router`: how many; *base and *x, *y make the k-th of them
 * base + choice_but_two(k, x, y). */
static uint32_t
detours(const dragonfly *d, const packet *p, uint32_t router, uint32_t *base, uint32_t *x, uint32_t *y)
{
	uint32_t here = d->group[router], goal = d->group[p->router];

	if (here != goal) {
		*base = 0;
		*x = here;
		*y = goal;
		return d->g - 2;
	}
	*base = here * d->a;
	*x = d->place[router];
	*y = d->place[p->router];
	return router == p->router ? 0 : d->a - 2;
}

uint32_t
dragonfly_detour(const network *n, const packet *p, uint32_t router)
{
	uint32_t base, x, y, count = detours(n->machine->shape, p, router, &base, &x, &y);

	if (count == 0)
		return NONE;
	return base + choice_but_two(choice_at_random(p, count), x, y);
}

bool
dragonfly_targets(const network *n, const packet *p, uint32_t router, uint32_t k, uint32_t *via)
{
	uint32_t base, x, y, count = detours(n->machine->shape, p, router, &base, &x, &y);

	*via = k < count ? base + choice_but_two(k, x, y) : NONE;
	return k < count || (count == 0 && k == 0);
}

bool
dragonfly_targets_or_minimal(const network *n, const packet *p, uint32_t router, uint32_t k, uint32_t *via)
{
	*via = NONE;
	if (k == 0)
		return true;
	return dragonfly_targets(n, p, router, k - 1, via) && *via != NONE;
}

/* Links of a minimal path from the router at `place` of group `here` to the one at
 * `aim` of group `goal`, another one. */
static uint32_t
minimal_links(const dragonfly *d, const packet *p, uint32_t here, uint32_t place, uint32_t goal, uint32_t aim)
{
	uint32_t out = d->owner[dragonfly_exit(d, p, here, goal)];
	uint32_t in = d->owner[dragonfly_exit(d, p, goal, here)];

	return (out != place) + 1u + (in != aim);
}

uint32_t
dragonfly_links(const network *n, const packet *p, uint32_t router, uint32_t via)
{
	const dragonfly *d = n->machine->shape;
	uint32_t here = d->group[router], place = d->place[router];
	uint32_t goal = d->group[p->router], aim = d->place[p->router];
	uint32_t in;

	if (here == goal)
		return (via == NONE || via == router ? 0u : router != via) + (via == NONE ? router != p->router : via != p->router);
	if (via == NONE)
		return minimal_links(d, p, here, place, goal, aim);
	in = d->owner[dragonfly_exit(d, p, via, here)];
	return minimal_links(d, p, here, place, via, in) + minimal_links(d, p, via, in, goal, aim);
}
