/* task-grid -- a job's process grid, and which task is where in it. */
#pragma once

#include <stdint.h>

#include "map/mapping.h"

/* --task-order first|last: which dimension is fastest in the numbers of tasks. */
extern const algorithm_option option_task_order;
bool last_fastest(void);

/* The job's grid has been turned, so that the first dimension is fastest from here on. */
void task_order_turn(void);

/* Is the last dimension fastest in the ranks of the job's program? */
bool ranks_last_fastest(const traffic *t);

/* The task at (i_0, i_1, …) is the sum of i_d stride[d]. */
typedef struct task_grid {
	int dims;
	uint32_t dim[PATTERN_DIMS];
	uint32_t stride[PATTERN_DIMS];
} task_grid;

/* The first dimension is fastest; the last one is where --task-order says so and the pattern has no grid of its own: that
 * may come from a program that numbers its tasks otherwise.  The job has its traffic; without a grid dims is 0. */
task_grid task_grid_of(const placement *p);

/* Leave out the dimensions of one task. */
void task_grid_flatten(task_grid *g);
