/* transpose -- the nodes as a matrix, row by row; each sends to the place that its
 * transposition gives it.
 *
 * For any n (Dally and Towles, table 3.1, have squares): r x c with r the largest
 * divisor of n up to its square root. */
#include "lib/pattern/open/fixed.h"

static bool
prepare(endpoints *e, const char **why)
{
	uint32_t shape[2], *to = fixed_table(e);

	(void)why;
	cubic_dims(e->nodes, 2, shape);	/* c, r */
	for (uint32_t v = 0; v < e->nodes; v++)
		to[v] = v % shape[0] * shape[1] + v / shape[0];
	return true;
}

extern const pattern pattern_transpose;

const pattern pattern_transpose = {
	.name = "transpose",
	.about = "open loop: the nodes as a matrix, each sends to its transposed place",
	.prepare_open = prepare,
	.target = fixed_target,
	.release = free,
};
