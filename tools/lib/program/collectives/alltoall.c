/* alltoall -- every rank sends a block to every other. */
#include "lib/program/collectives/collectives.h"

/* n - 1 steps: in step i, to the i-th rank on and from the i-th rank back. */
static void
pairwise(group_member *m, int64_t bytes)
{
	for (uint32_t i = 1; i < m->size; i++)
		member_exchange(m, member_at(m, i), bytes, member_at(m, -(int64_t)i), bytes);
}

/* How many of 1 … n - 1 have this bit. */
static int64_t
with_bit(uint32_t n, uint64_t bit)
{
	uint64_t over = n % (2 * bit);

	return (int64_t)(n / (2 * bit) * bit + (over > bit ? over - bit : 0));
}

/* A block that must go d ranks on goes 2^k on in step k if d has bit k (Bruck et al. 1997). */
static void
bruck(group_member *m, int64_t bytes)
{
	for (uint64_t bit = 1; bit < m->size; bit *= 2) {
		int64_t sent = bytes * with_bit(m->size, bit);

		member_exchange(m, member_at(m, (int64_t)bit), sent, member_at(m, -(int64_t)bit), sent);
	}
}

/* All at once, to the rank one back first. */
static void
linear(group_member *m, int64_t bytes)
{
	for (uint32_t i = 1; i < m->size; i++)
		member_send(m, member_at(m, -(int64_t)i), bytes);
	for (uint32_t i = 1; i < m->size; i++)
		member_recv(m, member_at(m, i), bytes);
}

const collective alltoalls[] = {
	{ "alltoall", "pairwise", "n - 1 steps, to the i-th rank on and from the i-th rank back", false, pairwise },
	{ "alltoall", "bruck", "log2 n steps of half of all blocks", false, bruck },
	{ "alltoall", "linear", "all at once", false, linear },
	{ "alltoall", "hierarchical", "in each node, among a rank of each node, in each node", false, hierarchical_alltoall },
	{ 0 }
};
