/* allgather -- every rank gets the blocks of all. */
#include "lib/program/collectives/member.h"

/* n - 1 steps: what came in one goes on in the next. */
static void
ring(member *m, int64_t bytes)
{
	for (uint32_t i = 0; i + 1 < m->size; i++)
		member_exchange(m, member_at(m, 1), bytes, member_at(m, -1), bytes);
}

extern const collective allgather_ring;

const collective allgather_ring = {
	.name = "allgather",
	.algorithm = "ring",
	.about = "n - 1 steps of a block around a ring",
	.add = ring,
};
