/* rankfile -- the rankfile of Open MPI: a host and a slot, which is a core there, for each rank. */
#include <inttypes.h>

#include "map/launch/launch.h"

static void
write_rankfile(const launch *l, FILE *out)
{
	for (uint32_t i = 0; i < l->tasks; i++)
		fprintf(out, "rank %" PRIu32 "=%s slot=%" PRIu32 "\n", i, l->host[l->rank[i] / l->cores], l->rank[i] % l->cores);
}

extern const launch_format launch_rankfile;

const launch_format launch_rankfile = {
	.name = "rankfile",
	.hosts = true,
	.comments = true,
	.write = write_rankfile,
};
