/* random -- each task on a processor of its own, drawn uniformly without replacement
 * from those of the job's nodes (Fisher and Yates, cut short after the last task). */
#include <stdlib.h>

#include "lib/cli/cli.h"
#include "map/mapping.h"

static void
place(const placement *p, uint32_t *rank)
{
	uint32_t left = p->ranks;
	uint32_t *processor = xalloc(left, sizeof *processor);

	for (uint32_t i = 0; i < left; i++)
		processor[i] = i;
	for (uint32_t i = 0; i < p->tasks; i++) {
		uint32_t k = (uint32_t)rng_below(p->random, left);

		rank[i] = processor[k];
		processor[k] = processor[--left];
	}
	free(processor);
}

const mapping mapping_random = {
	.name = "random",
	.about = "tasks at random over the processors of the nodes",
	.place = place,
};
