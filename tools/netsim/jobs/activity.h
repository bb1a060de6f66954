/* activity -- what tasks do while their jobs run: they compute, with messages under way or without, or wait for messages.
 *
 * A receive is under way from its posting until its message has come, a send until its message has left its node; each message has a
 * purpose (program.h).  Where several are under way, the time counts for the first of these in program.purpose, which has what a rank of a
 * training job waits for in front of what goes on beside its computing. */
#pragma once

#include "lib/program/program.h"
#include "netsim/jobs/run.h"
#include "netsim/jobs/rank-timeline.h"

/* Where the time of a job's tasks goes, ps, summed up over them: with nothing under way, and with messages of each purpose. */
typedef struct activity_sums {
	sum_ps computing, idle;
	sum_ps hidden[PURPOSES], exposed[PURPOSES];	/* while the task computes, and does not */
} activity_sums;

/* Keep it from now on, for the jobs of all cases; spans of time go to the timeline too, unless that is NULL. */
void activity_init(traffic_run *r, rank_timeline *to);

/* The tasks of job j are there, and have nothing to do or compute_s to compute from the start of their job on. */
void activity_begin(traffic_run *r, uint32_t j);

/* Task t computes, for one reason more or less; so for messages of a purpose that are under way; it ends, and what follows does not
 * count. */
void activity_computes(traffic_run *r, uint32_t t, int more);
void activity_moves(traffic_run *r, uint32_t t, uint32_t purpose, int more);
void activity_end(traffic_run *r, uint32_t t);

/* Of a closed-loop job that has ended. */
activity_sums activity_of(const traffic_run *r, uint32_t j);

/* What the messages of a purpose of job j are for. */
program_purpose activity_purpose(const traffic_run *r, uint32_t j, uint32_t purpose);
