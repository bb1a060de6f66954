/* linear -- tasks in order over the nodes in the order of node_list, consecutive
 * tasks together: what a launcher does when it is told nothing. */
#include "map/mapping.h"

void
linear_ranks(const placement *p, uint32_t *rank)
{
	uint32_t each = (p->tasks - 1) / p->nodes + 1;

	for (uint32_t i = 0; i < p->tasks; i++)
		rank[i] = i / each * p->machine->cores + i % each;
}

const mapping mapping_linear = {
	.name = "linear",
	.about = "tasks in order over the nodes in the order of node_list",
	.place = linear_ranks,
};
