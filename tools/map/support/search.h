/* search -- tasks on their ranks, and what swapping the ranks of two of them gains: what the searches share.
 *
 * The swaps of a search lower the sum over neighbours of weight x distance, of which average hops are the mean
 * (Balzuweit et al., "Local search to improve task mapping", II).  Tasks are numbered here in the order in which they are scanned. */
#ifndef HOPLINE_MAP_SUPPORT_SEARCH_H
#define HOPLINE_MAP_SUPPORT_SEARCH_H

#include "map/mapping.h"

typedef struct search {
	const placement *p;
	const affinity *affinity;
	affinity own;		/* the job's with its tasks in another order, where that is asked for */
	uint32_t *order;	/* [tasks] the job's number of a task; NULL: the same */
	uint32_t tasks;
	uint32_t *rank;		/* [tasks] the mapping under way */
	uint32_t *at;		/* [tasks] its nodes, as places in the job's list */
	uint64_t *weight;	/* [tasks] what a task exchanges with all its neighbours */
	uint64_t *cost;		/* [tasks] the same times the distance */
	uint64_t total;		/* of the job */
	uint64_t swaps, limit;	/* made; the most that --max-swaps allows */
	/* After how many swaps a task or a neighbour of it was last moved, plus 1; what it gains may have changed then. */
	uint64_t *moved;	/* [tasks] */
	uint64_t *block_moved;	/* the largest of each SEARCH_BLOCK tasks */
} search;

enum { SEARCH_BLOCK = 64 };

/* Begin with rank[] of the placement. */
void search_init(search *s, const placement *p, const uint32_t *rank);

/* Put the result into rank[], and free what search_init made. */
void search_end(search *s, uint32_t *rank);

/* Has it made all swaps that it may make? */
static inline bool
search_over(const search *s)
{
	return s->swaps >= s->limit;
}

/* The first task j of from … to - 1 whose swap with task i gains more than `least` (>= 0), *gain; `to` when there is
 * none.  Where neither i nor j was moved after `since` (a value of search_now) they are passed over. */
uint32_t search_next(const search *s, uint32_t i, uint32_t from, uint32_t to, uint64_t since, int64_t least, int64_t *gain);

/* The present, for search_next; 0 is before all else. */
static inline uint64_t
search_now(const search *s)
{
	return s->swaps + 1;
}

/* Swap the ranks of i and j, which gains `gain`; every 100 swaps a line goes to the trace. */
void search_swap(search *s, uint32_t i, uint32_t j, int64_t gain);

#endif
