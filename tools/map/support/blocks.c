/* blocks -- see blocks.h. */
#include "map/support/blocks.h"

void
blocks(uint32_t nodes, uint32_t cores, uint32_t tasks, uint32_t *rank)
{
	uint32_t each = (tasks - 1) / nodes + 1;

	for (uint32_t i = 0; i < tasks; i++)
		rank[i] = i / each * cores + i % each;
}
