/* slurm-fit -- slurm as the program of the Level-Spread paper's authors has it: of the
 * routers with enough idle nodes, the one with the fewest; else as slurm. */
#include "alloc/shapes/domains.h"
#include "alloc/pick.h"
#include "alloc/policy.h"

static bool
choose(const occupancy *o, const request *q, rng *r, void *state, grant *g)
{
	const level *routers = &o->machine->level[0];
	uint32_t fit = best_fit(o, routers, q->nodes);

	(void)r, (void)state;
	if (fit != NONE)
		pick_whole(o, routers, &fit, q->nodes, g->node);
	else
		pick_scraps(o, routers, q->nodes, g->node);
	return true;
}

const policy policy_slurm_fit = {
	.name = "slurm-fit",
	.about = "the fullest router with room, else the fullest routers' idle nodes first",
	.choose = choose,
};
