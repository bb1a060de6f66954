/* slurm-history -- what Slurm did until 22.05 under select plugins that are gone (cons_res), or with which a tree of switches stops the
 * daemon (linear), by observation (data/reference/slurm):
 *
 *	slurm-tree-fit	topology/tree, select/cons_res; what Slurm's manual says of topology/tree
 *	slurm-tree-linear	topology/tree, select/linear
 *	slurm-dragonfly-fit	TopologyParam=dragonfly, select/cons_res and select/linear
 *
 * They heed `contiguous` without a topology alone.  Dragonflies heed no `switches` but 1.  (With 1 select/linear lets nearly every job
 * wait on a dragonfly, whatever is idle; cons_res, as slurm-dragonfly-fit, lets it have a leaf.) */
#include <stdlib.h>

#include "alloc/pick.h"
#include "alloc/slurm/slurm.h"
#include "lib/cli/cli.h"

static char *
check(const machine *m, const char *argument)
{
	const char *rest = argument;

	if (argument && slurm_release_read(&rest) != SLURM_22_05)
		return xstrdup("is history: no release after 22.05 has what it does");
	return slurm_check(m, argument);
}

/* The leaves below the lowest switch that holds the job, those with the fewest idle nodes first; how many. */
static uint32_t
list_leaves(const slurm_view *v, uint32_t *leaf)
{
	uint32_t n = slurm_leaves(v, slurm_lowest(v), leaf);

	sort_by_key(v->idle, leaf, n, false);
	return n;
}

/* Best fit over the leaves of the lowest switch that holds the job. */
static void
share_fit(const slurm_view *v, uint32_t *take)
{
	uint32_t *leaf = xalloc(v->tree->leaves, sizeof *leaf);

	slurm_drain(v->idle, leaf, slurm_leaves(v, slurm_lowest(v), leaf), v->need, take);
	free(leaf);
}

/* Its fullest leaves give all of theirs, one after the other; none is looked for that could hold the rest. */
static void
share_linear(const slurm_view *v, uint32_t *take)
{
	uint32_t *leaf = xalloc(v->tree->leaves, sizeof *leaf), left = v->need;

	list_leaves(v, leaf);
	for (const uint32_t *at = leaf; left > 0; at++) {
		take[*at] = v->idle[*at] < left ? v->idle[*at] : left;
		left -= take[*at];
	}
	free(leaf);
}

/* One node a leaf in turn, below the lowest switch that holds the job, the fullest leaves first. */
static void
share_turns(const slurm_view *v, uint32_t *take)
{
	uint32_t *leaf = xalloc(v->tree->leaves, sizeof *leaf);

	slurm_turns(v, leaf, list_leaves(v, leaf), take);
	free(leaf);
}

#define HISTORY .argument = "22.05", .check = check, .wishes = slurm_wishes + 1, SLURM_POLICY

const policy policy_slurm_tree_fit = {
	.name = "slurm-tree-fit",
	.about = "Slurm's topology/tree until 22.05 under cons_res, as its manual says",
	.setting = &(const slurm_setting){ .rule = share_fit, .binding = UINT32_MAX, .oldest = true },
	HISTORY
};

const policy policy_slurm_tree_linear = {
	.name = "slurm-tree-linear",
	.about = "Slurm's topology/tree until 22.05 under select/linear",
	.setting = &(const slurm_setting){ .rule = share_linear, .binding = UINT32_MAX, .oldest = true },
	HISTORY
};

const policy policy_slurm_dragonfly_fit = {
	.name = "slurm-dragonfly-fit",
	.aliases = (const char *const[]){ "slurm-linear", NULL },
	.about = "Slurm's TopologyParam=dragonfly until 22.05 under cons_res and linear",
	.setting = &(const slurm_setting){ .rule = share_turns, .binding = 1, .oldest = true },
	HISTORY
};
