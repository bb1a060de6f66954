/* slurm -- what the Level-Spread paper calls Slurm's policy (section IV): the first
 * router with enough idle nodes; without one, the routers with the fewest idle
 * nodes give all of theirs, one after the other.
 *
 * Its fallback drains the scraps first, so it breaks up few routers that are still
 * whole.  Slurm itself does otherwise: slurm-linear, slurm-tres. */
#include "alloc/shapes/domains.h"
#include "alloc/pick.h"
#include "alloc/policy.h"

static bool
choose(const occupancy *o, const request *q, rng *r, void *state, grant *g)
{
	const level *routers = &o->machine->level[0];
	uint32_t fit = first_fit(o, routers, routers->domains, q->nodes);

	(void)r, (void)state;
	if (fit != NONE)
		pick_whole(o, routers, &fit, q->nodes, g->node);
	else
		pick_scraps(o, routers, q->nodes, g->node);
	return true;
}

const policy policy_slurm = {
	.name = "slurm",
	.about = "the first router with room, else the fullest routers' idle nodes first",
	.choose = choose,
};
