/* grid-order -- cells of a process grid, one after the other over the nodes, as Cray's tool grid_order orders ranks (Fiedler and
 * Whalen, "Improving task placement for applications with 2D, 3D, and 4D virtual Cartesian topologies on 3D torus networks with
 * service nodes", II-B).
 *
 * It puts the tasks of a cell on one node, but does not know where that is.  With the last dimension fastest this is grid_order -R
 * -Z, with the first -C -Z: "the -Z option lists successive rows of cells in the same order". */
#include <inttypes.h>
#include <stdlib.h>

#include "lib/cli/cli.h"
#include "map/support/task-blocks.h"

/* A cell of one number, as grid_order's -c 32.  Its two outputs of which we know (-R -c 32 -g 4,4,4 in NERSC's documentation, -R -c
 * 128 -g 8,8,4 in ARCHER2's) have whole lines along the fastest dimension, and these not in the grid's order but the other way
 * round: for -R the first dimension is fastest among them.  True when the cell is of that sort; then it is made a line. */
static bool
cut_lines(const placement *p, extents *cell, bool last)
{
	task_grid g = task_grid_of(p);
	int fastest = last ? g.dims - 1 : 0;
	uint32_t many = cell->n[0];

	if (cell->dims != 1 || g.dims == 1)
		return false;
	if (many % g.dim[fastest] != 0)
		dims_bad(p, "--cell %" PRIu32 " alone must be whole lines of %" PRIu32 " tasks, or give %d extents", many, g.dim[fastest], g.dims);
	cell->dims = g.dims;
	for (int d = 0; d < g.dims; d++)
		cell->n[d] = d == fastest ? g.dim[d] : 1;
	return true;
}

static void
place(const placement *p, uint32_t *rank)
{
	bool last = last_fastest(), lines;
	extents cell = cell_extents();
	uint32_t *used = xalloc(p->tasks, sizeof *used);
	task_blocks b;

	lines = cut_lines(p, &cell, last);
	task_blocks_cut(&b, p, cell);
	linear_ranks(p, used);
	for (uint32_t i = 0; i < p->tasks; i++) {
		block_place at = task_blocks_place(&b, i);

		rank[i] = used[number_in(at.block, b.blocks, b.grid.dims, last != lines) * b.tasks
			+ number_in(at.within, b.block, b.grid.dims, last)];
	}
	free(used);
}

const mapping mapping_grid_order = {
	.name = "grid-order", .about = "cells of the process grid one after the other over the nodes, as Cray's grid_order",
	.needs = NEEDS_GRID, .option = { &option_cell, &option_task_order }, .place = place,
};
