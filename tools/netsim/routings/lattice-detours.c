/* lattice-detours -- by way of a random router, and the choice between that and straight on (Valiant 1982; Singh 2005; on
 * HyperX, the express mesh of gap 1, Kim, Dally and Abts, "Flattened Butterfly", ISCA 2007, and Ahn and others, SC 2009).
 *
 * All routers are drawn alike, and both halves of a detour go in dimension order, ties of a ring at random (dimension-order-ties.c):
 * so each half loads the links as uniform traffic does, whatever the pattern.  Where source or destination is drawn that is the way
 * straight on.
 *
 * Every dimension has the channels of dimension order twice: the first set on the way to the detour's
 * router, the second behind it and for packets without one.  A packet never goes back to the first set, and within either
 * it waits as in dimension order, so no circle of waiting can close.  On rings that makes four channels. */
#include "netsim/routings/choice.h"
#include "netsim/routings/lattice.h"

enum { SEGMENTS = 2 };	/* of a route with a detour */

_Static_assert(SEGMENTS * 2 <= MAX_CHANNELS, "two channels a ring for each segment are no more than a link may have");

static int
channels(const machine *m, int class)
{
	return SEGMENTS * lattice_order_channels(m, class);
}

static void *
prepare(const machine *m)
{
	lattice_limit(m, SEGMENTS);
	return NULL;
}

static uint32_t
next(const network *n, packet *p, uint32_t router)
{
	if (p->via == router)
		p->via = NONE;
	if (p->via != NONE)
		return lattice_towards(n, p, router, p->via, p->word, 0);
	if (router != p->router)
		return lattice_towards(n, p, router, p->router, p->word, 1);
	return lattice_to_node(n, p, router);
}

/* Router k as p's detour from `router`; NONE where that is either end of the way. */
static uint32_t
by_way_of(const packet *p, uint32_t router, uint32_t k)
{
	return k == router || k == p->router ? NONE : k;
}

/* A random one, drawn with p->word. */
static uint32_t
detour(const network *n, const packet *p, uint32_t router)
{
	return router == p->router ? NONE : by_way_of(p, router, choice_at_random(p, n->machine->routers));
}

/* Links of dimension order from router a to router b. */
static uint32_t
links_between(const lattice *l, uint32_t a, uint32_t b)
{
	uint32_t sum = 0;

	for (int d = lattice_differs(l, a, b, 0); d < l->dims; d = lattice_differs(l, a, b, d + 1)) {
		uint32_t away;
		bool tie;

		lattice_goes_up(l, d, lattice_at(l, a, d), lattice_at(l, b, d), &away, &tie);
		sum += l->ring[d] ? away : lattice_monotone(l, d, away);
	}
	return sum;
}

/* Of p's path from `router` by way of `via` (NONE: straight). */
static uint32_t
links(const network *n, const packet *p, uint32_t router, uint32_t via)
{
	const lattice *l = lattice_of(n);

	if (via == NONE)
		return links_between(l, router, p->router);
	return links_between(l, router, via) + links_between(l, via, p->router);
}

static bool
targets(const network *n, const packet *p, uint32_t router, uint32_t k, uint32_t *via)
{
	*via = router == p->router ? NONE : by_way_of(p, router, k);
	return k < (router == p->router ? 1 : n->machine->routers);
}

const routing routing_lattice_valiant = {
	.name = "valiant",
	.about = "by way of a random router, dimension-order to it and from it (Valiant 1982)",
	.kind = "mesh torus hypercube expressmesh",
	.channels = channels,
	.prepare = prepare,
	.choose = choose_detour,
	.detour = detour,
	.next = next,
	.targets = targets,
};

const routing routing_lattice_ugal_l = {
	.name = "ugal-l",
	.about = "minimal iff q_m H_m <= q_v H_v, q the bytes waiting for the first link (Singh 2005; Kim et al. 2007)",
	.kind = "mesh torus hypercube expressmesh",
	.channels = channels,
	.prepare = prepare,
	.asks = ASKS_ROUTER,
	.choose = choose_ugal_l,
	.detour = detour,
	.links = links,
	.next = next,
	.targets = targets,
};
