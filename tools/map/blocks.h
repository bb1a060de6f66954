/* blocks -- consecutive tasks together, as many a node as it takes. */
#ifndef HOPLINE_BLOCKS_H
#define HOPLINE_BLOCKS_H

#include <stdint.h>

/* Task i on node[i / ceil(tasks / nodes)]. */
void blocks(const uint32_t *node, uint32_t nodes, uint32_t tasks, uint32_t *task_node);

#endif
