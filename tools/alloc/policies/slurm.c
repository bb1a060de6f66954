/* slurm -- what the Level-Spread paper calls Slurm's policy (section IV): a router with enough idle nodes; without one, the
 * routers with the fewest idle nodes give all of theirs, one after the other.
 *
 * slurm takes the first such router, as the paper says; slurm-fit the one with the fewest idle nodes, as the program
 * of its authors does.  The fallback drains the scraps first, so it breaks up few routers that are still
 * whole.
 *
 * slurm-tres is what Slurm's select/cons_tres does on a dragonfly: the router with the most idle nodes when the job fits there, else one
 * node a router in turn, in the order of their numbers.  What select/linear does: slurm-linear.c. */
#include "alloc/pick.h"
#include "alloc/policy.h"
#include "alloc/shapes/domains.h"

/* In the router `fit`, NONE: in the scraps. */
static bool
pick(const occupancy *o, const level *routers, uint32_t fit, const request *q, selection *out)
{
	if (fit != NONE)
		pick_whole(o, routers, &fit, q->nodes, out->node);
	else
		pick_scraps(o, routers, q->nodes, out->node);
	return true;
}

static bool
choose_first(const occupancy *o, const request *q, selection *out)
{
	const level *routers = &o->machine->level[0];

	return pick(o, routers, first_fit(o, routers, routers->domains, q->nodes), q, out);
}

static bool
choose_best(const occupancy *o, const request *q, selection *out)
{
	const level *routers = &o->machine->level[0];

	return pick(o, routers, best_fit(o, routers, q->nodes), q, out);
}

static bool
choose_tres(const occupancy *o, const request *q, selection *out)
{
	const level *routers = &o->machine->level[0];
	uint32_t fit = worst_fit(o, routers, q->nodes);

	if (fit != NONE)
		return pick(o, routers, fit, q, out);
	pick_round_robin(o, routers, NULL, 0, q->nodes, out->node);
	return true;
}

const policy policy_slurm = {
	.name = "slurm",
	.about = "the first router with room, else the fullest routers' idle nodes first",
	.choose = choose_first,
};

const policy policy_slurm_fit = {
	.name = "slurm-fit",
	.about = "the fullest router with room, else the fullest routers' idle nodes first",
	.choose = choose_best,
};

const policy policy_slurm_tres = {
	.name = "slurm-tres",
	.about = "Slurm's select/cons_tres: the idlest router, else one node a router in turn",
	.choose = choose_tres,
};
