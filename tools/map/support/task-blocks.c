#include "map/support/task-blocks.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>

#include "lib/cli/cli.h"

static extents cell;

static void
read_cell(const char *option, const char *text)
{
	cell = option_extents(option, text, 1, PATTERN_DIMS, "2x2x4");
}

const algorithm_option option_cell = {
	.name = "cell", .value = "2x2x4", .read = read_cell, .needed = "2x2x4",
	.about = "grid-order: tasks that follow one another, a node's; topaware: those of a pair of nodes",
};

extents
cell_extents(void)
{
	return cell;
}

bool
cell_turn(const extents *grid)
{
	if (cell.dims <= 1)
		return cell.dims == 0 || cell.n[0] % grid->n[grid->dims - 1] == 0;
	for (int d = 0; d < grid->dims; d++)
		if (cell.dims != grid->dims || grid->n[d] % cell.n[d] != 0)
			return false;
	cell = extents_turned(&cell);
	return true;
}

void
dims_bad(const placement *p, const char *wanted, ...)
{
	const traffic *t = p->traffic;
	int column = table_column(p->table, "dims");
	char *text, *dims = write_dims(t->dims, t->dim);
	va_list args;

	va_start(args, wanted);
	text = xvprintf(wanted, args);
	va_end(args);
	if (*cell_text(p->row, column))
		table_bad(p->table, p->row, column, "%s", text);
	table_bad(p->table, p->row, -1, "a process grid of %s: %s", dims, text);
}

void
task_blocks_cut(task_blocks *b, const placement *p, extents of)
{
	task_grid g = task_grid_of(p);
	char *text = write_dims(of.dims, of.n);

	if (of.dims != g.dims)
		dims_bad(p, "--cell %s has %d dimension%s, not %d", text, of.dims, of.dims == 1 ? "" : "s", g.dims);
	*b = (task_blocks){ .grid = g, .tasks = 1 };
	for (int d = 0; d < g.dims; d++) {
		b->block[d] = of.n[d];
		if (g.dim[d] % of.n[d] != 0)
			dims_bad(p, "--cell %s does not divide it: %" PRIu32 " / %" PRIu32, text, g.dim[d], of.n[d]);
		b->blocks[d] = g.dim[d] / of.n[d];
		b->tasks *= of.n[d];
	}
	free(text);
}

block_place
task_blocks_place(const task_blocks *b, uint32_t task)
{
	block_place at = { 0 };

	for (int d = 0; d < b->grid.dims; d++) {
		uint32_t i = task / b->grid.stride[d] % b->grid.dim[d];

		at.block[d] = i / b->block[d];
		at.within[d] = i % b->block[d];
	}
	return at;
}

uint32_t
number_in(const uint32_t *at, const uint32_t *extent, int dims, bool last)
{
	uint32_t number = 0;

	for (int k = dims - 1; k >= 0; k--) {
		int d = last ? dims - 1 - k : k;

		number = number * extent[d] + at[d];
	}
	return number;
}
