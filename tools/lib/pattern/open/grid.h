/* grid -- the nodes of an open-loop job by the coordinates of their routers. */
#ifndef HOPLINE_LIB_PATTERN_OPEN_GRID_H
#define HOPLINE_LIB_PATTERN_OPEN_GRID_H

#include "lib/pattern/pattern.h"

/* Of each dimension the coordinates that have nodes of the job, ascending and numbered from 0; cells of
 * such numbers i_0 + count_0 (i_1 + count_1 (i_2 + …)), the empty ones too. */
typedef struct grid {
	int dims;
	uint32_t count[MACHINE_DIMS];
	uint32_t *cell;		/* [nodes] */
	uint32_t *place;	/* [nodes], which of its cell's nodes it is */
	uint32_t *first;	/* [cells+1] */
	uint32_t *member;	/* [nodes], indices of nodes, a cell after the other */
} grid;

/* NULL when the machine's routers have no coordinates. */
grid *grid_of(const endpoints *e);
void grid_free(grid *g);

#endif
