/* broadcast -- every rank gets the root's vector. */
#include "lib/program/collectives/collectives.h"
#include "lib/program/collectives/tree.h"

TREE_COLLECTIVE(binomial, tree_down, tree_binomial(m))
TREE_COLLECTIVE(knomial, tree_down, tree_knomial(m, 4))
TREE_COLLECTIVE(binary, tree_down, tree_binary(m))
TREE_COLLECTIVE(pipeline, tree_down, tree_chains(m, 1))
TREE_COLLECTIVE(chain, tree_down, tree_chains(m, 4))

static void
linear(group_member *m, int64_t bytes)
{
	if (m->me != m->root)
		member_recv(m, m->root, bytes);
	for (uint32_t i = 0; m->me == m->root && i < m->size; i++)
		if (i != m->root)
			member_send(m, i, bytes);
}

/* The root's two children get a half each, piece by piece in turn. */
static void
split(group_member *m, const tree_place *t, const int64_t half[2])
{
	int64_t piece[2] = { member_piece(m, half[0], 0), member_piece(m, half[1], 0) };

	for (int64_t at[2] = { 0, 0 }; at[0] < half[0]; at[0] += piece[0], at[1] += piece[1])
		for (uint32_t k = 0; k < t->children; k++) {
			int64_t left = half[k] - at[k];

			if (left > 0)
				member_send(m, t->child[k], left < piece[k] ? left : piece[k]);
			member_step(m);
		}
}

/* A half of the vector down each side of a binary tree: odd numbers, counted from the root, have the first.  Then ranks at the same
 * place of both sides exchange halves; with an even number of ranks the last one's partner is the root. */
static void
split_binary(group_member *m, int64_t bytes)
{
	tree_place t = tree_binary(m);
	uint32_t number = member_number(m), side = (number + 1) % 2;
	int64_t half[2] = { bytes - member_half(m, bytes), member_half(m, bytes) };
	bool even = m->size % 2 == 0;

	if (half[1] == 0) {
		pipeline(m, bytes);
		return;
	}
	if (number)
		tree_down(m, &t, half[side], 0);
	else
		split(m, &t, half);
	if (even && number == m->size - 1)
		member_recv(m, m->root, half[1]);
	else if (number)
		member_exchange(m, member_at(m, side ? -1 : 1), half[side], member_at(m, side ? -1 : 1), half[!side]);
	else if (even)
		member_send(m, member_at(m, -1), half[1]);
}

const collective broadcasts[] = {
	{ "broadcast", "binomial", "down a binomial tree", true, binomial },
	{ "broadcast", "knomial", "down a 4-nomial tree", true, knomial },
	{ "broadcast", "binary", "down a binary tree", true, binary },
	{ "broadcast", "split-binary", "a half down each side of a binary tree, then exchanges", true, split_binary },
	{ "broadcast", "chain", "along four chains", true, chain },
	{ "broadcast", "pipeline", "from rank to rank", true, pipeline },
	{ "broadcast", "linear", "the root sends to all", true, linear },
	{ "broadcast", "scatter-allgather", "down a binomial tree in parts, then an allgather by recursive doubling", true, scatter_allgather },
	{ "broadcast", "scatter-ring", "down a binomial tree in parts, then an allgather around a ring", true, scatter_ring },
	{ "broadcast", "hierarchical", "among a rank of each node, in each node", true, hierarchical_broadcast },
	{ 0 }
};
