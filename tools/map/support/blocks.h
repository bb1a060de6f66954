/* blocks -- consecutive tasks together, as many a node as it takes. */
#ifndef HOPLINE_MAP_SUPPORT_BLOCKS_H
#define HOPLINE_MAP_SUPPORT_BLOCKS_H

#include <stdint.h>

/* Task i on the node i / ceil(tasks / nodes), each on a processor of its own: rank[i] (mapping.h). */
void blocks(uint32_t nodes, uint32_t cores, uint32_t tasks, uint32_t *rank);

#endif
