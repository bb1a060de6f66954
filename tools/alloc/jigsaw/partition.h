/* partition -- parts of a fat-tree of at most three heights whose jobs have links of their own, as many as their nodes (Smith and
 * Lowenthal, "Jigsaw: a high-utilization, interference-free job scheduler for fat-tree clusters", HPDC 2021).
 *
 * A job on one leaf needs no link.  One in a pod has L leaves of n nodes each, and perhaps one of fewer, r; its links lead from each of the
 * L leaves to the same n switches above, and from the last one to r of these.  One in several pods has whole leaves: T pods of L leaves
 * each, and perhaps one pod of fewer, l, and perhaps in that one a leaf of fewer nodes, r; every switch above the leaves has links to the
 * same L top switches from each of the T pods, and from the last one to l of these, or l+1 where it has the link of the smaller leaf.  Such
 * a part is a full-bandwidth fat-tree: any permutation of its nodes can be routed without two packets on a link, over its links alone.
 *
 * Links are numbered: link i of a leaf leads to the i-th switch at its pod's top, link u of that switch to the u-th top switch that it can
 * reach, which is the same for all pods. */
#pragma once

#include "alloc/occupancy.h"

enum { JIGSAW_PORTS = 64 };	/* most links up of a switch */

/* Sets of links, bit i for link i. */
typedef struct jigsaw_links {
	uint32_t leaves, pods, pod_leaves;	/* of a pod */
	uint32_t ports, top;	/* links up of a leaf; of a switch above the leaves, 0 where that is the top */
	uint32_t sets;		/* in all, one behind the other: */
	uint64_t *leaf;		/* [leaves] */
	uint64_t *pod;		/* [pods * ports]: of switch i of pod p at p * ports + i */
} jigsaw_links;

/* How many links up set i can have. */
static inline uint32_t
links_up(const jigsaw_links *l, uint32_t i)
{
	return i < l->leaves ? l->ports : l->top;
}

static inline uint32_t
links_count(uint64_t set)
{
	return (uint32_t)__builtin_popcountll(set);
}

/* None, for this machine; free(l.leaf) frees them. */
jigsaw_links jigsaw_links_of(const machine *m);

/* The links that a job with that many nodes of each leaf gets, of those that are free, into *own; false when there are none, or its nodes
 * are not laid out as said above. */
bool jigsaw_assign(const jigsaw_links *available, const uint32_t *take, uint32_t leaf_nodes, jigsaw_links *own);

/* Find a place for a job: how many nodes of each leaf, zero at first. False: none is found. */
bool jigsaw_find(const occupancy *o, const jigsaw_links *available, uint32_t need, uint32_t *take);
