/* halo2d -- each task sends to its four nearest neighbours in a 2-D grid
 * (Level-Spread, V-C). */
#include "lib/pattern/closed/halo.h"

extern const pattern pattern_halo2d;

const pattern pattern_halo2d = {
	.name = "halo2d",
	.about = "each task sends to its four nearest neighbours in a 2-D grid",
	.grid = 2,
	.phases = halo_phases,
	.sends = halo_sends,
	.send = halo_send,
	.receives = halo_sends,
	.allreduce = true,
};
