/* fft3d -- a 3-D fast Fourier transform on a grid of tasks: all-to-all within each
 * row, then within each column (Level-Spread, V-C).
 *
 * The grid is wide and low: the largest divisor of the tasks up to four is the
 * number of rows, as in the SST motif that the paper's authors ran.  Within a row or a
 * column the order, and the rounds of an MPI library, are those of alltoall. */
#include "lib/pattern/pattern.h"

enum { X, Y };	/* along a row, along a column */

static bool
prepare(traffic *t, const char **why)
{
	if (t->dims == 0) {
		t->dims = 2;
		t->dim[Y] = largest_divisor(t->tasks, 4);
		t->dim[X] = t->tasks / t->dim[Y];
	}
	*why = "has a process grid of 2 dimensions";
	return t->dims == 2;
}

static uint32_t
phases(const traffic *t)
{
	return t->rounds ? t->dim[X] - 1 + t->dim[Y] - 1 : 2;
}

/* The direction of a phase. */
static int
way(const traffic *t, uint32_t phase)
{
	return phase < (t->rounds ? t->dim[X] - 1 : 1) ? X : Y;
}

static uint32_t
sends(const traffic *t, uint32_t phase, uint32_t task)
{
	(void)task;
	return t->rounds ? 1 : t->dim[way(t, phase)] - 1;
}

static message
send(const traffic *t, uint32_t phase, uint32_t task, uint32_t k)
{
	int d = way(t, phase);
	uint32_t round = t->rounds && d == Y ? phase - (t->dim[X] - 1) : t->rounds ? phase : k;
	uint32_t stride = d == X ? 1 : t->dim[X], extent = t->dim[d];
	uint32_t at = task / stride % extent, to = (uint32_t)(((uint64_t)at + 1 + round) % extent);

	return (message){ task - at * stride + to * stride, phase, t->bytes };
}

extern const pattern pattern_fft3d;

const pattern pattern_fft3d = {
	.name = "fft3d",
	.about = "all-to-all within the rows, then the columns, of a grid of up to 4 rows",
	.prepare = prepare,
	.phases = phases,
	.sends = sends,
	.send = send,
	.receives = sends,
};
