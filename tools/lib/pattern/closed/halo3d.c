/* halo3d -- each task sends to its six nearest neighbours in a 3-D grid
 * (Level-Spread, V-C). */
#include "lib/pattern/closed/halo.h"

extern const pattern pattern_halo3d;

const pattern pattern_halo3d = {
	.name = "halo3d",
	.about = "each task sends to its six nearest neighbours in a 3-D grid",
	.grid = 3,
	.phases = halo_phases,
	.sends = halo_sends,
	.send = halo_send,
	.receives = halo_sends,
	.allreduce = true,
};
