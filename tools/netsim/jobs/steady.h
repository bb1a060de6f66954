/* steady -- jobs that keep going: each repeats its iterations until all have done as many as they must.
 *
 * So every job is measured beside all others (hopline-model.7, "Jobs that keep going").  Here it is kept when each has finished which
 * iteration; what follows from that is table/pace.h's. */
#pragma once

#include "netsim/jobs/run.h"

enum { MOST_ITERATIONS = 1000000 };

/* A sum of times, ps: exact, so that the order of addition does not matter. */
__extension__ typedef unsigned __int128 sum_ps;

/* What is kept of a closed-loop job. */
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

/* What a node sends in an iteration. */
typedef struct node_use {
	uint64_t out, within;	/* bytes to other nodes, and to its own tasks */
	bool busy;		/* a message that takes time comes from here or goes here */
} node_use;

typedef struct steady {
	int64_t wanted;		/* iterations of each job, its first one included */
	int64_t time;		/* ps, when to measure whatever has been done; NEVER */
	steady_job *job;	/* [room] */
	size_t room;
	node_use *use;		/* [nodes], working space, all 0 */
} steady;

/* The jobs of r's cases keep going: each does `iterations` after its first one, or what it can by `time`. */
void steady_init(traffic_run *r, int64_t iterations, int64_t time);

/* Closed-loop job j, whose tasks are there, keeps going.  How long the messages of an iteration take at least, ps: for the node that
 * sends most to send them. */
int64_t steady_add(traffic_run *r, uint32_t j);

/* Task t has finished an iteration; it goes on unless it is far ahead of others of its node. */
void steady_finished(traffic_run *r, uint32_t t);

/* When to measure in the case at hand, which lasts at most so long: not before open-loop jobs have drained; NEVER: when all jobs have done
 * what they must. */
int64_t steady_until(const traffic_run *r, int64_t max_time);

/* A part of r keeps what its tasks do; r keeps it too, when all is over. */
void steady_divide(traffic_run *part, const traffic_run *r);
void steady_collect(traffic_run *r, const traffic_run *part);
