/* random, random-nodes -- each task on a processor of its own, drawn uniformly without replacement from those of the job's nodes; or the
 * nodes shuffled, consecutive tasks together: the mapping in the simulations of Zhang et al. ("Level-Spread"), whose program does so. */
#include <stdlib.h>

#include "lib/cli/arrays.h"
#include "map/mapping.h"

/* Fisher and Yates, cut short after the last task. */
static void
place_tasks(const placement *p, uint32_t *rank)
{
	uint32_t left = p->ranks;
	uint32_t *processor = array_of_numbers(left);

	for (uint32_t i = 0; i < p->tasks; i++) {
		uint32_t k = (uint32_t)rng_below(p->random, left);

		rank[i] = processor[k];
		processor[k] = processor[--left];
	}
	free(processor);
}

const mapping mapping_random = { .name = "random", .about = "tasks at random over the processors of the nodes", .place = place_tasks };

static void
place_nodes(const placement *p, uint32_t *rank)
{
	uint32_t *place_of = array_of_numbers(p->nodes), cores = p->machine->cores;

	rng_shuffle(p->random, place_of, p->nodes);
	linear_ranks(p, rank);
	for (uint32_t i = 0; i < p->tasks; i++)
		rank[i] = place_of[rank[i] / cores] * cores + rank[i] % cores;
	free(place_of);
}

const mapping mapping_random_nodes = { .name = "random-nodes", .about = "the nodes shuffled, then linear", .place = place_nodes };
