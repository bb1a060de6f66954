/* slimfly -- what its routings and their tests share.
 *
 * Of several shortest ways between two routers that are two links apart (within a subgroup; and,
 * where q is not 4w+1, from some routers to some of the other side) a hash of source and destination
 * node names the one: it is always the same, and all are used alike. */
#ifndef HOPLINE_NETSIM_ROUTINGS_SLIMFLY_H
#define HOPLINE_NETSIM_ROUTINGS_SLIMFLY_H

#include "lib/machine/kinds/slimfly.h"
#include "netsim/engine/network.h"

/* How many shortest ways lead from one router to another one, and the first link of the k-th: within
 * a subgroup by local port ascending, to the other side local link first. */
uint32_t slimfly_ways(const network *n, uint32_t from, uint32_t to);
uint32_t slimfly_way(const network *n, uint32_t from, uint32_t to, uint32_t k);

/* A random detour for p, at `router`: a router other than this and the destination's, drawn with
 * p->word.  NONE when these two are one. */
uint32_t slimfly_detour(const network *n, const packet *p, uint32_t router);

/* Router-to-router links of p's path from `router` by way of `via` (NONE: straight). */
uint32_t slimfly_links(const network *n, const packet *p, uint32_t router, uint32_t via);

#endif
