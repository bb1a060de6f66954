/* blocks -- the sizes of Slurm's topology/block: the nodes of a base block, and of blocks that 2, 4, 8, … of them in a row make up. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The sizes of a text, with a sign between two; false: they are no numbers of nodes, or not each a larger power of two times the first. The
 * caller frees *size. */
bool block_sizes_read(const char *text, char sign, uint32_t **size, int *sizes);

/* Is `size` a larger power of two times the first than the last one is? */
bool block_sizes_follow(const uint32_t *first, int sizes, uint64_t size);
