/* ugal -- minimal or one random detour, whichever the queues favour, decided where
 * the packet enters the network (Singh 2005; Kim et al., ISCA 2008, 4.1).
 *
 * ugal-l compares the bytes waiting in this router for the first link of each
 * path; ugal-g, an ideal that no hardware has, those on all links of both paths. */
#include "netsim/routings/dragonfly.h"

static void
choose_local(network *n, packet *p, uint32_t router, int64_t now)
{
	dragonfly_ugal(n, p, router, now, false);
	p->settled = 1;
}

static void
choose_global(network *n, packet *p, uint32_t router, int64_t now)
{
	dragonfly_ugal(n, p, router, now, true);
	p->settled = 1;
}

const routing routing_dragonfly_ugal_l = {
	.name = "ugal-l",
	.detours = true,
	.alias = "adaptive",	/* what V-B of the Level-Spread paper describes */
	.about = "minimal iff q_m H_m <= q_v H_v, q the bytes waiting for the first link (Kim et al. 2008)",
	.kind = "dragonfly",
	.channels = dragonfly_channels,
	.asks = ASKS_ROUTER,
	.choose = choose_local,
	.next = dragonfly_next,
	.targets = dragonfly_targets_or_minimal,
};

const routing routing_dragonfly_ugal_g = {
	.name = "ugal-g",
	.detours = true,
	.about = "as ugal-l, q summed over the whole of both paths (Kim et al. 2008)",
	.kind = "dragonfly",
	.channels = dragonfly_channels,
	.asks = ASKS_PATHS,
	.choose = choose_global,
	.next = dragonfly_next,
	.targets = dragonfly_targets_or_minimal,
};
