/* uniform -- each message to another node of the job, at random. */
#include "lib/pattern/pattern.h"

static uint32_t
target(const endpoints *e, uint32_t v, uint32_t random_word)
{
	uint32_t other;

	if (e->nodes < 2)
		return v;
	other = (uint32_t)((uint64_t)random_word * (e->nodes - 1) >> 32);
	return other + (other >= v);
}

const pattern pattern_uniform = {
	.name = "uniform", .about = "open loop: each message to another node at random", .anywhere = true,
	.target = target,
};
