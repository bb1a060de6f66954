/* task-blocks -- a job's process grid cut into equal blocks, the cells of --cell. */
#pragma once

#include "map/support/task-grid.h"

/* --cell 2x2x4: the tasks of a block along each dimension; algorithms that take it need it. */
extern const algorithm_option option_cell;
extents cell_extents(void);

/* The job's grid, which is this one, will be turned (extents_turned): turn --cell with it.  False where it does not fit, and stays. */
bool cell_turn(const extents *grid);

typedef struct task_blocks {
	task_grid grid;
	uint32_t block[PATTERN_DIMS];	/* tasks of a block along each dimension */
	uint32_t blocks[PATTERN_DIMS];	/* blocks along each */
	uint32_t tasks;		/* of a block */
} task_blocks;

/* A task: the block it is in, and where in that. */
typedef struct block_place {
	uint32_t block[PATTERN_DIMS], within[PATTERN_DIMS];
} block_place;

/* Cut the job's grid, which it must have, into blocks `of` that many tasks.  Blocks of other dimensions than the grid's, and those that do
 * not divide it, end the tool with a message that names the row. */
void task_blocks_cut(task_blocks *b, const placement *p, extents of);

block_place task_blocks_place(const task_blocks *b, uint32_t task);

/* The number of the place at[] in a grid of `dims` extents: the first dimension is fastest, or the last. */
uint32_t number_in(const uint32_t *at, const uint32_t *extent, int dims, bool last);

/* End the tool with a message about the column dims of the job's row. */
_Noreturn void dims_bad(const placement *p, const char *wanted, ...) __attribute__((format(printf, 2, 3)));
