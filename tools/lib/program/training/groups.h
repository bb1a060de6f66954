/* groups -- which ranks of a training job belong together.
 *
 * The order of ranks is Megatron-LM's, "tp-cp-ep-dp-pp" (megatron/core/parallel_state.py): those that share a layer stand side by side,
 * then come the replicas that share the experts, then all replicas of a stage, then the next stage. */
#ifndef HOPLINE_LIB_PROGRAM_TRAINING_GROUPS_H
#define HOPLINE_LIB_PROGRAM_TRAINING_GROUPS_H

#include "lib/program/training/plan.h"

/* All groups of one kind: `size` ranks each, `stride` apart. */
typedef struct grouping {
	uint32_t size, stride;
} grouping;

enum {
	GROUP_TENSOR,		/* a layer's ranks */
	GROUP_EXPERT,		/* those that share the experts of a layer, as far as they hold the same part of each */
	GROUP_DATA,		/* those with the same part of the model */
	GROUP_EXPERT_DATA	/* those with the same part of the same experts */
};

grouping grouping_of(const training_plan *p, int kind);

/* Ranks of one stage. */
static inline uint32_t
stage_ranks(const training_plan *p)
{
	return (uint32_t)(p->tp * p->dp);
}

/* The first rank of group g of a stage's; there are stage_ranks / size. */
static inline uint32_t
group_first(const training_plan *p, grouping of, uint32_t stage, uint32_t g)
{
	return stage * stage_ranks(p) + g / of.stride * of.stride * of.size + g % of.stride;
}

#endif
