/* slurm-others -- what Slurm 22.05 does under other settings than those of slurm-tree, by observation (data/reference/slurm):
 *
 *	slurm-tree-fit	topology/tree, select/cons_res; what Slurm's manual says of topology/tree
 *	slurm-tree-linear	topology/tree, select/linear
 *	slurm-dragonfly	TopologyParam=dragonfly, select/cons_tres
 *	slurm-dragonfly-fit	TopologyParam=dragonfly, select/cons_res and select/linear
 *	slurm-none	topology/none (called topology/flat later), all select plugins
 *
 * cons_res and linear heed `contiguous` without a topology alone.  Dragonflies heed no `switches` but 1.  (With 1 select/linear
 * lets nearly every job wait on a dragonfly, whatever is idle; cons_res, as slurm-dragonfly-fit, lets it have a leaf.) */
#include <stdlib.h>

#include "alloc/slurm/slurm.h"
#include "lib/cli/cli.h"

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

	slurm_ascending(v, slurm_lowest(v), leaf);
	for (const uint32_t *at = leaf; left > 0; at++) {
		take[*at] = v->idle[*at] < left ? v->idle[*at] : left;
		left -= take[*at];
	}
	free(leaf);
}

/* The leaf with the most idle nodes if it holds the job, else one node a leaf in turn, over all leaves. */
static void
share_dragonfly(const slurm_view *v, uint32_t *take)
{
	uint32_t *leaf = xalloc(v->tree->leaves, sizeof *leaf), n = 0, best = 0;

	for (uint32_t i = 0; i < v->tree->leaves; i++) {
		best = v->idle[i] > v->idle[best] ? i : best;
		if (v->idle[i] > 0)
			leaf[n++] = i;
	}
	if (v->idle[best] >= v->need)
		take[best] = v->need;
	else
		slurm_turns(v, leaf, n, take);
	free(leaf);
}

/* One node a leaf in turn, below the lowest switch that holds the job, the fullest leaves first. */
static void
share_dragonfly_fit(const slurm_view *v, uint32_t *take)
{
	uint32_t *leaf = xalloc(v->tree->leaves, sizeof *leaf);

	slurm_turns(v, leaf, slurm_ascending(v, slurm_lowest(v), leaf), take);
	free(leaf);
}

#define CHOOSE(name, ...) \
	static bool \
	name(const occupancy *o, const request *q, selection *out) \
	{ \
		return slurm_choose(o, q, out, &(slurm_setting){ __VA_ARGS__ }); \
	}

CHOOSE(choose_fit, .rule = share_fit, .binding = UINT32_MAX)
CHOOSE(choose_linear, .rule = share_linear, .binding = UINT32_MAX)
CHOOSE(choose_dragonfly, .rule = share_dragonfly, .binding = 1, .contiguous = true)
CHOOSE(choose_dragonfly_fit, .rule = share_dragonfly_fit, .binding = 1)
CHOOSE(choose_none, .contiguous = true)

static const char *const contiguous[] = { "contiguous", NULL };
static const char *const was_tres[] = { "slurm-tres", NULL };
static const char *const was_linear[] = { "slurm-linear", NULL };

const policy policy_slurm_tree_fit = {
	.name = "slurm-tree-fit",
	.about = "Slurm's topology/tree under cons_res, as its manual says",
	.choose = choose_fit,
	.wishes = slurm_wishes + 1,
	SLURM_TREE
};

const policy policy_slurm_tree_linear = {
	.name = "slurm-tree-linear",
	.about = "Slurm's topology/tree under select/linear",
	.choose = choose_linear,
	.wishes = slurm_wishes + 1,
	SLURM_TREE
};

const policy policy_slurm_dragonfly = {
	.name = "slurm-dragonfly",
	.aliases = was_tres,
	.about = "Slurm's TopologyParam=dragonfly under cons_tres",
	.choose = choose_dragonfly,
	.wishes = slurm_wishes,
	SLURM_TREE
};

const policy policy_slurm_dragonfly_fit = {
	.name = "slurm-dragonfly-fit",
	.aliases = was_linear,
	.about = "Slurm's TopologyParam=dragonfly under cons_res and linear",
	.choose = choose_dragonfly_fit,
	.wishes = slurm_wishes + 1,
	SLURM_TREE
};

const policy policy_slurm_none = {
	.name = "slurm-none",
	.about = "Slurm without a topology: runs of consecutive idle nodes, best fit",
	.choose = choose_none,
	.plan = slurm_plan,
	.forget = slurm_forget,
	.wishes = contiguous,
};
