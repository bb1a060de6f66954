/* cost -- what a mapping costs: the sum over neighbours of weight x distance. */
#ifndef HOPLINE_MAP_SUPPORT_COST_H
#define HOPLINE_MAP_SUPPORT_COST_H

#include "map/mapping.h"

/* Of the whole job. */
uint64_t cost_total(const placement *p, const uint32_t *rank);

/* The mean distance of neighbours, by weight: average hops; 0 without neighbours. */
double cost_mean(const placement *p, const uint32_t *rank);

/* What swapping the ranks of tasks i and j would add to the sum (negative: it is less). */
int64_t cost_swap(const placement *p, const uint32_t *rank, uint32_t i, uint32_t j);

#endif
