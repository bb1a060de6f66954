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
#include "lib/route/dragonfly.h"
#include "lib/route/routes.h"

static const channel_order by_router = {
	.ascend = { [DRAGONFLY_LOCAL] = { 0, 1, 1, 2, 3, 3 }, [DRAGONFLY_GLOBAL] = { 0, 0, 1, 1, 1 } },
	.rank_of = { [DRAGONFLY_LOCAL] = { 1, 3, 4, 6 }, [DRAGONFLY_GLOBAL] = { 2, 5 } },
};

enum { STRAIGHT_ON = 3 };	/* the rank behind l1: from here packets go to their destination */

static uint32_t
next(const paths *w, trip *t, uint32_t router)
{
	uint32_t aim;

	if (t->via == router)
		t->via = NONE;
	if (t->via == NONE && t->rank < STRAIGHT_ON)
		t->rank = STRAIGHT_ON;
	aim = t->via == NONE ? t->router : t->via;
	return dragonfly_towards(w, t, router, dragonfly_of(w)->group[aim], aim, &by_router);
}

static uint32_t
detours(const paths *w, const trip *t, uint32_t router)
{
	const dragonfly *d = dragonfly_of(w);

	return d->group[router] == d->group[t->router] ? 0 : w->machine->routers;
}

static uint32_t
detour(const paths *w, const trip *t, uint32_t router, uint32_t k)
{
	const dragonfly *d = dragonfly_of(w);

	return d->group[k] == d->group[router] || k == t->router ? NONE : k;
}

const routes routes_dragonfly_routers = { .kind = "dragonfly", .needs = { { 4, 4 }, { 2, 2 } }, .next = next, .detours = detours, .detour = detour };
