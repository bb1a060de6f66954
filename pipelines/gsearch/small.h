/* small -- GEOM and GSEARCH for a small job on a small machine, millions of times.
 *
 * The same as map's geom and gsearch (tools/map), on sets of nodes that are bits of a word; nothing is allocated for
 * an allocation, and all distances and orders are tables. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "lib/machine/machine.h"
#include "map/support/rank-axes.h"

enum { SMALL_NODES = 63, SMALL_TASKS = 16, SMALL_AXES = 4, SMALL_EXTENT = 16 };

/* How the paper is read: the options of map, and what a pass does after a swap. */
typedef struct reading {
	enum cut_tie tie;
	bool tie_descends, tie_from_last, last_fastest;
	bool ratio;		/* --cut ratio */
	bool restart;		/* begin again with the first pair after a swap, in place of going on */
} reading;

typedef struct small {
	const machine *machine;
	reading reading;
	int axes;		/* of the machine and of the job, which has 1 in those that it lacks */
	uint32_t dim[SMALL_AXES];
	int by_size[SMALL_AXES];	/* the job's dimensions, the longest first */
	uint32_t stride[SMALL_AXES];	/* a step up d adds so much to a task's number */
	uint32_t tasks;
	uint32_t neighbour[SMALL_TASKS][2 * SMALL_AXES], neighbours[SMALL_TASKS];
	uint8_t adjacent[SMALL_TASKS][SMALL_TASKS];
	uint8_t distance[SMALL_NODES][SMALL_NODES];
	uint8_t at[SMALL_NODES][SMALL_AXES];	/* coordinates */
	uint64_t box[SMALL_NODES];	/* a bit for the coordinate of each axis, SMALL_EXTENT bits an axis */
	/* [rotation][dimension][node] the node's place in the order along it; made when first needed */
	uint8_t (*order[1 << 2 * SMALL_AXES])[SMALL_NODES];
} small;

/* One allocation and what became of it. */
typedef struct outcome {
	uint32_t node[SMALL_TASKS];	/* its nodes, ascending */
	uint32_t geom[SMALL_TASKS], final[SMALL_TASKS];	/* task i on node[…[i]] */
	uint32_t swaps;
} outcome;

/* NULL when the machine or the job is too large, else s; *why says what is wrong. */
small *small_new(const machine *m, int dims, const uint32_t *dim, const reading *r, const char **why);
void small_free(small *s);

/* Map the job on the nodes whose bits are set, as many as it has tasks. */
void small_map(small *s, uint64_t allocation, outcome *o);
