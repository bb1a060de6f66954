/* broadcast -- every rank gets the root's vector. */
#include "lib/program/collectives/member.h"

/* A rank, counted from the root, hears from the one whose number lacks its highest bit, and tells those with one higher bit. */
static void
binomial(member *m, int64_t bytes)
{
	uint32_t number = member_at(m, -(int64_t)m->root), bit = 1;

	while (bit <= number)
		bit *= 2;
	if (number)
		member_recv(m, (m->root + (number - bit / 2)) % m->size, bytes);
	member_step(m);
	for (; bit < m->size - number; bit *= 2)
		member_send(m, (m->root + (number + bit)) % m->size, bytes);
}

extern const collective broadcast_binomial;

const collective broadcast_binomial = {
	.name = "broadcast",
	.algorithm = "binomial",
	.about = "down a binomial tree",
	.rooted = true,
	.add = binomial,
};
