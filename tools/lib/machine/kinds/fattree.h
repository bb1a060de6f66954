/* fattree -- what the routings and policies of this kind may ask of its shape.
 *
 * Switches at heights 1 (leaves, which have the nodes) to `height` (the top), every link between
 * neighbouring heights: an extended generalized fat-tree (Ohring, Ibel, Das and Kumar, IPPS
 * 1995).  A switch at height i has down[i] links down (to nodes at height 1) and up[i] links
 * up.  A subtree of height i is what hangs together up to height i: one leaf, a pod, …, the
 * whole; at its top are twins[i] = up[1]*…*up[i-1] switches, each linked to each of its down[i] subtrees
 * of height i-1: the switch at `place` t there to the one at place t / up[i-1] of each.
 *
 * Two forms:
 *	k, n: the k-ary n-tree (Petrini and Vanneschi, IPPS 1997): n heights of k^(n-1) switches;
 *		down[i] = up[i] = k, but a leaf has taper*k nodes and the top no links up.
 *	radix, levels, pods: switches of `radix` ports, half of them down and half up; a
 *		leaf has radix*taper/(taper+1) nodes and radix/(taper+1) links up; the top joins `pods`
 *		subtrees, so its switches use that many of their ports (the unused ones are no links).
 * radix=2k with the default of pods is the k-ary tree.
 *
 * Routers are numbered from the leaves up; within a height subtree by subtree, then by place. So
 * leaf = node / down[1].  Ports of a router: its links down, child by child (at a leaf the
 * nodes), then those up: link u leads to place*up[i] + u. */
#pragma once

#include "lib/machine/machine.h"

enum { FATTREE_HEIGHT = 31 };	/* most heights */

typedef struct fattree {
	uint32_t height;
	uint32_t down[FATTREE_HEIGHT + 1];	/* by height, 1 … height; so all below */
	uint32_t up[FATTREE_HEIGHT + 1];
	uint32_t twins[FATTREE_HEIGHT + 1];
	uint32_t leaves[FATTREE_HEIGHT + 1];	/* of a subtree */
	uint32_t base[FATTREE_HEIGHT + 2];	/* the first router of that height; base[height+1] = routers */
	uint8_t *at;		/* [routers], the router's height */
	uint32_t *subtree;	/* [routers], which subtree of that height it is in */
	uint32_t *place;	/* [routers], its place among the twins at that subtree's top */
} fattree;

/* Does r have leaf router `leaf` below it (or is it that)? */
static inline bool
fattree_above(const fattree *t, uint32_t r, uint32_t leaf)
{
	return leaf / t->leaves[t->at[r]] == t->subtree[r];
}

/* The link of r, above `leaf` and not that itself, down towards it. */
static inline uint32_t
fattree_down(const machine *m, const fattree *t, uint32_t r, uint32_t leaf)
{
	return m->first[r] + leaf / t->leaves[t->at[r] - 1] % t->down[t->at[r]];
}

/* Link u (0 … up[height of r] - 1) of r up. */
static inline uint32_t
fattree_up(const machine *m, const fattree *t, uint32_t r, uint32_t u)
{
	return m->first[r] + t->down[t->at[r]] + u;
}
