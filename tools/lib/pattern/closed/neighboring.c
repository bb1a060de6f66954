/* neighboring -- each task sends to four tasks of its group and to one in each of four neighbouring
 * groups (GRAP, 5.2, "Neighboring Pattern").
 *
 * The paper says no more.  Here x and y of the process grid are places in a group, z and w are the
 * group: tasks of a group are numbered together, partners in other groups have the same place, and all four
 * dimensions wrap around unless the row says which, so that every task has its eight partners. */
#include "lib/pattern/closed/halo.h"

static bool
prepare(traffic *t, const char **why)
{
	*why = "needs dims of 4 extents, two within a group and two of groups";
	return t->dims == 4;
}

extern const pattern pattern_neighboring;

const pattern pattern_neighboring = {
	.name = "neighboring",
	.about = "each task sends to four of its group and one in each of four groups",
	.grid = -1,
	.prepare = prepare,
	.phases = halo_phases,
	.sends = halo_sends,
	.send = halo_send,
	.receives = halo_sends,
	.allreduce = true,
	.wraps = true,
};
