/* slurm-linear -- what Slurm's select/linear does on a dragonfly (15.08 to 23.x).
 *
 * The switches are a tree: the machine's levels, router first, and the machine
 * itself on top.  Of those with enough idle nodes the lowest level, then the fewest
 * idle nodes.  Then one node at a time from the leaf of that switch that has given
 * the fewest to this job, ties by fewest idle nodes, then lowest number.  Leaves
 * that have given equally many keep their order by idle nodes, so that is a
 * round-robin in the order they have at first. */
#include <stdlib.h>

#include "alloc/pick.h"
#include "alloc/policy.h"
#include "alloc/shapes/domains.h"
#include "lib/cli/cli.h"

static bool
choose(const occupancy *o, const request *q, selection *out)
{
	const machine *m = o->machine;
	const level *leaves = &m->level[0], *at = NULL;
	uint32_t *leaf = xalloc(leaves->domains, sizeof *leaf), usable, best = NONE;

	for (int i = 0; i < m->levels && best == NONE; i++)
		best = best_fit(o, &m->level[i], q->nodes), at = &m->level[i];
	usable = idle_domains(o, leaves, best == NONE ? NULL : at, best, leaf);
	sort_by_idle(o, leaves, leaf, usable);
	pick_spread(o, leaves, leaf, usable, q->nodes, out->node);
	free(leaf);
	return true;
}

const policy policy_slurm_linear = {
	.name = "slurm-linear",
	.about = "Slurm's select/linear: the smallest fullest switch with room, one node a router",
	.choose = choose,
};
