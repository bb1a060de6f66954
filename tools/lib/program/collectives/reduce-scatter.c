/* reduce-scatter -- every rank gets its block of the sum of all vectors, which have a block for each. */
#include "lib/program/collectives/member.h"

/* n - 1 steps: each block goes once around, every rank adds its own, and it ends where it belongs. */
static void
ring(member *m, int64_t bytes)
{
	for (uint32_t i = 0; i + 1 < m->size; i++)
		member_exchange(m, member_at(m, 1), bytes, member_at(m, -1), bytes);
}

extern const collective reduce_scatter_ring;

const collective reduce_scatter_ring = {
	.name = "reduce-scatter",
	.algorithm = "ring",
	.about = "n - 1 steps of a block around a ring",
	.add = ring,
};
