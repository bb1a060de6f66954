/* sub-alltoall -- all-to-all in sub-communicators, as multi-dimensional Fourier
 * transforms have it: within each row, then within each column, of a near-square grid of
 * tasks (the express-mesh paper, III-B).
 *
 * The grid is the most cubic one of two dimensions where that is at most twice as wide as
 * high.  Else, as for primes, it is as wide as the square root, rounded up, and its last row is
 * short: the pattern must not turn into all-to-all because of how a job's size divides.  That is
 * no process grid (dims stays 0): one for a mapping to cut has a task in every place. */
#include "lib/pattern/closed/lines.h"

static bool
prepare(traffic *t, const char **why)
{
	uint32_t width = 1;

	*why = "has a process grid of 2 dimensions";
	if (t->dims)
		return t->dims == 2;
	cubic_dims(t->tasks, 2, t->dim);
	if (t->dim[0] <= 2 * (uint64_t)t->dim[1]) {
		t->dims = 2;
		return true;
	}
	while ((uint64_t)width * width < t->tasks)
		width++;
	t->dim[0] = width;
	t->dim[1] = t->tasks / width + (t->tasks % width > 0);
	return true;
}

extern const pattern pattern_sub_alltoall;

const pattern pattern_sub_alltoall = {
	.name = "sub-alltoall",
	.about = "all-to-all within the rows, then the columns, of a near-square grid",
	.prepare = prepare,
	.phases = lines_phases,
	.sends = lines_sends,
	.send = lines_send,
	.receives = lines_sends,
};
