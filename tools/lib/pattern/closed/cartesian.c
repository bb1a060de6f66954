/* cartesian -- each task exchanges a message with both neighbours in every dimension of a process
 * grid of 1 to 4 dimensions, that of `dims`, wrapped around where `periodic` says so: rings, the stencils of
 * miniGhost (Balzuweit et al., III-A), 4-D lattices. */
#include "lib/pattern/closed/halo.h"

extern const pattern pattern_cartesian;

const pattern pattern_cartesian = {
	.name = "cartesian",
	.about = "each task sends to both neighbours in every dimension of a grid of 1 to 4 dimensions",
	.grid = -1,
	.phases = halo_phases,
	.sends = halo_sends,
	.send = halo_send,
	.receives = halo_sends,
	.allreduce = true,
};
