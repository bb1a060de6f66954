/* rdn -- random nodes: idle nodes drawn uniformly without replacement, in the order
 * drawn (Jain et al., "Maximizing throughput on a dragonfly network", SC 2014). */
#include <stdlib.h>

#include "alloc/pick.h"
#include "alloc/policy.h"
#include "lib/cli/cli.h"

static bool
choose(const occupancy *o, const request *q, rng *r, void *state, grant *g)
{
	uint32_t left = o->idle, *pool = xalloc(left, sizeof *pool);

	(void)state;
	pick_lowest(o, left, pool);
	for (uint32_t n = 0; n < q->nodes; n++) {
		uint32_t i = (uint32_t)rng_below(r, left);

		g->node[n] = pool[i];
		pool[i] = pool[--left];
	}
	free(pool);
	return true;
}

const policy policy_rdn = {
	.name = "rdn",
	.about = "random nodes of the whole machine",
	.choose = choose,
};
