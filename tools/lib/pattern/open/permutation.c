/* permutation -- each node sends to one other, each hears from one other: a random
 * permutation that is one cycle, so that nobody sends to itself (Sattolo 1986). */
#include "lib/pattern/open/fixed.h"

static bool
prepare(endpoints *e, const char **why)
{
	uint32_t *to = fixed_table(e);

	(void)why;
	for (uint32_t v = 0; v < e->nodes; v++)
		to[v] = v;
	for (uint32_t v = e->nodes - 1; v > 0; v--) {
		uint32_t other = (uint32_t)rng_below(&e->random, v), kept = to[v];
		to[v] = to[other];
		to[other] = kept;
	}
	return true;
}

extern const pattern pattern_permutation;

const pattern pattern_permutation = {
	.name = "permutation",
	.about = "open loop: a random permutation, one cycle of all nodes",
	.prepare_open = prepare,
	.target = fixed_target,
	.release = free,
};
