/* halo -- patterns in which each task exchanges a message with both neighbours in every dimension of its process grid: halo2d, halo3d
 * (Level-Spread, V-C), cartesian, stencil and neighboring.
 *
 * Order -x +x -y +y …; as an MPI program does it, dimension by dimension.  A grid does not wrap around unless its dimension is periodic; a
 * periodic dimension of two tasks has both messages go to the same neighbour, one of one has none. */
#include "lib/pattern/closed/halo.h"

/* How many tasks a step along dimension d passes. */
static uint32_t
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

static uint32_t
phases(const traffic *t)
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

static uint32_t
sends(const traffic *t, uint32_t phase, uint32_t task)
{
	int d, end = served(t, phase, &d);
	uint32_t n = 0;

	for (; d < end; d++)
		n += (uint32_t)grid_has(t, task, d, -1) + (uint32_t)grid_has(t, task, d, +1);
	return n;
}

static message
send(const traffic *t, uint32_t phase, uint32_t task, uint32_t k)
{
	int d, end = served(t, phase, &d);

	for (; d < end; d++)
		for (int step = -1; step <= 1; step += 2)
			if (grid_has(t, task, d, step) && k-- == 0)
				return (message){ grid_neighbour(t, task, d, step), phase, t->bytes };
	return (message){ task, phase, 0 };	/* k was not below sends */
}

static const pattern_column halo_columns[] = { ALLREDUCE_COLUMN, { 0 } };

void
halo_read(traffic *t, const own_cells *c)
{
	t->allreduce_bytes = own_bytes(c, 0);
}

/* The messages of halo3d, all at once under either schedule. */
static bool
prepare_stencil(traffic *t, const char **why)
{
	(void)why;
	t->rounds = false;
	return true;
}

/* The paper does not say how groups are neighbours.  Here x and y of the process grid are places in a group, z and w are the
 * group: tasks of a group are numbered together, partners in other groups have the same place, and all four
 * dimensions wrap around unless the row says which, so that every task has its eight partners. */
static bool
prepare_neighboring(traffic *t, const char **why)
{
	*why = "needs dims of 4 extents, two within a group and two of groups";
	if (t->periodic == 0)
		t->periodic = (1U << PATTERN_DIMS) - 1;
	return t->dims == PATTERN_DIMS;
}

#define HALO .phases = phases, .sends = sends, .send = send, .receives = sends
#define HALO_THEN_ALLREDUCE .columns = halo_columns, .read = halo_read, HALO

const pattern pattern_halo2d = {
	.name = "halo2d",
	.about = "each task sends to its four nearest neighbours in a 2-D grid",
	.grid = 2,
	HALO_THEN_ALLREDUCE,
};

const pattern pattern_halo3d = {
	.name = "halo3d",
	.about = "each task sends to its six nearest neighbours in a 3-D grid",
	.grid = 3,
	HALO_THEN_ALLREDUCE,
};

/* Rings, the stencils of miniGhost (Balzuweit et al., III-A), 4-D lattices. */
const pattern pattern_cartesian = {
	.name = "cartesian",
	.about = "each task sends to both neighbours in every dimension of a grid of 1 to 4 dimensions",
	.grid = -1,
	HALO_THEN_ALLREDUCE,
};

/* GRAP, 5.2, "Neighboring Pattern". */
const pattern pattern_neighboring = {
	.name = "neighboring",
	.about = "each task sends to four of its group and one in each of four groups",
	.grid = -1,
	.prepare = prepare_neighboring,
	HALO_THEN_ALLREDUCE,
};

/* The express-mesh paper, III-B. */
const pattern pattern_stencil = {
	.name = "stencil",
	.about = "each task sends to its six nearest neighbours in a 3-D grid, all at once",
	.grid = 3,
	.prepare = prepare_stencil,
	HALO,
};
