/* opensm-tree -- what OpenSM's engine ftree (opensm-ftree.c) makes of a fabric before it lays ways: ranks, indices, groups of links.
 *
 * Ranks: switches with adapters are leaves, the farthest from them roots, of rank 0; the rank of the others is their distance from a
 * root.  Each switch gets an index: the rank, then a digit a rank.  From the first leaf on, breadth first, down and then up, a
 * switch takes the index of the one that it is come to from, with the digit of the rank between the two the least that is free.
 *
 * Links between the same two switches are a group. */
#pragma once

#include "lib/route/opensm.h"

enum { TREE_RANKS = 8, TREE_NO_INDEX = 255 };

/* The links of a switch to another one. */
typedef struct link_group {
	uint32_t to, count;	/* switch; ways that go by it */
	uint32_t first, links;	/* in tree.link */
} link_group;

typedef struct switch_tree {
	opensm_fabric *f;
	uint32_t *rank;		/* [routers] */
	uint32_t leaf_rank;
	uint8_t (*index)[TREE_RANKS];	/* [routers] */
	link_group *groups;		/* of each router those up, then those down */
	uint32_t *up, *down, *end;	/* [routers] where they begin and end */
	uint32_t *link, *count;	/* by group; ways by each */
	uint32_t *leaf, leaves;	/* by index */
	uint8_t *hops;		/* [routers] of the way to the target so far */
	uint8_t *port;		/* [routers] of the target, as opensm_fabric.port */
} switch_tree;

/* The tree of a fabric, with its ranks alone. */
switch_tree *tree_new(opensm_fabric *f);
void tree_free(switch_tree *t);

/* Complete it, or say why it is none; the text lives to the end of the tool. */
const char *tree_build(switch_tree *t);

/* Sort the groups from `begin` to before `end` by count, then by index: groups that only lately gained a count, so nearly in order. */
void tree_sort(const switch_tree *t, uint32_t begin, uint32_t end);
