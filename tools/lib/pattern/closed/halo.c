/* halo -- each task exchanges a message with both neighbours in every dimension of its
 * process grid.
 *
 * Order -x +x -y +y …; as an MPI program does it, dimension by dimension.  A grid does
 * not wrap around unless its dimension is periodic; a periodic dimension of two tasks
 * has both messages go to the same neighbour, one of one has none. */
#include "lib/pattern/closed/halo.h"

uint32_t
grid_stride(const traffic *t, int d)
{
	uint32_t stride = 1;

	while (d-- > 0)
		stride *= t->dim[d];
	return stride;
}

bool
grid_has(const traffic *t, uint32_t task, int d, int step)
{
	uint32_t at;

	if (t->periodic & 1U << d)
		return t->dim[d] > 1;
	at = task / grid_stride(t, d) % t->dim[d];
	return step < 0 ? at > 0 : at + 1 < t->dim[d];
}

uint32_t
grid_neighbour(const traffic *t, uint32_t task, int d, int step)
{
	uint32_t stride = grid_stride(t, d), extent = t->dim[d];
	uint32_t at = task / stride % extent;
	uint32_t to = step < 0 ? (at ? at : extent) - 1 : at + 1 < extent ? at + 1 : 0;

	return task - at * stride + to * stride;
}

uint32_t
halo_phases(const traffic *t)
{
	return t->rounds ? (uint32_t)t->dims : 1;
}

/* The dimensions that a phase serves: *low … the result, without it. */
static int
served(const traffic *t, uint32_t phase, int *low)
{
	*low = t->rounds ? (int)phase : 0;
	return t->rounds ? *low + 1 : t->dims;
}

uint32_t
halo_sends(const traffic *t, uint32_t phase, uint32_t task)
{
	int d, end = served(t, phase, &d);
	uint32_t n = 0;

	for (; d < end; d++)
		n += (uint32_t)grid_has(t, task, d, -1) + (uint32_t)grid_has(t, task, d, +1);
	return n;
}

message
halo_send(const traffic *t, uint32_t phase, uint32_t task, uint32_t k)
{
	int d, end = served(t, phase, &d);

	for (; d < end; d++)
		for (int step = -1; step <= 1; step += 2)
			if (grid_has(t, task, d, step) && k-- == 0)
				return (message){ grid_neighbour(t, task, d, step), phase, t->bytes };
	return (message){ task, phase, 0 };	/* k was not below halo_sends */
}
