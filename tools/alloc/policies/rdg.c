/* rdg -- random groups: a group drawn uniformly gives its idle nodes in label order,
 * then another (Jain et al., SC 2014).  A full one is drawn again: uniform over those
 * with an idle node. */
#include "alloc/pick.h"
#include "alloc/policy.h"

static bool
choose(const occupancy *o, const request *q, rng *r, void *state, grant *g)
{
	(void)state;
	pick_random_domains(o, machine_level(o->machine, "group"), r, q->nodes, g->node);
	return true;
}

const policy policy_rdg = {
	.name = "rdg",
	.about = "random groups, each with all its idle nodes",
	.level = "group",
	.choose = choose,
};
