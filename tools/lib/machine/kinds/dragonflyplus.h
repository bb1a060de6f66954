/* dragonflyplus -- what the routes of this kind may ask of its shape.
 *
 * Groups of leaves, which have the nodes, and spines, which have the global links; in a group each leaf is linked to each spine (Shpiner
 * et al., "Dragonfly+: Low Cost Topology for Scaling Datacenters", HiPINEB 2017; Flajslik, Borch and Parker, "Megafly: A Topology for
 * Exascale Systems", ISC 2018).
 *
 * Leaves are routers 0 … g*leaves-1, group by group; spines follow, group by group.  Node = leaf*p + host.  Ports of a leaf: p nodes, then
 * the spines of its group ascending; of a spine: the leaves of its group ascending, then h global ports.  The spines*h global ports of a
 * group lead to others as those of a dragonfly do (dragonfly.h), port k being of spine k/h. */
#pragma once

#include "lib/machine/kinds/dragonfly.h"

typedef struct dragonflyplus {
	dragonfly global;	/* first: g groups of `a` spines */
	uint32_t leaves, spines;	/* a group */
	uint32_t all_leaves;	/* g*leaves: the first spine */
} dragonflyplus;

static inline bool
plus_is_leaf(const dragonflyplus *d, uint32_t router)
{
	return router < d->all_leaves;
}

/* The link from a leaf up to a spine of its group, and from a spine down to a leaf of its group. */
static inline uint32_t
plus_up(const machine *m, const dragonflyplus *d, uint32_t leaf, uint32_t spine)
{
	return m->first[leaf] + d->global.p + (spine - d->all_leaves) % d->spines;
}

static inline uint32_t
plus_down(const machine *m, const dragonflyplus *d, uint32_t spine, uint32_t leaf)
{
	return m->first[spine] + leaf % d->leaves;
}
