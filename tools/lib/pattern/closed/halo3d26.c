/* halo3d26 -- each task sends to its 26 neighbours in a 3-D grid: across 6 faces, 12
 * edges and 8 corners (Level-Spread, V-C), all at once under either schedule.
 *
 * State: the bytes of a message across each. */
#include <stdlib.h>

#include "lib/pattern/closed/halo.h"

enum { FACE, EDGE, CORNER };

static const pattern_column columns[] = {
	ALLREDUCE_COLUMN,
	[EDGE] = { .name = "edge_bytes", .size = true, .least = 1 },	/* as `bytes` where it says nothing; */
	[CORNER] = { .name = "corner_bytes", .size = true, .least = 1 },	/* so here */
	{ 0 }
};

static void
read(traffic *t, const own_cells *c)
{
	int64_t *bytes = t->state = xalloc(CORNER + 1, sizeof *bytes);

	halo_read(t, c);
	bytes[FACE] = t->bytes;
	for (int k = EDGE; k <= CORNER; k++) {
		bytes[k] = own_bytes(c, k);
		if (bytes[k] == 0)
			bytes[k] = t->bytes;
	}
}

/* Faces in the order of halo3d, then edges, then corners in lexicographic order. */
static const signed char step[26][3] = {
	{ -1, 0, 0 }, { 1, 0, 0 }, { 0, -1, 0 }, { 0, 1, 0 }, { 0, 0, -1 }, { 0, 0, 1 },
	{ -1, -1, 0 }, { -1, 0, -1 }, { -1, 0, 1 }, { -1, 1, 0 }, { 0, -1, -1 }, { 0, -1, 1 },
	{ 0, 1, -1 }, { 0, 1, 1 }, { 1, -1, 0 }, { 1, 0, -1 }, { 1, 0, 1 }, { 1, 1, 0 },
	{ -1, -1, -1 }, { -1, -1, 1 }, { -1, 1, -1 }, { -1, 1, 1 },
	{ 1, -1, -1 }, { 1, -1, 1 }, { 1, 1, -1 }, { 1, 1, 1 },
};
enum { FACES = 6, FACES_AND_EDGES = 18 };

static uint32_t
phases(const traffic *t)
{
	(void)t;
	return 1;
}

/* A direction is open when each of its steps is. */
static uint32_t
sends(const traffic *t, uint32_t phase, uint32_t task)
{
	uint32_t n = 1;

	(void)phase;
	for (int d = 0; d < 3; d++)
		n *= 1 + (uint32_t)grid_has(t, task, d, -1) + (uint32_t)grid_has(t, task, d, +1);
	return n - 1;
}

static bool
open_direction(bool has[3][3], const signed char *s)
{
	return has[0][s[0] + 1] && has[1][s[1] + 1] && has[2][s[2] + 1];
}

static message
send(const traffic *t, uint32_t phase, uint32_t task, uint32_t k)
{
	const int64_t *bytes = t->state;
	bool has[3][3];
	int i = 0;

	for (int d = 0; d < 3; d++)
		for (int s = -1; s <= 1; s++)
			has[d][s + 1] = s == 0 || grid_has(t, task, d, s);
	while (!open_direction(has, step[i]) || k-- > 0)
		i++;
	for (int d = 0; d < 3; d++)
		if (step[i][d])
			task = grid_neighbour(t, task, d, step[i][d]);
	return (message){ task, phase, bytes[i < FACES ? FACE : i < FACES_AND_EDGES ? EDGE : CORNER] };
}

const pattern pattern_halo3d26 = {
	.name = "halo3d26",
	.about = "each task sends to its 26 neighbours in a 3-D grid",
	.grid = 3,
	.columns = columns,
	.read = read,
	.phases = phases,
	.sends = sends,
	.send = send,
	.receives = sends,
	.release = free,
};
