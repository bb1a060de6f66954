/* demand -- the groups of a job on a reconfigurable dragonfly, and what they exchange. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "lib/job/job.h"

enum { MOST_MESSAGES = 1 << 27 };	/* of an iteration, that are counted one by one: about a second */

typedef struct circuit_demand {
	uint32_t groups;
	uint32_t *group;	/* [groups] their numbers in the machine, ascending */
	double *between;	/* [groups * groups] the most that either of two sends the other, for a circuit carries both ways at once; 0 within one */
} circuit_demand;

/* The groups of a job: those of its column circuit_groups (-1: there is none) where that says something, else those of its nodes.
 * They exchange nothing yet.  Dies through table_bad where a node is in none of them. */
void demand_groups(circuit_demand *d, const job_row *j, int column);

/* Count the bytes of an iteration, tasks on these nodes.  False when that is more than MOST_MESSAGES messages; an alltoall of
 * all rounds is summed up by groups, however many they are. */
bool demand_closed(circuit_demand *d, const machine *m, const traffic *t, const uint32_t *task_node);

/* Count open-loop traffic: how many nodes' worth of it, on average. */
void demand_open(circuit_demand *d, const endpoints *e);

/* Do any two groups exchange something? */
bool demand_any(const circuit_demand *d);

void demand_free(circuit_demand *d);
