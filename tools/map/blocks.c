/* blocks -- see blocks.h. */
#include "map/blocks.h"

void
blocks(const uint32_t *node, uint32_t nodes, uint32_t tasks, uint32_t *task_node)
{
	uint32_t each = (tasks - 1) / nodes + 1;

	for (uint32_t i = 0; i < tasks; i++)
		task_node[i] = node[i / each];
}
