/* case-circuits -- the circuits of a case's jobs, on machines that have optical circuit switches.
 *
 * A packet goes from its group straight to that of its destination, over any circuit between the two.  So that a
 * circuit serves one job, the circuits between two groups are those of one row, and a job must have one wherever its tasks
 * exchange messages between groups. */
#pragma once

#include <stdint.h>

#include "lib/machine/circuits/circuits.h"
#include "lib/stream/table.h"
#include "netsim/jobs/run.h"

typedef struct case_circuits {
	machine *machine;
	const table *table;
	int column, job;	/* circuits, -1: there is none; job */
	circuits list;		/* working space */
	uint32_t *pair;		/* [g*g]: row + 1 of the job whose circuits join group x (x*g + y) to group y, 0: none do; NULL: the machine knows no
				 * circuits */
	uint32_t *seen;		/* [g], working space: groups of the job at hand */
	uint32_t *group;	/* [g], the same as a list */
	uint32_t groups;
} case_circuits;

/* For a table and a machine, whose links the cases will change. */
void case_circuits_init(case_circuits *c, const table *t, machine *m);

/* Take away the circuits of the case before. */
void case_circuits_clear(case_circuits *c, network *n);

/* Connect those of row i.  Dies on bad data: through table_bad, as all below. */
void case_circuits_connect(case_circuits *c, const batch *b, int i, network *n);

/* Job j of the run, that of row i, can send all its messages: its groups are connected by its circuits, and so are any two of them
 * that exchange messages. */
void case_circuits_check(case_circuits *c, const batch *b, int i, const traffic_run *r, uint32_t j);
