/* allreduce -- every rank gets the sum of all vectors. */
#include "lib/program/collectives/member.h"

/* Of n ranks, 2^k + r: the first 2r meet in pairs, and the odd ones stand for both.  Then ranks exchange whole vectors with those whose
 * number differs in one bit (Thakur, Rabenseifner, Gropp 2005, 4.5). */
static void
recursive_doubling(member *m, int64_t bytes)
{
	uint32_t power = power_of_two(m->size), rest = m->size - power, paired = m->me < 2 * rest;
	uint32_t number = paired ? m->me / 2 : m->me - rest;

	if (paired && m->me % 2 == 0) {
		member_send(m, m->me + 1, bytes);
		member_step(m);
		member_recv(m, m->me + 1, bytes);
		return;
	}
	if (paired)
		member_recv(m, m->me - 1, bytes);
	member_step(m);
	for (uint32_t bit = 1; bit < power; bit *= 2) {
		uint32_t other = number ^ bit, at = other < rest ? 2 * other + 1 : other + rest;

		member_exchange(m, at, bytes, at, bytes);
	}
	if (paired)
		member_send(m, m->me - 1, bytes);
}

/* A reduce-scatter around the ring, then an allgather: 2 (n - 1) steps of one block each (4.4).  Vectors of fewer elements than ranks
 * take recursive doubling. */
static void
ring(member *m, int64_t bytes)
{
	uint32_t n = m->size, next = member_at(m, 1), before = member_at(m, -1);

	if (member_block(m, bytes, n, n - 1) == 0) {
		recursive_doubling(m, bytes);
		return;
	}
	for (uint32_t i = 0; i < n - 1; i++)
		member_exchange(m, next, member_block(m, bytes, n, member_at(m, -(int64_t)i)),
			before, member_block(m, bytes, n, member_at(m, -1 - (int64_t)i)));
	for (uint32_t i = 0; i < n - 1; i++)
		member_exchange(m, next, member_block(m, bytes, n, member_at(m, 1 - (int64_t)i)),
			before, member_block(m, bytes, n, member_at(m, -(int64_t)i)));
}

extern const collective allreduce_recursive_doubling, allreduce_ring;

const collective allreduce_recursive_doubling = {
	.name = "allreduce",
	.algorithm = "recursive-doubling",
	.about = "log2 n exchanges of whole vectors",
	.add = recursive_doubling,
};
const collective allreduce_ring = {
	.name = "allreduce",
	.algorithm = "ring",
	.about = "2 (n - 1) steps of 1/n of the vector around a ring",
	.add = ring,
};
