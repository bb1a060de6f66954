/* policies -- the allocation policies, in the order in which --list shows them. */
#include "alloc/policy.h"

extern const policy policy_simple, policy_slurm, policy_slurm_fit, policy_slurm_tree, policy_slurm_tree_fit, policy_slurm_tree_linear,
	policy_slurm_dragonfly, policy_slurm_dragonfly_fit, policy_slurm_none, policy_slurm_block, policy_slurm_ring, policy_slurm_torus3d,
	policy_pbs_sets, policy_kueue,
	policy_rdn, policy_rdr, policy_rdg, policy_rrn, policy_rrr,
	policy_level_spread, policy_jokanovic, policy_jokanovic_as_published, policy_jokanovic_boundary,
	policy_clustered, policy_balanced, policy_default,
	policy_em_blocks, policy_em_cuboid, policy_ft_isolated, policy_jigsaw, policy_df_group, policy_sf_subgroup,
	policy_snake_best_fit, policy_mc1x1, policy_topaware, policy_contiguous, policy_grap, policy_search, policy_as_logged;

const policy *const policies[] = {
	&policy_simple, &policy_slurm, &policy_slurm_fit, &policy_slurm_tree, &policy_slurm_tree_fit, &policy_slurm_tree_linear,
	&policy_slurm_dragonfly, &policy_slurm_dragonfly_fit, &policy_slurm_none, &policy_slurm_block, &policy_slurm_ring, &policy_slurm_torus3d,
	&policy_pbs_sets, &policy_kueue,
	&policy_rdn, &policy_rdr, &policy_rdg, &policy_rrn, &policy_rrr,
	&policy_level_spread, &policy_jokanovic, &policy_jokanovic_as_published, &policy_jokanovic_boundary,
	&policy_clustered, &policy_balanced, &policy_default,
	&policy_em_blocks, &policy_em_cuboid, &policy_ft_isolated, &policy_jigsaw, &policy_df_group, &policy_sf_subgroup,
	&policy_snake_best_fit, &policy_mc1x1, &policy_topaware, &policy_contiguous, &policy_grap, &policy_search, &policy_as_logged,
	NULL
};
