/* allgather -- every rank gets the blocks of all. */
#include "lib/program/collectives/collectives.h"

/* n - 1 steps: what came in one goes on in the next. */
static void
ring(group_member *m, int64_t bytes)
{
	for (uint32_t i = 0; i + 1 < m->size; i++)
		member_exchange(m, member_at(m, 1), bytes, member_at(m, -1), bytes);
}

/* In step k a rank sends the 2^k blocks it has to the one 2^k back, in the last step as many as are missing (Bruck et al. 1997). */
static void
bruck(group_member *m, int64_t bytes)
{
	for (uint64_t have = 1; have < m->size; have *= 2) {
		int64_t sent = bytes * (int64_t)(have < m->size - have ? have : m->size - have);

		member_exchange(m, member_at(m, -(int64_t)have), sent, member_at(m, (int64_t)have), sent);
	}
}

/* In step k ranks whose numbers differ in bit k exchange the 2^k blocks they have.  Other numbers of ranks than 2^k take Bruck's. */
static void
recursive_doubling(group_member *m, int64_t bytes)
{
	if (power_of_two(m->size) != m->size) {
		bruck(m, bytes);
		return;
	}
	for (uint32_t have = 1; have < m->size; have *= 2)
		member_exchange(m, m->me ^ have, bytes * have, m->me ^ have, bytes * have);
}

/* Exchanges with the rank on one side and on the other in turn, the first of a block, the others of the two that came last (J. Chen et
 * al., HPC Asia 2005).  Odd numbers of ranks take the ring. */
static void
neighbor(group_member *m, int64_t bytes)
{
	if (m->size % 2) {
		ring(m, bytes);
		return;
	}
	for (uint32_t i = 0; i < m->size / 2; i++) {
		uint32_t other = member_at(m, m->me % 2 == i % 2 ? 1 : -1);

		member_exchange(m, other, i ? 2 * bytes : bytes, other, i ? 2 * bytes : bytes);
	}
}

const collective allgathers[] = {
	{ "allgather", "ring", "n - 1 steps of a block", false, ring },
	{ "allgather", "bruck", "log2 n steps, any number of ranks", false, bruck },
	{ "allgather", "recursive-doubling", "log2 n exchanges; bruck unless there are 2^k ranks", false, recursive_doubling },
	{ "allgather", "neighbor", "n / 2 exchanges with either side in turn; ring when n is odd", false, neighbor },
	{ "allgather", "hierarchical", "in each node, among a rank of each node, in each node", false, hierarchical_allgather },
	{ 0 }
};
