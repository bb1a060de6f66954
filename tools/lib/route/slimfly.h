/* slimfly -- what the tests of its routes ask.
 *
 * Of several shortest ways between two routers that are two links apart (within a subgroup; and,
 * where q is not 4w+1, from some routers to some of the other side) a hash of source and destination
 * node names the one: it is always the same, and all are used alike. */
#ifndef HOPLINE_LIB_ROUTE_SLIMFLY_H
#define HOPLINE_LIB_ROUTE_SLIMFLY_H

#include "lib/machine/kinds/slimfly.h"
#include "lib/route/route.h"

/* How many shortest ways lead from one router to another one, and the first link of the k-th: within
 * a subgroup by local port ascending, to the other side local link first. */
uint32_t slimfly_ways(const paths *w, uint32_t from, uint32_t to);
uint32_t slimfly_way(const paths *w, uint32_t from, uint32_t to, uint32_t k);

#endif
