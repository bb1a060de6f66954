/* formats -- the table of files for launchers, and what they share. */
#include <string.h>

#include "lib/cli/cli.h"
#include "map/launch/launch.h"

extern const launch_format launch_mpich_rank_order, launch_rankfile, launch_hostfile, launch_nodelist;

const launch_format *const launch_formats[] = {
	&launch_mpich_rank_order,
	&launch_rankfile,
	&launch_hostfile,
	&launch_nodelist,
	NULL
};

uint32_t *
launch_seats(const launch *l)
{
	size_t ranks = (size_t)l->nodes * l->cores;
	uint32_t *task = xalloc(ranks, sizeof *task);

	memset(task, 0xff, ranks * sizeof *task);
	for (uint32_t i = 0; i < l->tasks; i++)
		task[l->rank[i]] = i;
	return task;
}
