/* linear -- tasks in order over the nodes in the order of node_list, consecutive
 * tasks together: what a launcher does when it is told nothing. */
#include "map/support/blocks.h"
#include "map/mapping.h"

static void
place(const placement *p, uint32_t *rank)
{
	blocks(p->nodes, p->machine->cores, p->tasks, rank);
}

const mapping mapping_linear = {
	.name = "linear",
	.about = "tasks in order over the nodes in the order of node_list",
	.place = place,
};
