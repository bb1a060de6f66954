/* valiant -- every packet goes by way of a random other group; within a group, of a
 * random other router (Valiant 1982; Kim et al., ISCA 2008, 4.1 "VAL"). */
#include "netsim/routings/choice.h"
#include "netsim/routings/dragonfly.h"

const routing routing_dragonfly_valiant = {
	.name = "valiant",
	.about = "by way of a random intermediate group; within a group, router (Valiant 1982)",
	.kind = "dragonfly",
	.channels = dragonfly_channels,
	.choose = choose_detour,
	.detour = dragonfly_detour,
	.next = dragonfly_next,
	.targets = dragonfly_targets,
};
