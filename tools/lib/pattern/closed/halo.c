/* halo -- patterns in which each task exchanges messages with its neighbours in its process grid: with both in every dimension in halo2d,
 * halo3d (Level-Spread, V-C), cartesian, stencil and neighboring, with all 26 in halo3d26.
 *
 * Order -x +x -y +y …; as an MPI program does it, dimension by dimension.  A grid does not wrap around unless its dimension is periodic; a
 * periodic dimension of two tasks has both messages go to the same neighbour, one of one has none. */
#include "lib/cli/cli.h"
#include "lib/pattern/peers.h"

/* How many tasks a step along dimension d passes. */
static uint32_t
grid_stride(const traffic *t, int d)
{
	uint32_t stride = 1;

	while (d-- > 0)
		stride *= t->dim[d];
	return stride;
}

/* May the task go a step, -1 or +1, along dimension d of its grid?  Where d is periodic it may unless it would come back to itself. */
static bool
grid_has(const traffic *t, uint32_t task, int d, int step)
{
	uint32_t at;

	if (t->periodic & 1U << d)
		return t->dim[d] > 1;
	at = task / grid_stride(t, d) % t->dim[d];
	return step < 0 ? at > 0 : at + 1 < t->dim[d];
}

/* The task a step along d; grid_has must hold. */
static uint32_t
grid_neighbour(const traffic *t, uint32_t task, int d, int step)
{
	uint32_t stride = grid_stride(t, d), extent = t->dim[d];
	uint32_t at = task / stride % extent;
	uint32_t to = step < 0 ? (at ? at : extent) - 1 : at + 1 < extent ? at + 1 : 0;

	return task - at * stride + to * stride;
}

/* The steps -x +x -y +y …, those of a dimension in a phase of its own under --schedule mpi. */
static bool
prepare_halo(traffic *t, const char **why)
{
	uint32_t ways = 2 * (uint32_t)t->dims;
	posting *list = xalloc((size_t)t->tasks * ways + 1, sizeof *list);
	size_t n = 0;

	(void)why;
	for (uint32_t i = 0; i < t->tasks; i++)
		for (uint32_t way = 0; way < ways; way++) {
			int d = (int)way / 2, step = way % 2 ? +1 : -1;

			if (grid_has(t, i, d, step))
				list[n++] = (posting){ i, grid_neighbour(t, i, d, step), way, t->bytes };
		}
	peers_post(t, t->rounds ? (uint32_t)t->dims : 1, ways, list, n);
	return true;
}

static const pattern_column halo_columns[] = { ALLREDUCE_COLUMN, { 0 } };

static void
read_halo(traffic *t, const own_cells *c)
{
	t->allreduce_bytes = own_bytes(c, 0);
}

/* The messages of halo3d, all at once under either schedule. */
static bool
prepare_stencil(traffic *t, const char **why)
{
	t->rounds = false;
	return prepare_halo(t, why);
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
	return t->dims == PATTERN_DIMS && prepare_halo(t, why);
}

#define HALO .columns = halo_columns, .read = read_halo

const pattern pattern_halo2d = {
	.name = "halo2d", .about = "each task sends to its four nearest neighbours in a 2-D grid", .grid = 2,
	.prepare = prepare_halo, HALO,
};

const pattern pattern_halo3d = {
	.name = "halo3d", .about = "each task sends to its six nearest neighbours in a 3-D grid", .grid = 3,
	.prepare = prepare_halo, HALO,
};

/* Rings, the stencils of miniGhost (Balzuweit et al., III-A), 4-D lattices. */
const pattern pattern_cartesian = {
	.name = "cartesian",
	.about = "each task sends to both neighbours in every dimension of a grid of 1 to 4 dimensions", .grid = -1,
	.prepare = prepare_halo, HALO,
};

/* GRAP, 5.2, "Neighboring Pattern". */
const pattern pattern_neighboring = {
	.name = "neighboring", .about = "each task sends to four of its group and one in each of four groups", .grid = -1,
	.prepare = prepare_neighboring, HALO,
};

/* The express-mesh paper, III-B. */
const pattern pattern_stencil = {
	.name = "stencil", .about = "each task sends to its six nearest neighbours in a 3-D grid, all at once", .grid = 3,
	.prepare = prepare_stencil,
};

/* --- halo3d26: across 6 faces, 12 edges and 8 corners (Level-Spread, V-C), all at once under either schedule */

enum { FACE, EDGE, CORNER };

static const pattern_column columns26[] = {
	ALLREDUCE_COLUMN,
	[EDGE] = { .name = "edge_bytes", .size = true, .least = 1 },	/* as `bytes` where it says nothing; */
	[CORNER] = { .name = "corner_bytes", .size = true, .least = 1 },	/* so here */
	{ 0 }
};

/* Faces in the order of halo3d, then edges, then corners in lexicographic order. */
static const signed char step[26][3] = {
	{ -1, 0, 0 }, { 1, 0, 0 }, { 0, -1, 0 }, { 0, 1, 0 }, { 0, 0, -1 }, { 0, 0, 1 },
	{ -1, -1, 0 }, { -1, 0, -1 }, { -1, 0, 1 }, { -1, 1, 0 }, { 0, -1, -1 }, { 0, -1, 1 },
	{ 0, 1, -1 }, { 0, 1, 1 }, { 1, -1, 0 }, { 1, 0, -1 }, { 1, 0, 1 }, { 1, 1, 0 },
	{ -1, -1, -1 }, { -1, -1, 1 }, { -1, 1, -1 }, { -1, 1, 1 },
	{ 1, -1, -1 }, { 1, -1, 1 }, { 1, 1, -1 }, { 1, 1, 1 },
};
enum { FACES = 6, FACES_AND_EDGES = 18, DIRECTIONS = 26 };

static void
read_halo3d26(traffic *t, const own_cells *c)
{
	int64_t bytes[] = { t->bytes, own_bytes(c, EDGE), own_bytes(c, CORNER) };
	posting *list = xalloc((size_t)t->tasks * DIRECTIONS + 1, sizeof *list);
	size_t n = 0;

	read_halo(t, c);
	for (uint32_t i = 0; i < t->tasks; i++)
		for (uint32_t way = 0; way < DIRECTIONS; way++) {
			int64_t size = bytes[way < FACES ? FACE : way < FACES_AND_EDGES ? EDGE : CORNER];
			uint32_t to = i;
			bool open = true;	/* it is when each of its steps is */

			for (int d = 0; d < 3; d++)
				if (step[way][d]) {
					open = open && grid_has(t, i, d, step[way][d]);
					to = grid_neighbour(t, to, d, step[way][d]);
				}
			if (open)
				list[n++] = (posting){ i, to, way, size ? size : t->bytes };
		}
	peers_post(t, 1, DIRECTIONS, list, n);
}

const pattern pattern_halo3d26 = {
	.name = "halo3d26", .about = "each task sends to its 26 neighbours in a 3-D grid", .grid = 3,
	.columns = columns26, .read = read_halo3d26,
};
