/* geom-or-linear -- what a local search begins with: GEOM where the machine has coordinates and the pattern a process grid; else the
 * tasks in order. */
#include "map/support/rank-axes.h"
#include "map/support/task-grid.h"

static void
place(const placement *p, uint32_t *rank)
{
	mapping_find(p->machine->dims > 0 && p->traffic->dims > 0 ? "geom" : "linear")->place(p, rank);
}

const mapping mapping_geom_or_linear = {
	.name = "geom-or-linear",
	.about = "geom where the machine has coordinates and the pattern a process grid, else linear",
	.needs = NEEDS_TRAFFIC,
	.option = { &option_cut_tie, &option_rank_tie_order, &option_rank_tie_axes, &option_cut, &option_task_order },
	.place = place,
};
