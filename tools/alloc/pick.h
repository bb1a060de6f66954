/* pick -- which nodes a job gets: the walks over idle nodes that policies share.
 *
 * Each writes exactly `need` nodes to out; the caller has seen to it that there are as many.  All are linear in the machine. */
#pragma once

#include "alloc/occupancy.h"
#include "lib/rng/rng.h"

/* The lowest-numbered idle nodes of the machine, ascending; the highest-numbered, descending. */
void pick_lowest(const occupancy *o, uint32_t need, uint32_t *out);
void pick_highest(const occupancy *o, uint32_t need, uint32_t *out);

/* Draw uniformly from the n items of pool[], without replacement.  Overwrites it. */
void pick_random(uint32_t *pool, uint32_t n, rng *r, uint32_t need, uint32_t *out);

/* Of the runs of `need` of n ascending items the one with the least distance between its ends, the first at a tie: where it begins. */
uint32_t tightest_run(const uint32_t *item, uint32_t n, uint32_t need);

/* The domains of level l that have an idle node, ascending, into out; how many.  With `within`, only those inside that level's domain
 * `part`: levels are nested, so a domain's first node tells. */
uint32_t idle_domains(const occupancy *o, const level *l, const level *within, uint32_t part, uint32_t *out);

/* Sort n items by key[item], the least first, or the greatest; equal ones keep their order.  Linear in n and the greatest key. */
void sort_by_key(const uint32_t *key, uint32_t *item, uint32_t n, bool greatest_first);

/* Domain after domain gives all its idle nodes, in label order. */
void pick_whole(const occupancy *o, const level *l, const uint32_t *domain, uint32_t need, uint32_t *out);

/* Each domain of l that has an idle node, ascending (with `within`, those inside that level's domain `part`), gives its lowest idle node,
 * those with none left are skipped, and round again. */
void pick_round_robin(const occupancy *o, const level *l, const level *within, uint32_t part, uint32_t need, uint32_t *out);
