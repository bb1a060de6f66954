/* nodelist -- the job's nodes as a hostlist of Slurm, for `srun --nodelist`. */
#include <stdlib.h>

#include "lib/hostlist/hostlist.h"
#include "map/launch/launch.h"

static void
write_nodelist(const launch *l, FILE *out)
{
	hostlist h = { 0 };
	char *text;

	for (uint32_t k = 0; k < l->nodes; k++)
		hostlist_push(&h, l->host[k]);
	text = hostlist_write(&h);
	fprintf(out, "%s\n", text);
	free(text);
	hostlist_free(&h);
}

extern const launch_format launch_nodelist;

const launch_format launch_nodelist = {
	.name = "nodelist",
	.hosts = true,
	.write = write_nodelist,
};
