/* slurm -- what the Level-Spread paper calls Slurm's policy (section IV): a router with enough idle nodes; without one, the
 * routers with the fewest idle nodes give all of theirs, one after the other.
 *
 * slurm takes the first such router, as the paper says; slurm-fit the one with the fewest idle nodes, as the program
 * of its authors does.  The fallback drains the scraps first, so it breaks up few routers that are still
 * whole.
 *
 * Slurm itself chooses as slurm-tree.c and slurm-others.c say. */
#include "alloc/pick.h"
#include "alloc/policy.h"
#include "alloc/shapes/domains.h"

extern const policy policy_slurm_fit;

static bool
choose(const occupancy *o, const request *q, selection *out)
{
	const level *routers = &o->machine->level[0];
	uint32_t fit = q->policy == &policy_slurm_fit ? best_fit(o, routers, q->nodes) : first_fit(o, routers, routers->domains, q->nodes);

	if (fit != NONE)
		pick_whole(o, routers, &fit, q->nodes, out->node);
	else
		pick_scraps(o, routers, q->nodes, out->node);
	return true;
}

const policy policy_slurm = {
	.name = "slurm",
	.about = "the first router with room, else the fullest routers' idle nodes first",
	.choose = choose,
};

const policy policy_slurm_fit = {
	.name = "slurm-fit",
	.about = "the fullest router with room, else the fullest routers' idle nodes first",
	.choose = choose,
};
