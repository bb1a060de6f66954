/* adaptive-layout -- Adaptive Layout: the lattice of a job is cut so that every task gets the part that lies where the task
 * is (layout.h; Fiedler and Whalen, II-C).
 *
 * It moves no task: only how much each one holds changes, the column volumes. */
#include <stdlib.h>

#include "lib/cli/cli.h"
#include "lib/pattern/sites/site-cut.h"
#include "map/mapping.h"
#include "map/torus/layout.h"

static int64_t radius = 2;
static const algorithm_option option_radius = { .name = "radius", .value = "N", .count = &radius, .most = 1000,
	.about = "adaptive-layout: how far off to look for a task with less [2]" };

extern const mapping mapping_adaptive_layout;

static void
divide(const placement *p, uint32_t *rank)
{
	const pattern *divided = pattern_with(mapping_adaptive_layout.column);
	uint32_t *task_node = xalloc(p->tasks, sizeof *task_node);
	site_cut lattice = { 0 };
	traffic_columns at;
	own_cells own;
	const char *why;
	torus_layout l;

	traffic_find(&at, p->table);
	if (pattern_find(cell_text(p->row, at.pattern)) != divided)
		table_bad(p->table, p->row, at.pattern, "algorithm 'adaptive-layout' wants jobs of pattern '%s'", divided->name);
	own = own_read(divided, p->table, p->row, &at);
	lattice_sites(&lattice, &own);
	for (uint32_t i = 0; i < p->tasks; i++)
		task_node[i] = p->node[rank[i] / p->machine->cores];
	if (!layout_init(&l, p->machine, task_node, p->tasks, &lattice, &why))
		table_bad(p->table, p->row, table_column(p->table, "lattice"), "%s", why);
	layout_rebalance(&l, (uint32_t)radius);
	*p->cell = cut_write(&l.cut);
	layout_free(&l);
	free(task_node);
}

const mapping mapping_adaptive_layout = {
	.name = "adaptive-layout", .about = "leaves tasks where they are, and gives each the blocks of the job's lattice that lie there",
	.needs = NEEDS_COORDINATES, .option = { &option_radius }, .improve = divide, .start = "linear", .column = "volumes",
};
