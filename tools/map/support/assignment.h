/* assignment -- which rank each task has, what each task costs there, and what swapping two of them changes.
 *
 * The cost of a task is the sum over its neighbours of weight x distance; that of the job counts each pair once. */
#pragma once

#include "map/mapping.h"

typedef struct assignment {
	const placement *p;
	const affinity *affinity;	/* the job's, or that with its tasks in another order */
	uint32_t *rank;		/* [tasks] the mapping; the caller's */
	uint32_t *node;		/* [tasks] the node of that rank, as a place in the job's list */
	uint32_t *task;		/* [ranks] NONE: it is free */
	uint64_t *weight;	/* [tasks] the sum over a task's neighbours of weight */
	uint64_t *cost;		/* [tasks] */
	uint64_t total;		/* of the job */
} assignment;

/* The cost of the whole job. */
uint64_t cost_total(const placement *p, const uint32_t *rank);

/* Begin with the mapping in rank[], which assignment_swap changes. */
void assignment_init(assignment *s, const placement *p, const affinity *a, uint32_t *rank);
void assignment_free(assignment *s);

/* Swap tasks i and j, which adds `change` to the total. */
void assignment_swap(assignment *s, uint32_t i, uint32_t j, int64_t change);

/* What task i would cost on the node of task j, and j on that of i. */
static inline uint64_t
assignment_cost_swapped(const assignment *s, uint32_t i, uint32_t j)
{
	const affinity *a = s->affinity;
	uint32_t from = s->node[i], to = s->node[j];
	uint64_t sum = 0;

	for (uint64_t k = a->first[i]; k < a->first[i + 1]; k++) {
		uint32_t other = a->neighbour[k], at = other == j ? from : s->node[other];

		sum += affinity_weight(a, k) * distance_between(s->p->distances, to, at);
	}
	return sum;
}

/* The least that task i can cost `distance` links from its node: by the triangle inequality (less the distances' slack) that is
 * far for all it exchanges, less what it costs now. */
static inline int64_t
assignment_least_cost(const assignment *s, uint32_t i, uint32_t distance)
{
	int64_t least = (int64_t)s->weight[i] * ((int64_t)distance - s->p->distances->slack) - (int64_t)s->cost[i];

	return least > 0 ? least : 0;
}

/* Does swapping tasks i and j add at most `most` to the total?  Then *change is what it adds. */
static inline bool
assignment_swap_within(const assignment *s, uint32_t i, uint32_t j, int64_t most, int64_t *change)
{
	uint32_t distance = distance_between(s->p->distances, s->node[i], s->node[j]);
	int64_t now = (int64_t)(s->cost[i] + s->cost[j]), least = assignment_least_cost(s, j, distance), sum;

	if (assignment_least_cost(s, i, distance) + least - now > most)
		return false;
	sum = (int64_t)assignment_cost_swapped(s, i, j);
	if (sum + least - now > most)
		return false;
	*change = sum + (int64_t)assignment_cost_swapped(s, j, i) - now;
	return *change <= most;
}
