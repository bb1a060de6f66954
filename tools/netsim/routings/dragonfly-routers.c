/* dragonfly-routers -- detours by way of a random router, not only through a random group (VALn of Won et al., "Overcoming
 * Far-end Congestion in Large-Scale Networks", HPCA 2015; the detours of ugal_dragonflynew of BookSim, Jiang et al. 2013).
 *
 * `valiant` leaves a group at once by the router that owns the link onward, so that the packets from one group
 * to another meet on one local link of each group between.  Here a packet goes to the router that was drawn
 * first, and these packets come from all over the group, for one local link more.
 *
 * Any router of the machine is drawn, all alike, where the packet enters; one of the source's group is the minimal
 * path.  So is the destination's own; another of its group makes the packet go past it and back by a local link.
 *
 * Minimal to the router, then minimal on: channels ascend along l0 g0 l1 | l2 g1 l3, so no circle of waiting can close.  Who goes straight
 * takes the second half from the start, and so waits among those that come from detours, as in BookSim. */
#include "netsim/routings/choice.h"
#include "netsim/routings/dragonfly.h"

static const channel_order by_router = {
	.ascend = { [DRAGONFLY_LOCAL] = { 0, 1, 1, 2, 3, 3 }, [DRAGONFLY_GLOBAL] = { 0, 0, 1, 1, 1 } },
	.rank_of = { [DRAGONFLY_LOCAL] = { 1, 3, 4, 6 }, [DRAGONFLY_GLOBAL] = { 2, 5 } }
};

enum { STRAIGHT_ON = 3 };	/* the rank behind l1: from here packets go to their destination */

static int
channels(const machine *m, int class)
{
	(void)m;
	return class == DRAGONFLY_LOCAL ? 4 : 2;
}

static uint32_t
next(const network *n, packet *p, uint32_t router)
{
	uint32_t aim;

	if (p->via == router)
		p->via = NONE;
	if (p->via == NONE && p->rank < STRAIGHT_ON)
		p->rank = STRAIGHT_ON;
	aim = p->via == NONE ? p->router : p->via;
	if (router == aim)
		return dragonfly_to_node(n, p);
	return dragonfly_towards(n, p, router, dragonfly_of(n)->group[aim], aim, &by_router);
}

/* Router k as p's detour from `router`; NONE where that is the minimal path. */
static uint32_t
by_way_of(const dragonfly *d, const packet *p, uint32_t router, uint32_t k)
{
	return d->group[k] == d->group[router] || k == p->router ? NONE : k;
}

/* A random one, drawn with p->word.  Within a group there is none. */
static uint32_t
detour(const network *n, const packet *p, uint32_t router)
{
	const dragonfly *d = dragonfly_of(n);

	if (d->group[router] == d->group[p->router])
		return NONE;
	return by_way_of(d, p, router, choice_at_random(p, n->machine->routers));
}

static bool
targets(const network *n, const packet *p, uint32_t router, uint32_t k, uint32_t *via)
{
	const dragonfly *d = dragonfly_of(n);
	bool within = d->group[router] == d->group[p->router];

	*via = NONE;
	if (k >= (within ? 1 : n->machine->routers))
		return false;
	if (!within)
		*via = by_way_of(d, p, router, k);
	return true;
}

const routing routing_dragonfly_valiant_router = {
	.name = "valiant-router",
	.about = "by way of a random router of the machine, if it is of another group (Won et al. 2015)",
	.kind = "dragonfly",
	.channels = channels,
	.choose = choose_detour,
	.detour = detour,
	.next = next,
	.targets = targets,
};

const routing routing_dragonfly_ugal_router = {
	.name = "ugal-router",
	.about = "as ugal-l, the detour by way of a random router of the machine (as BookSim's ugal)",
	.kind = "dragonfly",
	.channels = channels,
	.asks = ASKS_ROUTER,
	.choose = choose_ugal_l,
	.detour = detour,
	.links = choice_one_or_two,
	.next = next,
	.targets = targets,
};
