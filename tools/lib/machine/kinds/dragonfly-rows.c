/* dragonfly-rows -- a dragonfly whose groups are rows and columns of routers, as those of Cray's Aries (Faanes et al., "Cray Cascade: a
 * scalable HPC system based on a Dragonfly network", SC 2012): the routers of a row are joined all to all, and those of a column.
 *
 * Router q of a group is in row q / columns.  The ports of a router are, behind its nodes, those along the row, those along the column,
 * and the global ones.  Distances are searched for, and packets go by tables. */

#include "lib/machine/build.h"
#include "lib/machine/graph-search.h"
#include "lib/machine/kinds/dragonfly.h"

typedef struct group_grid {
	dragonfly *d;
	uint32_t rows, columns;
	uint32_t row_links, column_links, global_links;	/* parallel ones, of two routers that are joined */
	uint32_t cables;	/* global ones a router */
	uint32_t block;		/* routers in a row that lead to the same groups; 0: they are dealt as in other dragonflies */
} group_grid;

static group_grid
read_grid(spec *s, dragonfly *d)
{
	group_grid g = { .d = d, .rows = spec_at_least(s, "rows", 1), .row_links = spec_at_least(s, "row-links", 1),
		.column_links = spec_at_least(s, "column-links", 1), .global_links = spec_at_least(s, "global-links", 1),
		.block = spec_given(s, "global-block") ? spec_at_least(s, "global-block", 1) : 0 };
	uint32_t fit = g.rows;

	while (d->a % fit != 0)
		fit--;
	if (fit != g.rows)
		spec_bad(s, "rows", "%u routers do not make whole rows; %u would do", d->a, fit);
	if (d->h % g.global_links != 0 || d->copies % g.global_links != 0)
		spec_bad(s, "global-links", "the %u global ports of a router, and %u links to each other group, do not split into cables of so many",
			d->h, d->copies);
	g.columns = d->a / g.rows;
	g.cables = d->h / g.global_links;
	d->copies /= g.global_links;
	if (g.block && ((d->g - 1) % g.cables != 0 || d->a % ((d->g - 1) / g.cables * g.block) != 0))
		spec_bad(s, "global-block", "blocks of so many routers with %u cables each do not lead to %u other groups alike", g.cables, d->g - 1);
	return g;
}

/* Links along the row and the column of a router. */
static uint32_t
near_links(const group_grid *g)
{
	return (g->columns - 1) * g->row_links + (g->rows - 1) * g->column_links;
}

/* The rows of all groups, or the columns. */
typedef struct group_lines {
	const group_grid *g;
	uint32_t routers, step;	/* of a line, and from one to the next */
	uint32_t links;		/* of two */
	uint32_t port;		/* of a router the first along it, behind those before */
} group_lines;

/* The place of a router in its line. */
static uint32_t
place_in(const group_lines *l, uint32_t r)
{
	return r % l->g->d->a / l->step % l->routers;
}

/* The number of the k-th parallel link from router r to the i-th of its line. */
static uint32_t
along(const machine *m, const group_lines *l, uint32_t r, uint32_t i, uint32_t k)
{
	return m->first[r] + l->g->d->p + l->port + (i - (i > place_in(l, r))) * l->links + k;
}

static void
wire_lines(machine *m, const group_lines *l)
{
	for (uint32_t r = 0; r < m->routers; r++) {
		uint32_t at = place_in(l, r), to = r - at * l->step;

		for (uint32_t i = 0; i < l->routers; i++, to += l->step)
			for (uint32_t k = 0; i != at && k < l->links; k++)
				machine_port(m, along(m, l, r, i, k), r, to, along(m, l, to, at, k), DRAGONFLY_LOCAL);
	}
}

/* Where cable c to the other group that is number `to` by the arrangement leaves its group: the router, and the first of the cable's
 * links. */
static uint32_t
leaves(const machine *m, const group_grid *g, uint32_t group, uint32_t to, uint32_t c, uint32_t *link)
{
	uint32_t others = g->d->g - 1, k = c * others + to, q = k / g->cables, slot = k % g->cables;

	if (g->block) {
		uint32_t blocks = others / g->cables;	/* that lead to all other groups together */

		q = (c / g->block * blocks + to % blocks) * g->block + c % g->block;
		slot = to / blocks;
	}
	q += group * g->d->a;
	*link = m->first[q] + g->d->p + near_links(g) + slot * g->global_links;
	return q;
}

static void
wire_groups(machine *m, const group_grid *g)
{
	const dragonfly *d = g->d;

	for (uint32_t r = 0; r < m->routers; r++)
		for (uint32_t l = m->first[r + 1] - d->h; l < m->first[r + 1]; l++)
			machine_port(m, l, r, NONE, NONE, DRAGONFLY_GLOBAL);
	for (uint32_t x = 0; x < d->g; x++)
		for (uint32_t y = 0; y < d->g; y++)
			for (uint32_t c = 0; x != y && c < d->copies; c++) {
				uint32_t there, back, r = leaves(m, g, x, dragonfly_port(d, x, y), c, &there), s = leaves(m, g, y, dragonfly_port(d, y, x), c, &back);

				for (uint32_t k = 0; k < g->global_links; k++)
					machine_port(m, there + k, r, s, back + k, DRAGONFLY_GLOBAL);
			}
}

void
dragonfly_build_rows(machine *m, spec *s, dragonfly *d)
{
	group_grid g = read_grid(s, d);
	uint32_t routers = d->g * d->a, degree;

	machine_limit(s, "g", (wide)routers * d->p, routers,
		routers * ((wide)d->p + (wide)(g.columns - 1) * g.row_links + (wide)(g.rows - 1) * g.column_links + d->h));
	degree = d->p + near_links(&g) + d->h;
	machine_class(m, "local", spec_bandwidth(s, "local-bw"), spec_int(s, "local-latency"));
	machine_class(m, "global", spec_bandwidth(s, "global-bw"), spec_int(s, "global-latency"));
	dragonfly_number(d);
	machine_size(m, routers * d->p, routers, routers * degree);
	machine_nodes_alike(m, d->p, degree);
	wire_lines(m, &(group_lines){ &g, g.columns, 1, g.row_links, 0 });
	wire_lines(m, &(group_lines){ &g, g.rows, g.columns, g.column_links, (g.columns - 1) * g.row_links });
	wire_groups(m, &g);
	machine_level_blocks(m, "group", d->g, d->a);
	graph_search_distances(m);
}
