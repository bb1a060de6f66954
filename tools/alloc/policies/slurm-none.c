/* slurm-none -- what Slurm does without a topology (topology/none, later called topology/default and topology/flat), by observation
 * (data/reference/slurm): the rule is slurm.h's, by runs of consecutive idle nodes. */
#include "alloc/slurm/slurm.h"

const policy policy_slurm_none = {
	.name = "slurm-none",
	.about = "Slurm without a topology: runs of consecutive idle nodes, best fit",
	.argument = "26.05",
	.check = slurm_check_release,
	.setting = &(const slurm_setting){ .contiguous = true },
	.spans = slurm_spans,
	.wishes = (const char *const[]){ "contiguous", NULL },
	SLURM_POLICY
};
