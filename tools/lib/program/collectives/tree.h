/* tree -- trees over the ranks at hand, and what goes up and down them. */
#pragma once

#include "lib/program/collectives/member.h"

enum { TREE_CHILDREN = 64 };	/* of a binomial tree 31, of a 4-nomial one 48 */

/* A member's place in a tree. */
typedef struct tree_place {
	uint32_t parent;	/* NOTHING: it is the root */
	uint32_t children;
	uint32_t child[TREE_CHILDREN];	/* in the order in which they are sent to */
} tree_place;

/* Trees from the member's root.  Binomial: a rank's parent lacks the highest bit of its number, and k-nomial: the lowest digit that is
 * not 0.  Binary: levels are filled one after the other, and children of a level of 2^k are 2^k and 2 * 2^k on. */
tree_place tree_binomial(const group_member *m);
tree_place tree_knomial(const group_member *m, uint32_t radix);
tree_place tree_binary(const group_member *m);

/* The root with that many chains behind it, of numbers side by side; the first ones are longer by one where they are not alike. */
tree_place tree_chains(const group_member *m, uint32_t chains);

/* The binary tree whose root is the last rank, and whose left and right halves stand for ranks side by side. */
tree_place tree_in_order(const group_member *m);

/* From the root to all, and from all to the root, in pieces (member_piece): a rank hands a piece on while it gets the next. */
void tree_down(group_member *m, const tree_place *t, int64_t bytes, int64_t usual);
void tree_up(group_member *m, const tree_place *t, int64_t bytes, int64_t usual);

/* Define a collective in which a member m does no more than to send a vector up or down (`way`) one tree. */
#define TREE_COLLECTIVE(name, way, shape) \
	static void \
	name(group_member *m, int64_t bytes) \
	{ \
		tree_place t = shape; \
		way(m, &t, bytes, 0); \
	}
