/* balanced -- as few leaf switches as hold the job, and as many nodes from each: 8 and 8 rather than 15 and 1, so that no link to the
 * rest of the job is shared by fifteen.
 *
 * The lowest switch with enough idle nodes, of these the one with the fewest (as slurm-tree-fit).  Of the leaves below it k are
 * the least number that have enough.  Where k leaves have n/k nodes, rounded up, it is those with the fewest idle nodes that do; else
 * the k with the most, and one that has less than its share gives all it has, the others share the rest.  The first leaves give
 * one more where it does not come out even. */
#include <stdlib.h>
#include <string.h>

#include "alloc/pick.h"
#include "alloc/slurm/slurm.h"
#include "lib/cli/ascending.h"
#include "lib/cli/cli.h"

/* The least number of leaves, those with the most idle nodes first, that have enough. */
static uint32_t
fewest(const slurm_view *v, const uint32_t *leaf)
{
	uint64_t have = 0;
	uint32_t k = 0;

	while (have < v->need)
		have += v->idle[leaf[k++]];
	return k;
}

/* Put k leaves in front, those that serve best, the first at a tie. */
static void
select_leaves(const slurm_view *v, uint32_t *leaf, uint32_t n, uint32_t k)
{
	uint32_t part = (v->need + k - 1) / k, from = 0;

	sort_by_key(v->idle, leaf, n, false);
	while (from < n && v->idle[leaf[from]] < part)
		from++;
	if (n - from < k)
		sort_by_key(v->idle, leaf, n, true);
	else
		memmove(leaf, leaf + from, k * sizeof *leaf);
}

static void
share(const slurm_view *v, uint32_t *take)
{
	uint32_t *leaf = xalloc(v->tree->leaves, sizeof *leaf), n = slurm_leaves(v, slurm_lowest(v), leaf), k;

	sort_by_key(v->idle, leaf, n, true);
	k = fewest(v, leaf);
	n = slurm_leaves(v, slurm_lowest(v), leaf);
	select_leaves(v, leaf, n, k);
	qsort(leaf, k, sizeof *leaf, ascending_u32);
	slurm_turns(v, leaf, k, take);
	free(leaf);
}

const policy policy_balanced = {
	.name = "balanced", .about = "as few leaf switches as hold the job, as many nodes from each", .choose = slurm_choose, .plan = slurm_plan,
	.forget = slurm_forget, .check = slurm_check, .setting = &(const slurm_setting){ .rule = share, .oldest = true },
};
