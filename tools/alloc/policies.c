/* policies -- the allocation policies, in the order in which --list shows them. */
#include "alloc/policy.h"

#define POLICIES(each) \
	each(simple) each(slurm) each(slurm_fit) each(slurm_tree) each(slurm_tree_fit) each(slurm_tree_linear) each(slurm_dragonfly) \
	each(slurm_dragonfly_fit) each(slurm_none) each(slurm_block) each(slurm_ring) each(slurm_torus3d) each(pbs_sets) each(kueue) \
	each(rdn) each(rdr) each(rdg) each(rrn) each(rrr) each(level_spread) each(jokanovic) each(jokanovic_as_published) \
	each(jokanovic_boundary) each(clustered) each(balanced) each(default) each(em_blocks) each(em_cuboid) each(ft_isolated) \
	each(jigsaw) each(df_group) each(sf_subgroup) each(snake_best_fit) each(mc1x1) each(topaware) each(contiguous) each(grap) \
	each(search) each(as_logged)

#define DECLARE(name) extern const policy policy_##name;
#define PLACE(name) &policy_##name,

POLICIES(DECLARE)

const policy *const policies[] = { POLICIES(PLACE) NULL };
