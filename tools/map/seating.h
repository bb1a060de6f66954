/* seating -- which task sits where, what each pays for that, and what swapping two of them changes. */
#ifndef HOPLINE_SEATING_H
#define HOPLINE_SEATING_H

#include "map/mapping.h"

typedef struct seating {
	const placement *p;
	uint32_t *rank;		/* [tasks] the mapping; the caller's */
	uint32_t *node;		/* [tasks] the node of that rank, as a place in the job's list */
	uint32_t *task;		/* [ranks] NONE: nobody sits there */
	uint64_t *pays;		/* [tasks] the sum over a task's neighbours of weight x distance */
	uint64_t total;		/* of the job, as cost_total() */
} seating;

/* Begin with the mapping in rank[], which seating_swap changes. */
void seating_init(seating *s, const placement *p, uint32_t *rank);
void seating_free(seating *s);

/* Swap tasks i and j, which adds `change` to the total. */
void seating_swap(seating *s, uint32_t i, uint32_t j, int64_t change);

/* What task i would pay on the node of task j, and j on that of i. */
static inline uint64_t
seating_instead(const seating *s, uint32_t i, uint32_t j)
{
	const affinity *a = s->p->affinity;
	uint32_t from = s->node[i], to = s->node[j];
	uint64_t sum = 0;

	for (uint64_t k = a->first[i]; k < a->first[i + 1]; k++) {
		uint32_t other = a->neighbour[k], at = other == j ? from : s->node[other];

		sum += (uint64_t)(a->weight ? a->weight[k] : 1) * distance_between(s->p->distances, to, at);
	}
	return sum;
}

/* What swapping tasks i and j would add to the total: cost_swap(), from what they pay already. */
static inline int64_t
seating_change(const seating *s, uint32_t i, uint32_t j)
{
	return (int64_t)(seating_instead(s, i, j) + seating_instead(s, j, i)) - (int64_t)(s->pays[i] + s->pays[j]);
}

#endif
