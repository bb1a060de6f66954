/* random-nodes -- the nodes are shuffled, consecutive tasks stay together: the mapping
 * in the simulations of Zhang et al. ("Level-Spread"), whose program does so. */
#include <stdlib.h>

#include "lib/cli/cli.h"
#include "map/mapping.h"

static void
place(const placement *p, uint32_t *rank)
{
	uint32_t *place_of = xalloc(p->nodes, sizeof *place_of), cores = p->machine->cores;

	for (uint32_t i = 0; i < p->nodes; i++)
		place_of[i] = i;
	rng_shuffle(p->random, place_of, p->nodes);
	linear_ranks(p, rank);
	for (uint32_t i = 0; i < p->tasks; i++)
		rank[i] = place_of[rank[i] / cores] * cores + rank[i] % cores;
	free(place_of);
}

const mapping mapping_random_nodes = {
	.name = "random-nodes",
	.about = "the nodes shuffled, then linear",
	.place = place,
};
