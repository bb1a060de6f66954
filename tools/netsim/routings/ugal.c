/* ugal -- minimal or one random detour, whichever the queues favour, decided where
 * the packet enters the network (Singh 2005; Kim et al., ISCA 2008, 4.1).
 *
 * ugal-l compares the bytes waiting in this router for the first link of each
 * path; ugal-g, an ideal that no hardware has, those on all links of both paths. */
#include "netsim/routings/choice.h"
#include "netsim/routings/dragonfly.h"

const routing routing_dragonfly_ugal_l = {
	.name = "ugal-l",
	.alias = "adaptive",	/* what V-B of the Level-Spread paper describes */
	.about = "minimal iff q_m H_m <= q_v H_v, q the bytes waiting for the first link (Kim et al. 2008)",
	.kind = "dragonfly",
	.channels = dragonfly_channels,
	.asks = ASKS_ROUTER,
	.choose = choose_ugal_l,
	.detour = dragonfly_detour,
	.links = dragonfly_links,
	.next = dragonfly_next,
	.targets = dragonfly_targets_or_minimal,
};

const routing routing_dragonfly_ugal_g = {
	.name = "ugal-g",
	.about = "as ugal-l, q summed over the whole of both paths (Kim et al. 2008)",
	.kind = "dragonfly",
	.channels = dragonfly_channels,
	.asks = ASKS_PATHS,
	.choose = choose_ugal_g,
	.detour = dragonfly_detour,
	.links = dragonfly_links,
	.next = dragonfly_next,
	.targets = dragonfly_targets_or_minimal,
};
