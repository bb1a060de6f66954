/* switches -- a machine's switches as a tree, the way a topology.conf of Slurm has them, and its nodes in the order of their labels.
 *
 * A machine that comes from a topology.conf has the file's switches; any other one its levels (routers, groups, …), each
 * domain a switch, and one above all where the last level has several.  A leaf is a switch with nodes.  Of any two leaves
 * the one that comes first in the file, or of the lower router, is the lower number; so it is with the others.
 *
 * A node's label is its name; nodes without names go by their numbers.  Labels are in natural order: n9 before n10. */
#pragma once

#include "lib/machine/machine.h"

typedef struct switches {
	const machine *machine;
	uint32_t count;
	uint32_t leaves;	/* switches 0 … leaves-1 */
	uint32_t *above;	/* [count]; NONE at the top */
	uint32_t *level;	/* [count]: 1 at the leaves, else one more than the highest below */
	uint32_t *depth;	/* [count]: switches above it */
	uint32_t *domain;	/* [leaves]: of the machine's level 0 */
	uint32_t *first, *node;	/* [leaves+1], [nodes]: those of leaf i are node[first[i]] … node[first[i+1]-1], by label */
	uint32_t *leaf;		/* [nodes] */
	uint32_t *by_label;	/* [nodes]: all nodes by label */
	uint32_t *place;	/* [nodes]: of a node in by_label[] */
} switches;

/* What keeps them from being a tree, worded to follow a policy's name, the caller frees; NULL: nothing. */
char *switches_wrong(const machine *m);

/* Where they are no tree nothing is above those that several list.  The caller frees. */
switches *switches_of(const machine *m);
void switches_free(switches *s);

/* Links between two switches. */
uint32_t switches_links(const switches *s, uint32_t a, uint32_t b);
