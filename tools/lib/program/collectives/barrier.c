/* barrier -- no rank goes on before all have come.  Its messages have 0 bytes. */
#include "lib/program/collectives/member.h"

/* In step k a rank tells the one 2^k on and hears from the one 2^k back. */
static void
dissemination(member *m, int64_t bytes)
{
	(void)bytes;
	for (uint32_t on = 1; on < m->size; on *= 2)
		member_exchange(m, member_at(m, on), 0, member_at(m, -(int64_t)on), 0);
}

extern const collective barrier_dissemination;

const collective barrier_dissemination = {
	.name = "barrier",
	.algorithm = "dissemination",
	.about = "log2 n steps, to the rank 2^k on and from the one 2^k back",
	.add = dissemination,
};
