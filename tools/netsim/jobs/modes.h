/* modes -- closed-loop jobs that do not just end: those that keep going, and those that have nodes one after the other.
 *
 * Jobs that keep going repeat their iterations until all have done as many as they must, so every job is measured beside all others
 * (hopline-model.7, "Jobs that keep going").  Here it is kept when each has finished which iteration; what follows from that is
 * table/pace.c's.
 *
 * Of jobs that have nodes one after the other each comes, on each of its nodes, behind those that start earlier; ties go to the earlier
 * row.  It starts when it should, or when the last of these has ended, whichever is later. */
#pragma once

#include "netsim/jobs/run.h"

enum { MOST_ITERATIONS = 1000000 };

/* What is kept of a closed-loop job that keeps going. */
typedef struct steady_job {
	uint32_t tasks;		/* that take part; none: its iterations take no time but to compute */
	uint32_t done;		/* tasks that have done what they must */
	uint64_t bytes;		/* that these send in an iteration */
	uint32_t sets;		/* of tasks that keep one pace (steady.c) */
	uint32_t *set;		/* [tasks of the job] */
	uint32_t *size;		/* [sets], tasks that take part */
	size_t set_room, size_room;
	sum_ps *finished;	/* [begun], by iteration and set: when its tasks have finished the iteration, summed up */
	size_t begun, room;
} steady_job;

/* The jobs of r's cases keep going: each does `iterations` after its first one, or what it can by `time`. */
void steady_init(traffic_run *r, int64_t iterations, int64_t time);

/* Closed-loop job j, whose tasks are there, keeps going.  How long the messages of an iteration take at least, ps: for the node that
 * sends most to send them. */
int64_t steady_add(traffic_run *r, uint32_t j);

const steady_job *steady_of(const traffic_run *r, uint32_t j);

/* The jobs of r's cases have nodes one after the other. */
void succession_init(traffic_run *r);
