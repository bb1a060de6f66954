/* barrier -- no rank goes on before all have come.  Its messages have 0 bytes. */
#include "lib/program/collectives/collectives.h"
#include "lib/program/collectives/tree.h"

/* In step k a rank tells the one 2^k on and hears from the one 2^k back (D. Hensgen, R. Finkel, U. Manber 1988). */
static void
dissemination(group_member *m, int64_t bytes)
{
	(void)bytes;
	for (uint64_t on = 1; on < m->size; on *= 2)
		member_exchange(m, member_at(m, (int64_t)on), 0, member_at(m, -(int64_t)on), 0);
}

/* Ranks whose numbers differ in one bit tell each other.  Of n ranks, 2^k + r, the last r are spoken for by the first. */
static void
recursive_doubling(group_member *m, int64_t bytes)
{
	uint32_t power = power_of_two(m->size), rest = m->size - power;

	(void)bytes;
	if (m->me >= power) {
		member_exchange(m, m->me - power, 0, m->me - power, 0);
		return;
	}
	if (m->me < rest)
		member_recv(m, m->me + power, 0);
	member_step(m);
	for (uint32_t bit = 1; bit < power; bit *= 2)
		member_exchange(m, m->me ^ bit, 0, m->me ^ bit, 0);
	if (m->me < rest)
		member_send(m, m->me + power, 0);
}

/* All tell rank 0, which tells all. */
static void
linear(group_member *m, int64_t bytes)
{
	(void)bytes;
	if (m->me) {
		member_send(m, 0, 0);
		member_step(m);
		member_recv(m, 0, 0);
		return;
	}
	for (uint32_t i = 1; i < m->size; i++)
		member_recv(m, i, 0);
	member_step(m);
	for (uint32_t i = 1; i < m->size; i++)
		member_send(m, i, 0);
}

/* Up and down a tree: a rank's parent lacks its lowest bit. */
static void
tree_barrier(group_member *m, int64_t bytes)
{
	tree_place t;

	(void)bytes;
	m->root = 0;
	t = tree_knomial(m, 2);
	for (uint32_t k = t.children; k-- > 0;) {
		member_recv(m, t.child[k], 0);
		member_step(m);
	}
	if (m->me) {
		member_send(m, t.parent, 0);
		member_step(m);
		member_recv(m, t.parent, 0);
		member_step(m);
	}
	for (uint32_t k = 0; k < t.children; k++)
		member_send(m, t.child[k], 0);
}

/* A word goes around twice. */
static void
double_ring(group_member *m, int64_t bytes)
{
	(void)bytes;
	for (int i = 0; i < 2 && m->size > 1; i++) {
		if (m->me) {
			member_recv(m, m->me - 1, 0);
			member_step(m);
		}
		member_send(m, member_at(m, 1), 0);
		member_step(m);
		if (m->me == 0) {
			member_recv(m, m->size - 1, 0);
			member_step(m);
		}
	}
}

const collective barriers[] = {
	{ "barrier", "dissemination", "log2 n steps, to the rank 2^k on and from the one 2^k back", false, dissemination },
	{ "barrier", "recursive-doubling", "log2 n exchanges", false, recursive_doubling },
	{ "barrier", "tree", "up a binomial tree and down again", false, tree_barrier },
	{ "barrier", "linear", "all tell rank 0, which tells all", false, linear },
	{ "barrier", "double-ring", "twice around a ring", false, double_ring },
	{ "barrier", "hierarchical", "in each node, among a rank of each node, in each node", false, hierarchical_barrier },
	{ 0 }
};
