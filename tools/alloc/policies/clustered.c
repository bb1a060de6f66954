/* clustered -- nine tenths of a job close together, one tenth scattered over the machine: what resource managers of real machines come to
 * (Jain, Bhatele, Ni, Gamblin and Kale, "Partitioning low-diameter networks to eliminate inter-job interference", IPDPS 2017, III-B).
 *
 * The paper gives no exact rule.  Here n - round(n/10) nodes, a half rounded up, are the run of idle nodes in label order, busy ones passed
 * over, with the least distance between its first and last label, the lowest at a tie.  The others are drawn uniformly. */
#include <stdlib.h>
#include <string.h>

#include "alloc/pick.h"
#include "alloc/policy.h"
#include "lib/cli/cli.h"

static bool
choose(const occupancy *o, const request *q, selection *out)
{
	uint32_t scattered = q->nodes / 10 + (q->nodes % 10 >= 5), close = q->nodes - scattered;
	uint32_t left = o->idle - close, *idle = xalloc(o->idle, sizeof *idle), best;

	pick_lowest(o, o->idle, idle);
	best = tightest_run(idle, o->idle, close);
	memcpy(out->node, idle + best, close * sizeof *idle);
	memmove(idle + best, idle + best + close, (left - best) * sizeof *idle);
	pick_random(idle, left, q->random, scattered, out->node + close);
	free(idle);
	return true;
}

const policy policy_clustered = {
	.name = "clustered", .about = "nine tenths in the tightest run of idle nodes, one tenth at random", .choose = choose,
};
