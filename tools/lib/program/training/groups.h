/* groups -- which ranks of a training job belong together.
 *
 * A stage's ranks have places: those that share a layer stand side by side, then come the replicas that share the experts, then all
 * replicas.  The order of ranks is Megatron-LM's "tp-cp-ep-dp-pp" (megatron/core/parallel_state.py), by stage and then by place; or its
 * "tp-cp-ep-pp-dp" (its --use-tp-pp-dp-mapping), in which the stages of replicas that share experts come before the next replica. */
#pragma once

#include "lib/program/training/plan.h"

/* All groups of one kind: `size` places each, `stride` apart. */
typedef struct grouping {
	uint32_t size, stride;
} grouping;

enum {
	GROUP_TENSOR,		/* a layer's ranks */
	GROUP_EXPERT,		/* those that share the experts of a layer, as far as they hold the same part of each */
	GROUP_DATA,		/* those with the same part of the model */
	GROUP_EXPERT_DATA	/* those with the same part of the same experts */
};

static inline grouping
grouping_of(const training_plan *p, int kind)
{
	uint32_t tp = (uint32_t)p->tp, dp = (uint32_t)p->dp, ep = (uint32_t)p->ep;
	const grouping of[] = { [GROUP_TENSOR] = { tp, 1 }, [GROUP_EXPERT] = { ep, tp }, [GROUP_DATA] = { dp, tp },
		[GROUP_EXPERT_DATA] = { dp / ep, tp * ep } };

	return of[kind];
}

/* Places of a stage. */
static inline uint32_t
stage_places(const training_plan *p)
{
	return (uint32_t)(p->tp * p->dp);
}

/* The rank at a place of a stage. */
static inline uint32_t
rank_at(const training_plan *p, uint32_t stage, uint32_t place)
{
	uint32_t block = (uint32_t)(p->order == TRAINING_DP_PP ? p->tp * p->dp : p->tp * p->ep);

	return place % block + block * (stage + (uint32_t)p->pp * (place / block));
}

/* The first place of group g of a stage's; there are stage_places / size. */
static inline uint32_t
group_first(grouping of, uint32_t g)
{
	return g / of.stride * of.stride * of.size + g % of.stride;
}
