/* auto -- what the searches begin with: GEOM where the machine has coordinates and the pattern a process grid; else the
 * tasks in order. */
#include "map/mapping.h"

static void
place(const placement *p, uint32_t *rank)
{
	mapping_find(p->machine->dims > 0 && p->traffic->dims > 0 ? "geom" : "linear")->place(p, rank);
}

const mapping mapping_auto = {
	.name = "auto",
	.about = "geom where the machine has coordinates and the pattern a process grid, else linear",
	.needs = NEEDS_TRAFFIC,
	.heeds = "tie rank-tie task-order",
	.place = place,
};
