/* rdn -- random nodes: idle nodes drawn uniformly without replacement, in the order
 * drawn (Jain et al., "Maximizing throughput on a dragonfly network", SC 2014). */
#include <stdlib.h>

#include "alloc/pick.h"
#include "alloc/policy.h"
#include "lib/cli/cli.h"

static bool
choose(const occupancy *o, const request *q, rng *r, void *state, grant *g)
{
	uint32_t *pool = xalloc(o->idle, sizeof *pool);

	(void)state;
	pick_lowest(o, o->idle, pool);
	pick_random(pool, o->idle, r, q->nodes, g->node);
	free(pool);
	return true;
}

const policy policy_rdn = {
	.name = "rdn",
	.alias = "random",
	.about = "random nodes of the whole machine",
	.choose = choose,
};
