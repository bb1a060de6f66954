/* grid -- the nodes of an open-loop job by the coordinates of their routers. */
#include <stdlib.h>

#include "lib/pattern/open/grid.h"

/* The coordinates of dimension d, flags, become their numbers among those that are set. */
static void
number(grid *g, int d, uint32_t *coordinate, uint32_t extent)
{
	for (uint32_t c = 0; c < extent; c++)
		if (coordinate[c])
			coordinate[c] = g->count[d]++;
}

static uint32_t
cell_of(const grid *g, uint32_t *const *coordinate, const uint32_t *at)
{
	uint32_t cell = 0;

	for (int d = g->dims; d-- > 0; )
		cell = cell * g->count[d] + coordinate[d][at[d]];
	return cell;
}

static void
make_cells(grid *g, const endpoints *e)
{
	const machine *m = e->machine;
	const int dims = g->dims;
	uint32_t *coordinate[MACHINE_DIMS], at[MACHINE_DIMS];

	for (int d = 0; d < dims; d++)
		coordinate[d] = xcalloc(m->extent[d], sizeof *coordinate[d]);
	for (uint32_t v = 0; v < e->nodes; v++) {
		m->kind->coordinates(m, m->node_router[e->node[v]], at);
		for (int d = 0; d < dims; d++)
			coordinate[d][at[d]] = 1;
	}
	for (int d = 0; d < dims; d++)
		number(g, d, coordinate[d], m->extent[d]);
	for (uint32_t v = 0; v < e->nodes; v++) {
		m->kind->coordinates(m, m->node_router[e->node[v]], at);
		g->cell[v] = cell_of(g, coordinate, at);
	}
	for (int d = 0; d < dims; d++)
		free(coordinate[d]);
}

static void
fill_cells(grid *g, uint32_t nodes)
{
	uint32_t cells = 1;

	for (int d = 0; d < g->dims; d++)
		cells *= g->count[d];	/* at most the machine's routers */
	g->first = xcalloc((size_t)cells + 1, sizeof *g->first);
	for (uint32_t v = 0; v < nodes; v++)
		g->place[v] = g->first[g->cell[v] + 1]++;
	for (uint32_t c = 0; c < cells; c++)
		g->first[c + 1] += g->first[c];
	for (uint32_t v = 0; v < nodes; v++)
		g->member[g->first[g->cell[v]] + g->place[v]] = v;
}

grid *
grid_of(const endpoints *e)
{
	grid *g;

	if (e->machine->dims == 0)
		return NULL;
	g = xcalloc(1, sizeof *g);
	g->dims = e->machine->dims;
	g->cell = xalloc(e->nodes, sizeof *g->cell);
	g->place = xalloc(e->nodes, sizeof *g->place);
	g->member = xalloc(e->nodes, sizeof *g->member);
	make_cells(g, e);
	fill_cells(g, e->nodes);
	return g;
}

void
grid_free(grid *g)
{
	if (!g)
		return;
	free(g->cell);
	free(g->place);
	free(g->first);
	free(g->member);
	free(g);
}
