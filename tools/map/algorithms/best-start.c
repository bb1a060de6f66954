/* best-start, geom-or-linear -- what searches begin with: of the algorithms that place and are quick, the result with the least sum of
 * weight times distance; or GEOM where the machine has coordinates and the pattern a process grid, else the tasks in order. */
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "map/support/assignment.h"
#include "map/support/rank-axes.h"
#include "map/support/task-grid.h"

enum { MANY = 4096 };	/* tasks for whom what takes n^2 is not quick */

static const struct { const char *name; bool square; } starts[] = {
	{ "linear", false }, { "geom", false }, { "greedy", true }, { "multisection", false }, { "scotch", true }
};

static void
place(const placement *p, uint32_t *rank)
{
	uint32_t *other = xalloc(p->tasks, sizeof *other);
	uint64_t least = UINT64_MAX;

	for (size_t k = 0; k < sizeof starts / sizeof *starts; k++) {
		const mapping *m = mapping_find(starts[k].name);
		uint64_t sum;

		if (m->lacks || (m->needs & NEEDS_COORDINATES && p->machine->dims == 0) || (m->needs & NEEDS_GRID && p->traffic->dims == 0) ||
			(starts[k].square && p->tasks > MANY))
			continue;
		m->place(p, other);
		sum = cost_total(p, other);
		if (sum >= least)
			continue;
		least = sum;
		memcpy(rank, other, p->tasks * sizeof *rank);
	}
	free(other);
}

static void
place_quickly(const placement *p, uint32_t *rank)
{
	mapping_find(p->machine->dims > 0 && p->traffic->dims > 0 ? "geom" : "linear")->place(p, rank);
}

#define GEOM_OPTIONS { &option_cut_tie, &option_rank_tie_order, &option_rank_tie_axes, &option_cut, &option_task_order }

const mapping mapping_best_start = {
	.name = "best-start", .about = "the best of linear, geom, greedy, multisection and scotch",
	.needs = NEEDS_TRAFFIC, .option = GEOM_OPTIONS, .place = place,
};

const mapping mapping_geom_or_linear = {
	.name = "geom-or-linear", .about = "geom where the machine has coordinates and the pattern a process grid, else linear",
	.needs = NEEDS_TRAFFIC, .option = GEOM_OPTIONS, .place = place_quickly,
};
