/* random-nodes -- the nodes are shuffled, consecutive tasks stay together: the mapping
 * in the simulations of Zhang et al. ("Level-Spread"), whose program does so. */
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "map/blocks.h"
#include "map/mapping.h"

static void
place(const placement *p, uint32_t *task_node)
{
	uint32_t *node = xalloc(p->nodes, sizeof *node);

	memcpy(node, p->node, p->nodes * sizeof *node);
	rng_shuffle(p->random, node, p->nodes);
	blocks(node, p->nodes, p->tasks, task_node);
	free(node);
}

const mapping mapping_random_nodes = {
	.name = "random-nodes",
	.about = "the nodes shuffled, then linear",
	.place = place,
};
