/* slurm-tres -- what Slurm's select/cons_tres does on a dragonfly: the router with
 * the most idle nodes when the job fits there, lowest nodes first; else one node a
 * router in turn, in the order of their numbers. */
#include "alloc/shapes/domains.h"
#include "alloc/pick.h"
#include "alloc/policy.h"

static bool
choose(const occupancy *o, const request *q, selection *out)
{
	const level *routers = &o->machine->level[0];
	uint32_t fit = worst_fit(o, routers, q->nodes);

	if (fit != NONE)
		pick_whole(o, routers, &fit, q->nodes, out->node);
	else
		pick_round_robin(o, routers, NULL, 0, q->nodes, out->node);
	return true;
}

const policy policy_slurm_tres = {
	.name = "slurm-tres",
	.about = "Slurm's select/cons_tres: the idlest router, else one node a router in turn",
	.choose = choose,
};
