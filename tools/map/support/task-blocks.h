/* task-blocks -- a job's process grid cut into equal cells, as the column dims and --cell say. */
#ifndef HOPLINE_MAP_SUPPORT_TASK_BLOCKS_H
#define HOPLINE_MAP_SUPPORT_TASK_BLOCKS_H

#include "map/support/task-grid.h"

typedef struct task_blocks {
	task_grid grid;
	uint32_t cell[PATTERN_DIMS];	/* tasks of a cell along each dimension */
	uint32_t cells[PATTERN_DIMS];	/* cells along each */
	uint32_t tasks;		/* of a cell */
} task_blocks;

/* A task: the cell it is in, and where in that. */
typedef struct block_place {
	uint32_t cell[PATTERN_DIMS], within[PATTERN_DIMS];
} block_place;

/* Cut the job's grid, which it must have, into cells of `cell`.  Cells of other dimensions than the grid's, and those that do not
 * divide it, end the tool with a message that names the row. */
void task_blocks_cut(task_blocks *c, const placement *p, const extents *cell);

block_place task_blocks_place(const task_blocks *c, uint32_t task);

/* The number of the place at[] in a grid of `dims` extents: the first dimension is fastest, or the last. */
uint32_t number_in(const uint32_t *at, const uint32_t *extent, int dims, bool last_fastest);

/* "4x4x2", of the heap. */
char *extents_text(const uint32_t *extent, int dims);

/* End the tool with a message about the column dims of the job's row. */
_Noreturn void dims_bad(const placement *p, const char *wanted, ...) __attribute__((format(printf, 2, 3)));

#endif
