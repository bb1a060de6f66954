/* stencil -- each task exchanges a message with its six nearest neighbours in a 3-D grid
 * (the express-mesh paper, III-B): the messages of halo3d, all at once under either
 * schedule, and no allreduce. */
#include "lib/pattern/closed/halo.h"

static bool
prepare(traffic *t, const char **why)
{
	(void)why;
	t->rounds = false;
	return true;
}

extern const pattern pattern_stencil;

const pattern pattern_stencil = {
	.name = "stencil",
	.about = "each task sends to its six nearest neighbours in a 3-D grid, all at once",
	.grid = 3,
	.prepare = prepare,
	.phases = halo_phases,
	.sends = halo_sends,
	.send = halo_send,
	.receives = halo_sends,
};
