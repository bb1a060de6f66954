/* mapping -- what a task-mapping algorithm must provide.
 *
 * To add one: write algorithms/NAME.c defining it, and add it to the table in
 * mappings.c.  Nothing else changes. */
#ifndef HOPLINE_MAPPING_H
#define HOPLINE_MAPPING_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/machine/machine.h"
#include "lib/pattern/pattern.h"
#include "lib/rng/rng.h"

/* A job with its nodes. */
typedef struct placement {
	const machine *machine;
	const uint32_t *node;	/* its nodes, in the order of node_list */
	uint32_t nodes;
	uint32_t tasks;		/* 1 … nodes * cores */
	const traffic *traffic;	/* who talks to whom; NULL when the row has no closed-loop pattern */
	rng *random;		/* the row's own stream */
} placement;

typedef struct mapping {
	const char *name;
	const char *about;
	bool needs_traffic;	/* refuses rows without a pattern */
	bool needs_coordinates;	/* refuses machines without coordinates */
	/* Put the node of task i into task_node[i].  At most `cores` tasks a node. */
	void (*place)(const placement *p, uint32_t *task_node);
} mapping;

extern const mapping *const mappings[];	/* ended by NULL */

#endif
