/* cuboid -- a job in a cuboid of routers of its own, on machines whose routers stand in rows (lattice.h).
 *
 * A cuboid has, in each dimension, all routers between two coordinates.  The routings of these machines take a packet
 * in each dimension only towards its destination, so it never leaves the cuboid that its ends are
 * in, and jobs in cuboids that do not meet share no link.  On a torus that holds for extents e of a dimension of k
 * routers only if the way inside is the shorter one, 2(e-1) < k, or the ring is the job's own,
 * e = k; no others are taken, and none goes round the end of a ring.
 *
 * The routers are cut into blocks, all of the same shape, which divides that of the machine; a cuboid is
 * made of whole ones (of single routers, with blocks of one). */
#ifndef HOPLINE_ALLOC_SHAPES_CUBOID_H
#define HOPLINE_ALLOC_SHAPES_CUBOID_H

#include "alloc/occupancy.h"

/* The kinds of machines that have cuboids. */
#define CUBOID_KINDS "mesh torus hypercube expressmesh"

/* Which cuboid is better: the one with fewer routers, and of these the one whose extents have the lesser sum; or first the one
 * whose extents have the lesser sum, then that with fewer routers. */
typedef enum cuboid_order { SMALL, COMPACT } cuboid_order;

/* The first `need` nodes, in label order, of a cuboid of which no job has a node and that has as many.  Of such
 * cuboids the best by that order; of equals the one whose first router has the lowest number; then the one
 *
 * block[]: routers of a block, by dimension; NULL: single routers.  Takes time in proportion to routers times
 * combinations of extents in all dimensions but the last. */
bool cuboid_choose(const occupancy *o, const uint32_t *block, cuboid_order order, uint32_t need, uint32_t *out);

/* The idle nodes of the least cuboid that has all of the n nodes, and that is taken (see above): those that no
 * other job may have.  Writes them to out (room for all); how many. */
uint32_t cuboid_reserve(const occupancy *o, const uint32_t *block, const uint32_t *node, uint32_t n, uint32_t *out);

#endif
