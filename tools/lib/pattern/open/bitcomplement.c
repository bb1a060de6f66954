/* bitcomplement -- node v of n sends to node n-1-v (Dally and Towles, "Principles and
 * practices of interconnection networks", table 3.1, for any n). */
#include "lib/pattern/pattern.h"

static uint32_t
target(const endpoints *e, uint32_t v, uint32_t random_word)
{
	(void)random_word;
	return e->nodes - 1 - v;
}

const pattern pattern_bitcomplement = {
	.name = "bitcomplement", .about = "open loop: node v of n sends to node n-1-v", .target = target,
};
