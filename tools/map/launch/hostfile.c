/* hostfile -- what SLURM_HOSTFILE names for `srun --distribution=arbitrary`: line i is the host of task i. */
#include "map/launch/launch.h"

static void
write_hostfile(const launch *l, FILE *out)
{
	for (uint32_t i = 0; i < l->tasks; i++)
		fprintf(out, "%s\n", l->host[l->rank[i] / l->cores]);
}

extern const launch_format launch_hostfile;

const launch_format launch_hostfile = {
	.name = "hostfile",
	.hosts = true,
	.comments = true,
	.write = write_hostfile,
};
