/* allreduce -- every rank gets the sum of all vectors. */
#include "lib/program/collectives/collectives.h"
#include "lib/program/collectives/halving.h"

/* Of pairs the odd ones stand for both.  Then ranks exchange whole vectors with those whose number differs in one bit (Thakur, Rabenseifner
 * and Gropp 2005, 4.5). */
static void
recursive_doubling(group_member *m, int64_t bytes)
{
	paired_ranks p = pairs_meet(m, bytes);

	for (uint32_t bit = 1; bit < p.power && p.number != NOTHING; bit *= 2) {
		uint32_t other = pairs_place(&p, p.number ^ bit);

		member_exchange_sums(m, other, bytes, other, bytes);
	}
	if (p.number == NOTHING)
		member_recv(m, m->me + 1, bytes);
	else if (m->me < 2 * p.rest)
		member_send(m, m->me - 1, bytes);
}

/* A reduce-scatter around the ring, then an allgather: 2 (n - 1) steps of one block each (4.4).  Vectors of fewer elements than ranks
 * take recursive doubling. */
static void
ring(group_member *m, int64_t bytes)
{
	uint32_t n = m->size, next = member_at(m, 1), before = member_at(m, -1);

	if (member_count(m, bytes) < n) {
		recursive_doubling(m, bytes);
		return;
	}
	for (uint32_t i = 0; i < n - 1; i++)
		member_exchange_sums(m, next, member_block(m, bytes, n, member_at(m, -(int64_t)i)),
			before, member_block(m, bytes, n, member_at(m, -1 - (int64_t)i)));
	for (uint32_t i = 0; i < n - 1; i++)
		member_exchange(m, next, member_block(m, bytes, n, member_at(m, 1 - (int64_t)i)),
			before, member_block(m, bytes, n, member_at(m, -(int64_t)i)));
}

/* All send to rank 0, which sends to all. */
static void
linear(group_member *m, int64_t bytes)
{
	m->root = 0;
	member_add(m, "reduce", "linear", bytes);
	member_add(m, "broadcast", "linear", bytes);
}

/* A reduce to rank 0, then a broadcast, each as Open MPI does it by default. */
static void
reduce_broadcast(group_member *m, int64_t bytes)
{
	m->root = 0;
	member_add(m, "reduce", NULL, bytes);
	member_add(m, "broadcast", NULL, bytes);
}

/* Recursive halving, then the same steps backwards with what is ready.  Vectors of fewer elements than take part go to rank 0. */
static void
rabenseifner(group_member *m, int64_t bytes)
{
	halving h = halving_of(m, bytes);
	bool paired = m->me < 2 * h.rest;

	if (member_count(m, bytes) < h.power) {
		linear(m, bytes);
		return;
	}
	halving_add(m, &h, bytes);
	for (uint32_t k = h.steps; h.number != NOTHING && k-- > 0;)
		member_exchange(m, halving_peer(&h, k), h.kept[k], halving_peer(&h, k), h.sent[k]);
	if (paired && m->me % 2)
		member_recv(m, m->me - 1, bytes);
	else if (paired)
		member_send(m, m->me + 1, bytes);
}

const collective allreduces[] = {
	{ "allreduce", "ring", "2 (n - 1) steps of 1/n of the vector", false, ring },
	{ "allreduce", "recursive-doubling", "log2 n exchanges of the vector", false, recursive_doubling },
	{ "allreduce", "rabenseifner", "recursive halving, then doubling", false, rabenseifner },
	{ "allreduce", "double-binary-tree", "two trees, a half of the vector each, in pieces, as NCCL's", false, double_tree },
	{ "allreduce", "reduce-broadcast", "a reduce, then a broadcast", false, reduce_broadcast },
	{ "allreduce", "linear", "all send to rank 0, which sends to all", false, linear },
	{ "allreduce", "hierarchical", "in each node, among a rank of each node, in each node", false, hierarchical_allreduce },
	{ 0 }
};
