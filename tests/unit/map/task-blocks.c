/* link: map */
/* task-blocks, grid-order -- cells of a process grid against a restatement that lists the tasks in order: cell after cell, in each task
 * after task; and the two outputs of Cray's grid_order that are public. */
#include "unit/map/mapped.h"
#include "unit/tap.h"

enum { MOST = 4096 };

/* The tasks in order: with the slowest dimension outermost, for cells and in cells. */
static uint32_t
list_tasks(const uint32_t *dim, const uint32_t *cell, int dims, bool last, uint32_t *order)
{
	uint32_t n = 0, all = 1, per = 1;

	for (int d = 0; d < dims; d++) {
		all *= dim[d] / cell[d];
		per *= cell[d];
	}
	for (uint32_t c = 0; c < all; c++)
		for (uint32_t t = 0; t < per; t++) {
			uint32_t task = 0, stride = 1, ci = c, ti = t;

			for (int k = 0; k < dims; k++) {	/* from the fastest on */
				int d = last ? dims - 1 - k : k;

				task += (ci % (dim[d] / cell[d]) * cell[d] + ti % cell[d]) * stride;
				ci /= dim[d] / cell[d];
				ti /= cell[d];
				stride *= dim[d];
			}
			order[n++] = task;
		}
	return n;
}

/* A job of one task a node; tasks are numbered as --task-order says. */
static void
run(mapped *j, machine *m, const uint32_t *node, const char *dims, const char *cell, bool last, uint32_t *rank)
{
	uint32_t tasks = 1, dim[PATTERN_DIMS];
	int count;

	read_dims(dims, &count, dim);
	for (int d = 0; d < count; d++)
		tasks *= dim[d];
	mapped_init(j, m, node, tasks, "alltoall", dims);
	give("task-order", last ? "last" : "first");
	give("cell", cell);
	mapped_run(j, "grid-order", NULL, rank);
}

static bool
random_case(machine *m, const uint32_t *node, rng *r)
{
	uint32_t dim[PATTERN_DIMS], cell[PATTERN_DIMS], rank[MOST], order[MOST], tasks, wrong = 0;
	int dims = 1 + (int)rng_below(r, PATTERN_DIMS);
	bool last = rng_below(r, 2);
	char text[64] = "", ctext[64] = "";
	mapped j;

	for (int d = 0; d < dims; d++) {
		cell[d] = 1 + (uint32_t)rng_below(r, 3);
		dim[d] = cell[d] * (1 + (uint32_t)rng_below(r, 2));
		sprintf(text + strlen(text), "%s%u", d ? "x" : "", dim[d]);
		sprintf(ctext + strlen(ctext), "%s%u", d ? "x" : "", cell[d]);
	}
	tasks = list_tasks(dim, cell, dims, last, order);
	run(&j, m, node, text, ctext, last, rank);
	for (uint32_t i = 0; i < tasks; i++)
		wrong += rank[order[i]] != i;
	wrong += !legal_ranks(&j, rank);
	mapped_free(&j);
	return wrong == 0;
}

/* What the file of ranks begins with. */
static void
test_public(machine *m, const uint32_t *node, const char *dims, const char *cell, uint32_t tasks, const uint32_t *want, uint32_t wants)
{
	uint32_t rank[MOST], wrong = 0;
	mapped j;

	run(&j, m, node, dims, cell, true, rank);
	for (uint32_t i = 0; i < wants; i++)
		wrong += want[i] >= tasks || rank[want[i]] != i;
	ok(wrong == 0 && legal_ranks(&j, rank), "grid_order -R -c %s -g %s", cell, dims);
	mapped_free(&j);
}

int
main(void)
{
	static const uint32_t nersc[] = {
		0, 1, 2, 3, 16, 17, 18, 19, 32, 33, 34, 35, 48, 49, 50, 51, 4, 5, 6, 7, 20, 21, 22, 23, 36, 37, 38, 39, 52, 53, 54, 55,
		8, 9, 10, 11, 24, 25, 26, 27, 40, 41, 42, 43, 56, 57, 58, 59, 12, 13, 14, 15, 28, 29, 30, 31, 44, 45, 46, 47, 60, 61, 62, 63,
	};
	static const uint32_t archer2[] = { 0, 1, 2, 3, 32, 33, 34, 35, 64, 65, 66, 67, 96, 97, 98, 99, 128, 129, 130, 131, 160, 161, 162, 163,
		192, 193, 194, 195, 224, 225, 226, 227, 4, 5, 6, 7, 36, 37, 38, 39 };
	machine *m = built("mesh:k=4096,cores=1");
	uint32_t node[MOST];
	int wrong = 0;
	rng r;

	for (uint32_t i = 0; i < MOST; i++)
		node[i] = i;
	rng_init(&r, 1, "test", "cells", "");
	for (int k = 0; k < 500; k++)
		wrong += !random_case(m, node, &r);
	ok(wrong == 0, "%d of 500 random grids of 1 to 4 dimensions differ", wrong);
	test_public(m, node, "4x4x4", "32", 64, nersc, 64);
	test_public(m, node, "8x8x4", "128", 256, archer2, sizeof archer2 / sizeof *archer2);
	machine_free(m);
	return done_testing();
}
