/* alltoall -- every rank sends a block to every other. */
#include "lib/program/collectives/member.h"

/* n - 1 steps: in step i, to the i-th rank on and from the i-th rank back. */
static void
pairwise(member *m, int64_t bytes)
{
	for (uint32_t i = 1; i < m->size; i++)
		member_exchange(m, member_at(m, i), bytes, member_at(m, -(int64_t)i), bytes);
}

extern const collective alltoall_pairwise;

const collective alltoall_pairwise = {
	.name = "alltoall",
	.algorithm = "pairwise",
	.about = "n - 1 steps, to the i-th rank on and from the i-th rank back",
	.add = pairwise,
};
