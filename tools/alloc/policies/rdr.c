/* rdr -- random routers: a router drawn uniformly gives its idle nodes in label
 * order, then another (Jain et al., SC 2014).  A full one is drawn again: uniform over
 * those with an idle node. */
#include "alloc/pick.h"
#include "alloc/policy.h"

static bool
choose(const occupancy *o, const request *q, rng *r, void *state, grant *g)
{
	(void)state;
	pick_random_domains(o, &o->machine->level[0], r, q->nodes, g->node);
	return true;
}

const policy policy_rdr = {
	.name = "rdr",
	.about = "random routers, each with all its idle nodes",
	.choose = choose,
};
