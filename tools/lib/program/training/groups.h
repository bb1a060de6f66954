/* groups -- which ranks of a training job belong together.
 *
 * A stage's ranks have places: those that share a layer stand side by side, then come those that share a sequence, then the replicas that
 * share the experts, then all replicas.  The order of ranks is Megatron-LM's "tp-cp-ep-dp-pp" (megatron/core/parallel_state.py), by stage
 * and then by place; or its "tp-cp-ep-pp-dp" (its --use-tp-pp-dp-mapping), in which the stages of replicas that share experts come before
 * the next replica. */
#pragma once

#include "lib/program/training/plan.h"

/* All groups of one kind: `size` places each, in rows of `row`, `stride` apart, the rows `jump` apart. */
typedef struct grouping {
	uint32_t size, stride, row, jump;
} grouping;

enum {
	GROUP_TENSOR,		/* a layer's ranks */
	GROUP_CONTEXT,		/* a sequence's */
	GROUP_EXPERT,		/* those that share the experts of a layer, as far as they hold the same part of each */
	GROUP_DATA,		/* those with the same part of the model */
	GROUP_EXPERT_DATA	/* those with the same part of the same experts */
};

static inline grouping
grouping_of(const training_plan *p, int kind)
{
	uint32_t tp = (uint32_t)p->tp, cp = (uint32_t)p->cp, dp = (uint32_t)p->dp, ep = (uint32_t)p->ep;
	const grouping of[] = { [GROUP_TENSOR] = { tp, 1, tp, tp }, [GROUP_CONTEXT] = { cp, tp, cp, tp * cp },
		[GROUP_EXPERT] = { ep, tp * cp, ep, tp * cp * ep }, [GROUP_DATA] = { cp * dp, tp, cp * dp, tp * cp * dp },
		[GROUP_EXPERT_DATA] = { cp * dp / ep, tp, cp, tp * cp * ep } };

	return of[kind];
}

/* Places of a stage. */
static inline uint32_t
stage_places(const training_plan *p)
{
	return (uint32_t)(p->tp * p->cp * p->dp);
}

/* The rank at a place of a stage. */
static inline uint32_t
rank_at(const training_plan *p, uint32_t stage, uint32_t place)
{
	uint32_t block = (uint32_t)(p->tp * p->cp * (p->order == TRAINING_DP_PP ? p->dp : p->ep));

	return place % block + block * (stage + (uint32_t)p->pp * (place / block));
}

/* The i-th place of group g of a stage's; there are stage_places / size. */
static inline uint32_t
group_place(grouping of, uint32_t g, uint32_t i)
{
	uint32_t beside = of.jump / of.row, rows = of.size / of.row;	/* groups that begin within a jump, and their rows */
	uint32_t first = g % of.stride + g % beside / of.stride * of.stride * of.row + g / beside * of.jump * rows;

	return first + i % of.row * of.stride + i / of.row * of.jump;
}
