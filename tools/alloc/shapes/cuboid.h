/* cuboid -- a job in a cuboid of routers of its own, on machines whose routers stand in rows (lattice.h).
 *
 * A cuboid has, in each dimension, all routers between two coordinates.  The routings of these machines take a packet in each dimension
 * only towards its destination.  So it never leaves the cuboid that its ends are in, and jobs in cuboids that do not meet share no link.
 * On a torus that holds for an extent e of a dimension of k routers only if the way inside is the shorter one, 2(e-1) < k, or the ring is
 * the job's own, e = k; no other extents are taken, and no cuboid goes round the end of a ring.
 *
 * The routers are cut into blocks of one shape, which divides that of the machine; a cuboid is made of whole blocks. */
#pragma once

#include "alloc/occupancy.h"

/* The kinds of machines that have cuboids. */
#define CUBOID_KINDS "mesh torus hypercube expressmesh"

/* Which cuboid is better: SMALL, the one with fewer routers, then the one whose extents have the lesser sum; COMPACT, the other way
 * about. */
typedef enum cuboid_order { SMALL, COMPACT } cuboid_order;

/* The first `need` nodes, in label order, of a cuboid of which no job has a node and that has as many.  Of such
 * cuboids the best by that order; at a tie the one whose first router has the lowest number; then the one that is longer in the
 * first dimension in which they differ.
 *
 * block[]: routers of a block, by dimension; NULL: single routers.  Takes time in proportion to routers times
 * combinations of extents in all dimensions but the last. */
bool cuboid_choose(const occupancy *o, const uint32_t *block, cuboid_order order, uint32_t need, uint32_t *out);

/* The idle nodes of the smallest cuboid of a sort that is taken (see above) around the n nodes: those that a job must reserve.
 * Writes them to out (room for all); how many. */
uint32_t cuboid_reserve(const occupancy *o, const uint32_t *block, const uint32_t *node, uint32_t n, uint32_t *out);
