/* valiant -- every packet goes by way of a random other group; within a group, of a
 * random other router (Valiant 1982; Kim et al., ISCA 2008, 4.1 "VAL"). */
#include "netsim/routings/dragonfly.h"

static void
choose(network *n, packet *p, uint32_t router, int64_t now)
{
	(void)now;
	p->via = dragonfly_detour(n, p, router);
	p->settled = 1;
}

const routing routing_dragonfly_valiant = {
	.name = "valiant",
	.about = "by way of a random intermediate group; within a group, router (Valiant 1982)",
	.kind = "dragonfly",
	.channels = dragonfly_channels,
	.choose = choose,
	.next = dragonfly_next,
	.targets = dragonfly_targets,
};
