/* slurm -- what the Level-Spread paper calls Slurm's policy (section IV): a router with enough idle nodes; without one, the
 * routers with the fewest idle nodes give all of theirs, one after the other.
 *
 * slurm takes the first such router, as the paper says; slurm-fit the one with the fewest idle nodes, as the program
 * of its authors does.  The fallback drains the scraps first, so it breaks up few routers that are still
 * whole.
 *
 * Slurm itself chooses as slurm-tree.c and slurm-others.c say. */
#include <stdlib.h>

#include "alloc/pick.h"
#include "alloc/policy.h"
#include "alloc/shapes/domains.h"
#include "lib/cli/cli.h"

extern const policy policy_slurm_fit;

/* The router with the fewest idle nodes, at least one, gives all of them, in label order; again until there are enough. */
static void
pick_scraps(const occupancy *o, uint32_t need, uint32_t *out)
{
	const level *routers = &o->machine->level[0];
	uint32_t *router = xalloc(routers->domains, sizeof *router);

	sort_by_key(occupancy_idle(o, routers), router, idle_domains(o, routers, NULL, 0, router), false);
	pick_whole(o, routers, router, need, out);
	free(router);
}

static bool
choose(const occupancy *o, const request *q, selection *out)
{
	const level *routers = &o->machine->level[0];
	uint32_t fit = q->policy == &policy_slurm_fit ? best_fit(o, routers, q->nodes) : first_fit(o, routers, routers->domains, q->nodes);

	if (fit != NONE)
		pick_whole(o, routers, &fit, q->nodes, out->node);
	else
		pick_scraps(o, q->nodes, out->node);
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
