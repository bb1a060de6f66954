/* rrn -- round-robin nodes: group 0 gives its lowest idle node, then the next group,
 * and round again; full groups are skipped (Jain et al., SC 2014). */
#include <stdlib.h>

#include "alloc/pick.h"
#include "alloc/policy.h"
#include "lib/cli/cli.h"

static bool
choose(const occupancy *o, const request *q, rng *r, void *state, grant *g)
{
	const level *groups = machine_level(o->machine, "group");
	uint32_t *group = xalloc(groups->domains, sizeof *group);

	(void)r, (void)state;
	pick_spread(o, groups, group, idle_domains(o, groups, NULL, 0, group), q->nodes, g->node);
	free(group);
	return true;
}

const policy policy_rrn = {
	.name = "rrn",
	.alias = "round-robin",
	.about = "round-robin over groups, a node each",
	.level = "group",
	.choose = choose,
};
