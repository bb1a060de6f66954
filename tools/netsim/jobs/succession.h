/* succession -- closed-loop jobs that have nodes one after the other.
 *
 * On each of its nodes a job comes behind those that start earlier; ties go to the earlier row.  It starts when it should, or when the
 * last of these has ended, whichever is later. */
#pragma once

#include "netsim/jobs/run.h"

/* A job's turn on a node. */
typedef struct turn {
	int64_t start;		/* of the job, ps */
	uint32_t job, node;
	uint32_t next;		/* the job behind it; NONE */
} turn;

typedef struct successor {
	size_t first, turns;	/* its turns are turn[first …] */
	uint32_t behind;	/* nodes on which it waits for the job before */
	uint32_t left;		/* tasks that have not ended */
} successor;

typedef struct succession {
	turn *turn;		/* [turns], by job */
	size_t turns, room;
	successor *job;		/* [job_room], of the run */
	size_t job_room;
} succession;

/* Closed-loop job j, the one added last, has these nodes, some perhaps named several times. */
void succession_add(traffic_run *r, uint32_t j, const uint32_t *node, uint32_t nodes);

/* All jobs are there, and when they should start: who waits for whom? */
void succession_begin(traffic_run *r);

/* A task of job j has ended: when it was the last, others start. */
void succession_ended(traffic_run *r, uint32_t j);
