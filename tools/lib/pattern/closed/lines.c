/* lines -- patterns with all-to-all within each row, then within each column, of a grid of tasks: fft3d and sub-alltoall.
 *
 * The grid is dim[0] wide and dim[1] high; where the tasks do not fill it the last row is
 * short.  Within a row or a column the order, and the rounds of an MPI library, are those of alltoall. */
#include "lib/pattern/pattern.h"

enum { X, Y };	/* along a row, along a column */

static uint32_t
phases(const traffic *t)
{
	return t->rounds ? t->dim[X] - 1 + t->dim[Y] - 1 : 2;
}

/* The direction of a phase, and in *round which of its rounds it is. */
static int
way(const traffic *t, uint32_t phase, uint32_t *round)
{
	uint32_t rows_end = t->rounds ? t->dim[X] - 1 : 1;

	*round = phase < rows_end ? phase : phase - rows_end;
	return phase < rows_end ? X : Y;
}

/* How many tasks the row or the column of a task has. */
static uint32_t
length(const traffic *t, int d, uint32_t task)
{
	uint32_t width = t->dim[X], full = t->tasks / width, rest = t->tasks % width;

	if (d == X)
		return task / width < full ? width : rest;
	return full + (task % width < rest);
}

static uint32_t
sends(const traffic *t, uint32_t phase, uint32_t task)
{
	uint32_t round, others = length(t, way(t, phase, &round), task) - 1;

	return t->rounds ? round < others : others;
}

static message
send(const traffic *t, uint32_t phase, uint32_t task, uint32_t k)
{
	uint32_t round, extent, at, to;
	int d = way(t, phase, &round);

	extent = length(t, d, task);
	at = d == X ? task % t->dim[X] : task / t->dim[X];
	to = (uint32_t)(((uint64_t)at + 1 + (t->rounds ? round : k)) % extent);
	return (message){ d == X ? task - at + to : task - at * t->dim[X] + to * t->dim[X], phase, t->bytes };
}

/* A 3-D fast Fourier transform (Level-Spread, V-C).  Its grid is wide and low: the largest divisor of the tasks up to four is
 * the number of rows, as in the SST motif that the paper's authors ran. */
static bool
prepare_fft3d(traffic *t, const char **why)
{
	if (t->dims == 0) {
		t->dims = 2;
		t->dim[1] = largest_divisor(t->tasks, 4);
		t->dim[0] = t->tasks / t->dim[1];
	}
	*why = "has a process grid of 2 dimensions";
	return t->dims == 2;
}

/* Sub-communicators, as multi-dimensional Fourier transforms have them (the express-mesh paper, III-B).
 *
 * The grid is the most cubic one of two dimensions where that is at most twice as wide as high.  Else, as for primes, it is as wide as the
 * square root, rounded up, and its last row is short: the pattern must not turn into all-to-all because of how a job's size divides.  That
 * is no process grid (dims stays 0): one for a mapping to cut has a task in every place. */
static bool
prepare_sub_alltoall(traffic *t, const char **why)
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

#define LINES .phases = phases, .sends = sends, .send = send, .receives = sends

const pattern pattern_fft3d = {
	.name = "fft3d", .about = "all-to-all within the rows, then the columns, of a grid of up to 4 rows",
	.prepare = prepare_fft3d, LINES,
};

const pattern pattern_sub_alltoall = {
	.name = "sub-alltoall", .about = "all-to-all within the rows, then the columns, of a near-square grid",
	.prepare = prepare_sub_alltoall, LINES,
};
