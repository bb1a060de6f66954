/* scatter -- broadcasts by parts.  Ranks are numbered from the root.  All parts have the same number of elements, the last ones fewer
 * or none: part i is number i's. */
#include "lib/program/collectives/collectives.h"

/* Bytes of `count` parts from `first` on. */
static int64_t
parts(const group_member *m, int64_t bytes, uint64_t first, uint64_t count)
{
	int64_t part = (member_count(m, bytes) + m->size - 1) / m->size * member_element(m);
	int64_t low = part * (int64_t)first, high = low + part * (int64_t)count;

	if (high > bytes)
		high = bytes;
	return high > low ? high - low : 0;
}

/* Down a binomial tree, to the farthest first: a rank gets its part and those of the ranks below it.  False: the vector has fewer elements
 * than there are ranks, and each has got it whole. */
static bool
scatter(group_member *m, int64_t bytes)
{
	uint32_t number = member_number(m);
	uint64_t below = 1;

	if (member_count(m, bytes) < m->size) {
		member_add(m, "broadcast", "linear", bytes);
		return false;
	}
	while (below < m->size && number % (2 * below) == 0)
		below *= 2;
	if (number && parts(m, bytes, number, below))
		member_recv(m, member_place(m, number - (uint32_t)below), parts(m, bytes, number, below));
	member_step(m);
	while ((below /= 2))
		if (number + below < m->size && parts(m, bytes, number + below, below))
			member_send(m, member_place(m, number + (uint32_t)below), parts(m, bytes, number + below, below));
	member_step(m);
	return true;
}

/* Ranks in groups of `have` exchanged what their groups have, but those beyond the last rank had no partner: who got the other group's
 * parts hands them on, to the farthest first.  `first` begins the member's group; the other one is behind it. */
static void
hand_on(group_member *m, int64_t bytes, uint32_t first, uint32_t have)
{
	uint32_t number = member_number(m);
	int64_t partners = (int64_t)m->size - first - have, sent = parts(m, bytes, (uint64_t)first + have, have);

	for (uint32_t half = have / 2; half > 0; half /= 2) {
		uint32_t other = number ^ half, begin = number & ~(2 * half - 1);

		if (other > number && number < begin + partners && other >= begin + partners)
			member_send(m, member_place(m, other), sent);
		else if (other < number && other < begin + partners && number >= begin + partners)
			member_recv(m, member_place(m, other), sent);
		member_step(m);
	}
}

void
scatter_allgather(group_member *m, int64_t bytes)
{
	uint32_t number = member_number(m);

	if (!scatter(m, bytes))
		return;
	for (uint32_t have = 1; have < m->size; have *= 2) {
		uint32_t other = number ^ have, first = number & ~(have - 1), others = other & ~(have - 1);

		if (other < m->size)
			member_exchange(m, member_place(m, other), parts(m, bytes, first, have), member_place(m, other), parts(m, bytes, others, have));
		if (others + have > m->size)
			hand_on(m, bytes, first, have);
	}
}

void
scatter_ring(group_member *m, int64_t bytes)
{
	uint32_t n = m->size, number = member_number(m);

	if (!scatter(m, bytes))
		return;
	for (uint32_t i = 1; i < n; i++)
		member_exchange(m, member_at(m, 1), parts(m, bytes, (number + n - i + 1) % n, 1),
			member_at(m, -1), parts(m, bytes, (number + n - i) % n, 1));
}
