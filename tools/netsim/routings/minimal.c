/* minimal -- the local-global-local route, without a choice (Kim, Dally, Scott and
 * Abts, ISCA 2008, 4.1 "MIN"). */
#include "netsim/routings/dragonfly.h"

static int
channels(const machine *m, int class)
{
	(void)m;
	return class == DRAGONFLY_LOCAL ? 2 : 1;
}

const routing routing_dragonfly_minimal = {
	.name = "minimal",
	.about = "shortest local-global-local route (Kim et al. 2008)",
	.kind = "dragonfly",
	.channels = channels,
	.next = dragonfly_next,
};
