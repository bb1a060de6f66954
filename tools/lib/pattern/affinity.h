/* affinity -- who talks to whom in a job, as an undirected graph with weights.
 *
 * Two tasks are neighbours when either sends to the other.  The weight of the pair is what they exchange in an iteration, both ways, or 1
 * when pairs are counted: the mean distance of neighbours is "average hops" (Balzuweit et al., II), the weighted sum "hop-bytes". */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "lib/pattern/pattern.h"

typedef struct affinity {
	uint32_t tasks;
	uint64_t pairs;		/* of neighbours; each stands twice below */
	uint64_t *first;	/* [tasks + 1] */
	uint32_t *neighbour;	/* of task i: neighbour[first[i]] … neighbour[first[i + 1] - 1], ascending */
	uint32_t *weight;	/* beside them; NULL: all are 1 */
	uint64_t total;		/* of the weights, each pair once */
	uint64_t unit;		/* a weight of 1 is that many bytes: weights are scaled to fit; 0: pairs are counted */
} affinity;

enum affinity_weights { WEIGH_PAIRS, WEIGH_BYTES, WEIGH_IF_UNEQUAL };

/* The neighbours in t.  Linear in its messages, which a pattern of n^2 has n^2 of; with more than `most` pairs false,
 * and nothing to free.  WEIGH_IF_UNEQUAL: bytes when pairs differ in them, else pairs. */
bool affinity_init(affinity *a, const traffic *t, enum affinity_weights weights, uint64_t most);
void affinity_free(affinity *a);

/* The weight of the k-th of neighbour[]. */
static inline uint64_t
affinity_weight(const affinity *a, uint64_t k)
{
	return a->weight ? a->weight[k] : 1;
}

/* The graph `from` with task i called place[i], a permutation. */
void affinity_renumber(affinity *a, const affinity *from, const uint32_t *place);
