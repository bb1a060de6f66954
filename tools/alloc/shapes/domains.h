/* fit -- which domain of a level (router, group, …) a job goes to.
 *
 * Every scan ascends and compares strictly, so the lowest domain wins ties. */
#ifndef HOPLINE_ALLOC_SHAPES_DOMAINS_H
#define HOPLINE_ALLOC_SHAPES_DOMAINS_H

#include "alloc/occupancy.h"

/* The first of the domains 0 … limit-1 with at least `need` idle nodes; NONE. */
uint32_t first_fit(const occupancy *o, const level *l, uint32_t limit, uint32_t need);

/* The domain with the fewest idle nodes that are enough; NONE. */
uint32_t best_fit(const occupancy *o, const level *l, uint32_t need);

/* The domain with the most idle nodes, if they are enough; NONE. */
uint32_t worst_fit(const occupancy *o, const level *l, uint32_t need);

/* Nodes, idle or not, of the largest domain: what could fit one at best. */
uint32_t largest_domain(const level *l);

#endif
