/* neighbour-lists -- for each node of a job, those of its nodes that are fewest links away. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "lib/machine/machine.h"

typedef struct neighbour_lists {
	uint64_t *first;	/* [nodes + 1] */
	uint32_t *node;		/* near node i: node[first[i]] … node[first[i + 1] - 1], the nearest first; places in the job's list */
} neighbour_lists;

/* All nodes within `radius` links of each, but at least the nearest `least` and at most the nearest `most`; node i itself
 * is first in its own list when `self`.  Which of several at one distance are left out differs from node to node.  Links are
 * counted on any way through the machine: in a dragonfly that may be one less than node_distance(), which knows minimal routes.
 *
 * A search through the machine's links from every node, which ends when it has enough: time follows from how sparsely
 * the job lies in the machine, not from the square of its nodes. */
void neighbour_lists_init(neighbour_lists *n, const machine *m, const uint32_t *node, uint32_t nodes, uint32_t radius, uint32_t least,
	uint32_t most, bool self);
void neighbour_lists_free(neighbour_lists *n);
