/* task-blocks -- see task-blocks.h. */
#include "map/support/task-blocks.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/cli/cli.h"

char *
extents_text(const uint32_t *extent, int dims)
{
	char *text = xstrdup("");

	for (int d = 0; d < dims; d++) {
		char *more = xprintf("%s%s%" PRIu32, text, d > 0 ? "x" : "", extent[d]);

		free(text);
		text = more;
	}
	return text;
}

void
dims_bad(const placement *p, const char *wanted, ...)
{
	const traffic *t = p->traffic;
	int column = table_column(p->table, "dims");
	char text[512], *dims = extents_text(t->dim, t->dims);
	va_list args;

	va_start(args, wanted);
	vsnprintf(text, sizeof text, wanted, args);
	va_end(args);
	if (*cell_text(p->row, column))
		table_bad(p->table, p->row, column, "%s", text);
	table_bad(p->table, p->row, -1, "a process grid of %s: %s", dims, text);
}

void
task_blocks_cut(task_blocks *c, const placement *p, const extents *cell)
{
	task_grid g = task_grid_of(p);
	char *text = extents_text(cell->n, cell->dims);

	if (cell->dims != g.dims)
		dims_bad(p, "--cell %s has %d dimension%s, not %d", text, cell->dims, cell->dims == 1 ? "" : "s", g.dims);
	*c = (task_blocks){ .grid = g, .tasks = 1 };
	for (int d = 0; d < g.dims; d++) {
		c->cell[d] = cell->n[d];
		if (g.dim[d] % cell->n[d] != 0)
			dims_bad(p, "--cell %s does not divide it: %" PRIu32 " / %" PRIu32, text, g.dim[d], cell->n[d]);
		c->cells[d] = g.dim[d] / cell->n[d];
		c->tasks *= cell->n[d];
	}
	free(text);
}

block_place
task_blocks_place(const task_blocks *c, uint32_t task)
{
	block_place at = { 0 };

	for (int d = 0; d < c->grid.dims; d++) {
		uint32_t i = task / c->grid.stride[d] % c->grid.dim[d];

		at.cell[d] = i / c->cell[d];
		at.within[d] = i % c->cell[d];
	}
	return at;
}

uint32_t
number_in(const uint32_t *at, const uint32_t *extent, int dims, bool last_fastest)
{
	uint32_t number = 0;

	for (int k = dims - 1; k >= 0; k--) {
		int d = last_fastest ? dims - 1 - k : k;

		number = number * extent[d] + at[d];
	}
	return number;
}
