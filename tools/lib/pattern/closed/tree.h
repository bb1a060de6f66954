/* tree -- the binary tree over tasks 0 … n-1, the children of r being 2r+1 and 2r+2. */
#pragma once

#include <stdint.h>

static inline uint32_t
tree_parent(uint32_t task)
{
	return (task - 1) / 2;
}

static inline uint32_t
tree_child(uint32_t task, uint32_t k)
{
	return 2 * task + 1 + k;
}

/* How many children the task has among n tasks. */
static inline uint32_t
tree_children(uint32_t task, uint32_t n)
{
	uint64_t first = 2 * (uint64_t)task + 1;

	return (uint32_t)(first < n) + (uint32_t)(first + 1 < n);
}
