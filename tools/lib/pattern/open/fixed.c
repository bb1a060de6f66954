/* fixed -- open-loop patterns in which each node always sends to the same one: a table, one entry a node. */
#include <stdlib.h>

#include "lib/cli/arrays.h"
#include "lib/pattern/open/places.h"

static uint32_t *
table_of(endpoints *e)
{
	return e->state = xalloc(e->nodes, sizeof(uint32_t));
}

static uint32_t
target(const endpoints *e, uint32_t v, uint32_t random_word)
{
	(void)random_word;
	return ((const uint32_t *)e->state)[v];
}

/* transpose: the nodes as a matrix, row by row; each sends to the place that its transposition gives it.
 *
 * For any n (Dally and Towles, table 3.1, have squares): r x c with r the largest divisor of n up to its square root. */
static bool
prepare_transpose(endpoints *e, const char **why)
{
	uint32_t shape[2], *to = table_of(e);

	(void)why;
	cubic_dims(e->nodes, 2, shape);	/* c, r */
	for (uint32_t v = 0; v < e->nodes; v++)
		to[v] = v % shape[0] * shape[1] + v / shape[0];
	return true;
}

/* permutation: each node sends to one other, each hears from one other: a random
 * permutation that is one cycle, so that no node sends to itself (Sattolo 1986). */
static bool
prepare_permutation(endpoints *e, const char **why)
{
	uint32_t *to = e->state = array_of_numbers(e->nodes);

	(void)why;
	for (uint32_t v = e->nodes - 1; v > 0; v--) {
		uint32_t other = (uint32_t)rng_below(&e->random, v), kept = to[v];
		to[v] = to[other];
		to[other] = kept;
	}
	return true;
}

/* --- tornado: each node sends half-way round (Dally and Towles, table 3.1; Singh's adversary of tori).
 *
 * What "round" means is the machine's: where it has groups, half the groups that have nodes of the job on, to the same place there (modulo
 * that group's nodes); where its routers have coordinates, just short of half of those that have nodes of the job on, in every dimension;
 * else, and where no dimension has three of them (a hypercube), half the job's nodes on. */

/* From i to i + k/2 - 1 of the k in each dimension, k/2 rounded up, so that the shorter way round a ring is the same for all. */
static uint32_t
half_way(const places *g, uint32_t cell)
{
	uint32_t there = 0, stride = 1;

	for (int d = 0; d < g->dims; d++) {
		uint32_t k = g->extent[d];

		there += (cell % k + (k - 1) / 2) % k * stride;
		cell /= k;
		stride *= k;
	}
	return there;
}

static bool
prepare_tornado(endpoints *e, const char **why)
{
	uint32_t *to = table_of(e);
	places *by_group = groups_of(e);
	places *by_place = grid_of(e);
	bool good = !by_group || by_group->count >= 2;

	if (!good)
		*why = "needs nodes in at least two groups";
	else if (by_group)
		for (uint32_t v = 0; v < e->nodes; v++) {
			uint32_t there = (by_group->of[v] + by_group->count / 2) % by_group->count;
			to[v] = by_group->member[by_group->first[there] + by_group->rank[v] % (by_group->first[there + 1] - by_group->first[there])];
		}
	else if (by_place && half_way(by_place, 0) != 0)	/* a job that is no cuboid has nodes without a partner: these send nothing */
		for (uint32_t v = 0; v < e->nodes; v++) {
			uint32_t there = half_way(by_place, by_place->of[v]), size = by_place->first[there + 1] - by_place->first[there];
			to[v] = size ? by_place->member[by_place->first[there] + by_place->rank[v] % size] : v;
		}
	else
		for (uint32_t v = 0; v < e->nodes; v++)
			to[v] = (uint32_t)(((uint64_t)v + e->nodes / 2) % e->nodes);
	places_free(by_group);
	places_free(by_place);
	return good;
}

#define FIXED .target = target, .release = free

const pattern pattern_transpose = {
	.name = "transpose", .about = "open loop: the nodes as a matrix, each sends to its transposed place",
	.prepare_open = prepare_transpose, FIXED,
};

const pattern pattern_permutation = {
	.name = "permutation", .about = "open loop: a random permutation, one cycle of all nodes",
	.prepare_open = prepare_permutation, FIXED,
};

const pattern pattern_tornado = {
	.name = "tornado", .about = "open loop: each node sends half-way round the groups, the dimensions or the nodes",
	.prepare_open = prepare_tornado, FIXED,
};
