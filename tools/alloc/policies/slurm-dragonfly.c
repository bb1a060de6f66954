/* slurm-dragonfly -- what Slurm does under TopologyParam=dragonfly with topology/tree and select/cons_tres, by observation
 * (data/reference/slurm).  Of `switches` only 1 is heeded. */
#include <stdlib.h>

#include "alloc/slurm/slurm.h"
#include "lib/cli/cli.h"

/* The leaf with the most idle nodes if it holds the job, else one node a leaf in turn, over all leaves. */
static void
share(const slurm_view *v, uint32_t *take)
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

const policy policy_slurm_dragonfly = {
	.name = "slurm-dragonfly",
	.aliases = (const char *const[]){ "slurm-tres", NULL },
	.about = "Slurm's TopologyParam=dragonfly under cons_tres",
	.argument = "26.05",
	.check = slurm_check,
	.setting = &(const slurm_setting){ .rule = share, .binding = 1, .contiguous = true },
	.spans = slurm_spans,
	.wishes = slurm_wishes,
	SLURM_POLICY
};
