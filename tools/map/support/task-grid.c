#include "map/support/task-grid.h"

static int task_order;
static bool turned;

const algorithm_option option_task_order = {
	.name = "task-order", .value = "first|last", .word = &task_order,
	.about = "Which dimension of a process grid is fastest in task numbers, and in the order of cells [first; with --nodes last, as in MPI_Cart_create]",
};

bool
last_fastest(void)
{
	return task_order == 1 && !turned;
}

void
task_order_turn(void)
{
	turned = true;
}

bool
ranks_last_fastest(const traffic *t)
{
	return turned || (last_fastest() && t->pattern->grid == 0);
}

task_grid
task_grid_of(const placement *p)
{
	const traffic *t = p->traffic;
	bool last = last_fastest() && t->pattern->grid == 0;	/* a grid of the pattern's own has x fastest */
	task_grid g = { .dims = t->dims };
	uint32_t stride = 1;

	for (int k = 0; k < g.dims; k++) {
		int d = last ? g.dims - 1 - k : k;

		g.dim[d] = t->dim[d];
		g.stride[d] = stride;
		stride *= t->dim[d];
	}
	return g;
}

void
task_grid_flatten(task_grid *g)
{
	int dims = 0;

	for (int d = 0; d < g->dims; d++)
		if (g->dim[d] > 1) {
			g->dim[dims] = g->dim[d];
			g->stride[dims++] = g->stride[d];
		}
	g->dims = dims;
}
