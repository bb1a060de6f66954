/* level-spread -- the smallest network level that the job fits into now, spread within it (Zhang et al., "Level-Spread: A New Job
 * Allocation Policy for Dragonfly Networks", section III-B).
 *
 * Fits the idlest router: there, in label order.  Fits the idlest group: there, one node a router in turn.  Else the whole machine, one
 * node a group in turn.  Written for any number of levels: a domain is spread over the domains one level down. */
#include "alloc/pick.h"
#include "alloc/policy.h"
#include "alloc/shapes/domains.h"

static bool
choose(const occupancy *o, const request *q, selection *out)
{
	const machine *m = o->machine;
	uint32_t fit = NONE;
	int i;

	for (i = 0; i < m->levels; i++)
		if ((fit = worst_fit(o, &m->level[i], q->nodes)) != NONE)
			break;
	if (i == 0)
		pick_whole(o, &m->level[0], &fit, q->nodes, out->node);
	else
		pick_round_robin(o, &m->level[i - 1], i < m->levels ? &m->level[i] : NULL, fit, q->nodes, out->node);
	return true;
}

const policy policy_level_spread = {
	.name = "level-spread", .about = "spread within the smallest level (router, group, machine) that has room", .choose = choose,
};
