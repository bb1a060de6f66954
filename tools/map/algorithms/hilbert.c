/* hilbert -- the ranks in the order of a Hilbert curve through the machine, the tasks in that of one through their process grid: the i-th
 * task gets the i-th rank.  What is close on a curve is close in space.
 *
 * A curve runs through the smallest cube that holds all places and has a power of two of them on a side; places in the cube that do not
 * exist are passed over.  Where it meets a place follows from J. Skilling, "Programming the Hilbert curve", AIP Conf.  Proc. 707, 2004.
 *
 * --planes goes through one plane of tasks, and of the machine, after the other, by a curve within each: what Topaware was to do with nodes
 * that the resource manager gives (Fiedler and Whalen, IV). */
#include <stdlib.h>
#include <string.h>

#include "lib/cli/arrays.h"
#include "lib/cli/cli.h"
#include "map/support/rank-axes.h"
#include "map/support/task-grid.h"

/* Tasks or ranks along a curve.  Of each there are `dims` numbers: its coordinates, and then where the curve meets it, as a number
 * whose digits are, from the highest, the highest bit of all of them, their next bit, and so on (Skilling's transpose). */
typedef struct curve {
	uint32_t count;
	int dims;
	int bits;		/* of the coordinates in the cube */
	uint32_t *at;		/* [count][dims] */
	uint32_t *order;	/* [count] the one that comes i-th */
	uint32_t *plane;	/* [count] with --planes: which plane it is in, lower ones first; else all 0 */
} curve;

static int planes = -1;		/* the axis across them; -1: none */
static const algorithm_option option_planes = { .name = "planes", .value = "x|y|z", .word = &planes,
	.about = "hilbert: one plane across this axis after the other, a curve through each [one curve through all]" };

/* From coordinates of that many bits to the transpose, in place: Skilling's AxestoTranspose. */
static void
transpose(uint32_t *at, int dims, int bits)
{
	uint32_t flip = 0;

	for (int b = bits - 1; b > 0; b--) {
		uint32_t below = (UINT32_C(1) << b) - 1;

		for (int d = 0; d < dims; d++) {
			uint32_t differ = (at[0] ^ at[d]) & below;

			if (at[d] >> b & 1) {
				at[0] ^= below;
			} else {
				at[0] ^= differ;
				at[d] ^= differ;
			}
		}
	}
	for (int d = 1; d < dims; d++)
		at[d] ^= at[d - 1];
	for (int b = bits - 1; b > 0; b--)
		if (at[dims - 1] >> b & 1)
			flip ^= (UINT32_C(1) << b) - 1;
	for (int d = 0; d < dims; d++)
		at[d] ^= flip;
}

/* The plane decides, then the highest bit in which two differ decides, of equally high ones that of the first dimension; those at one place
 * stay in order. */
static int
compare(const void *x, const void *y, void *along)
{
	const curve *c = along;
	uint32_t i = *(const uint32_t *)x, j = *(const uint32_t *)y, most = 0;
	const uint32_t *a = c->at + (size_t)i * (size_t)c->dims, *b = c->at + (size_t)j * (size_t)c->dims;
	int order = (i > j) - (i < j);

	if (c->plane[i] != c->plane[j])
		return c->plane[i] < c->plane[j] ? -1 : 1;
	for (int d = 0; d < c->dims; d++) {
		uint32_t differ = a[d] ^ b[d];

		if (differ > most && (differ ^ most) > most) {	/* its highest bit is higher */
			most = differ;
			order = a[d] < b[d] ? -1 : 1;
		}
	}
	return order;
}

/* Through a grid of these extents. */
static curve
curve_new(uint32_t count, int dims, const uint32_t *extent)
{
	curve c = { .count = count, .dims = dims };

	for (int d = 0; d < dims; d++)
		while (c.bits < 32 && UINT64_C(1) << c.bits < extent[d])
			c.bits++;
	c.at = xalloc((size_t)count * (size_t)dims + 1, sizeof *c.at);
	c.order = array_of_numbers(count);
	c.plane = xcalloc(count + 1, sizeof *c.plane);
	return c;
}

static void
curve_free(curve *c)
{
	free_all(c->at, c->order, c->plane);
}

/* Follow the curve; c->at has coordinates. */
static void
curve_follow(curve *c)
{
	if (c->dims > 0)
		for (uint32_t i = 0; i < c->count; i++)
			transpose(c->at + (size_t)i * (size_t)c->dims, c->dims, c->bits);
	qsort_r(c->order, c->count, sizeof *c->order, compare, c);
}

/* The ranks along the curve through the machine; its axes of one router are left out. */
static curve
through_machine(const rank_axes *r, const machine *m)
{
	const rank_axis *along[MACHINE_DIMS];
	uint32_t extent[MACHINE_DIMS];
	int dims = 0;
	curve c;

	for (int a = 0; a < m->dims; a++)
		if (m->extent[a] > 1 && a != planes) {
			extent[dims] = m->extent[a];
			along[dims++] = &r->axis[a];
		}
	c = curve_new(r->tasks, dims, extent);
	for (uint32_t i = 0; i < c.count; i++)
		for (int d = 0; d < dims; d++)
			c.at[(size_t)i * (size_t)dims + (size_t)d] = along[d]->at[i];
	if (planes >= 0)
		memcpy(c.plane, r->axis[planes].at, c.count * sizeof *c.plane);
	curve_follow(&c);
	return c;
}

/* The tasks along the curve through their grid; its dimensions of one task are left out.  In order without a grid. */
static curve
through_grid(const placement *p)
{
	task_grid g = task_grid_of(p), whole = g;
	bool across = planes >= 0 && planes < g.dims;
	curve c;

	if (across)
		g.dim[planes] = 1;
	task_grid_flatten(&g);
	c = curve_new(p->tasks, g.dims, g.dim);
	for (uint32_t i = 0; i < c.count; i++)
		for (int d = 0; d < g.dims; d++)
			c.at[(size_t)i * (size_t)g.dims + (size_t)d] = i / g.stride[d] % g.dim[d];
	for (uint32_t i = 0; across && i < c.count; i++)
		c.plane[i] = i / whole.stride[planes] % whole.dim[planes];
	curve_follow(&c);
	return c;
}

static void
check_planes(const machine *m)
{
	if (planes >= m->dims)
		die(FAIL_USAGE, "--planes: '%c': '%s' has no such axis, but %d dimension%s", "xyz"[planes], m->spec, m->dims, m->dims == 1 ? "" : "s");
}

static void
place(const placement *p, uint32_t *rank)
{
	rank_axes r;
	curve tasks, ranks;

	rank_axes_init(&r, p, p->machine->dims);
	tasks = through_grid(p);
	ranks = through_machine(&r, p->machine);
	for (uint32_t i = 0; i < p->tasks; i++)
		rank[tasks.order[i]] = r.rank[ranks.order[i]];
	rank_axes_free(&r);
	curve_free(&tasks);
	curve_free(&ranks);
}

const mapping mapping_hilbert = {
	.name = "hilbert", .about = "tasks along a Hilbert curve through their process grid, ranks along one through the machine",
	.needs = NEEDS_TRAFFIC | NEEDS_COORDINATES, .option = { &option_task_order, &option_planes }, .begin = check_planes, .place = place,
};
