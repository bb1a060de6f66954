/* auto -- what did best on the machines and the communication of real programs that were tried: annealing from the best start, then swaps
 * that take load off the fullest links. */
#include "map/mapping.h"

static void
improve(const placement *p, uint32_t *rank)
{
	mapping_find("anneal")->improve(p, rank);
}

const mapping mapping_auto = {
	.name = "auto",
	.about = "the best known for pattern and machine: anneal, then --objective congestion",
	.needs = NEEDS_TRAFFIC,
	.improve = improve,
	.start = "best-start",
	.objective = OBJECTIVE_CONGESTION,
};
