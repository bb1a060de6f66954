/* reduce -- the root gets the sum of all vectors. */
#include "lib/program/collectives/halving.h"
#include "lib/program/collectives/collectives.h"
#include "lib/program/collectives/tree.h"

/* In this binomial tree the ranks below a rank are side by side. */
TREE_COLLECTIVE(binomial, tree_up, tree_knomial(m, 2))
TREE_COLLECTIVE(binary, tree_up, tree_binary(m))
TREE_COLLECTIVE(pipeline, tree_up, tree_chains(m, 1))
TREE_COLLECTIVE(chain, tree_up, tree_chains(m, 4))

/* The sum is at the last rank, and goes to the root from there. */
static void
in_order_binary(group_member *m, int64_t bytes)
{
	tree_place t = tree_in_order(m);
	uint32_t last = m->size - 1;

	tree_up(m, &t, bytes, 0);
	if (m->root != last && m->me == last)
		member_send(m, m->root, bytes);
	if (m->root != last && m->me == m->root)
		member_recv(m, last, bytes);
}

static void
linear(group_member *m, int64_t bytes)
{
	if (m->me != m->root)
		member_send(m, m->root, bytes);
	for (uint32_t i = m->size; m->me == m->root && i-- > 0;)
		if (i != m->root)
			member_sum(m, i, bytes);
}

/* The steps of the halving backwards, up to the rank that goes on for the root: a rank gives what it has and is done when the other's
 * numbers have the root's among them. */
static void
gather(group_member *m, const halving *h, uint32_t root, bool stand_in)
{
	for (uint32_t k = h->steps; k-- > 0;) {
		uint32_t other = h->number ^ UINT32_C(1) << k, at = stand_in && other == 0 ? m->root : halving_place(h, other);

		if (other >> k == root >> k) {
			member_send(m, at, h->kept[k]);
			return;
		}
		member_recv(m, at, h->sent[k]);
		member_step(m);
	}
}

/* Recursive halving, then a binomial tree to the root.  A root that does not go on after its pair has met takes the place of rank 0.
 * Vectors of fewer elements than take part go there at once. */
static void
rabenseifner(group_member *m, int64_t bytes)
{
	halving h = halving_of(m, bytes);
	bool stand_in = m->root < 2 * h.rest && m->root % 2;
	uint32_t root = m->root >= 2 * h.rest ? m->root - h.rest : stand_in ? 0 : m->root / 2;

	if (h.power < 2 || member_count(m, bytes) < h.power) {
		linear(m, bytes);
		return;
	}
	halving_add(m, &h, bytes);
	if (stand_in && m->me == 0) {
		member_send(m, m->root, h.kept[h.steps - 1]);
		return;
	}
	if (stand_in && m->me == m->root) {
		halving_sizes(m, &h, 0, bytes);
		member_recv(m, 0, h.kept[h.steps - 1]);
		member_step(m);
	}
	if (h.number != NOTHING)
		gather(m, &h, root, stand_in);
}

const collective reduces[] = {
	{ "reduce", "binomial", "up a binomial tree", true, binomial },
	{ "reduce", "binary", "up a binary tree", true, binary },
	{ "reduce", "in-order-binary", "up a binary tree that keeps the order of the ranks", true, in_order_binary },
	{ "reduce", "chain", "along four chains", true, chain },
	{ "reduce", "pipeline", "from rank to rank", true, pipeline },
	{ "reduce", "rabenseifner", "recursive halving, then a binomial tree", true, rabenseifner },
	{ "reduce", "linear", "all send to the root", true, linear },
	{ "reduce", "hierarchical", "in each node, among a rank of each node", true, hierarchical_reduce },
	{ 0 }
};
