/* domains -- which domain of a level (router, leaf, group, …) a job goes to, and which it has to itself.
 *
 * Every scan ascends and compares strictly, so the lowest domain wins ties. */
#pragma once

#include "alloc/occupancy.h"

/* The first of the domains 0 … limit-1 with at least `need` idle nodes; NONE. */
uint32_t first_fit(const occupancy *o, const level *l, uint32_t limit, uint32_t need);

/* The domain with the fewest idle nodes that are enough; NONE. */
uint32_t best_fit(const occupancy *o, const level *l, uint32_t need);

/* The domain with the most idle nodes, if they are enough; NONE. */
uint32_t worst_fit(const occupancy *o, const level *l, uint32_t need);

/* Nodes, idle or not, of the largest domain: what could fit one at best. */
uint32_t largest_domain(const level *l);

/* Nodes of the largest domain, of those only that jobs may have. */
uint32_t most_available(const occupancy *o, const level *l);

/* Is the domain whole: has it a node, and no job one of its nodes? */
bool is_whole(const occupancy *o, const level *l, uint32_t domain);

/* The idle nodes of all domains in which there is one of the n nodes: those that a job must reserve so that
 * the domains are its own alone.  Writes them to out (room for all); how many. */
uint32_t reserve_domains(const occupancy *o, const level *l, const uint32_t *node, uint32_t n, uint32_t *out);
