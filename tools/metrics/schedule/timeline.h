/* timeline -- how many nodes are busy, and how many jobs run and wait, as time goes by. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Something changes: a job comes, starts or ends. */
typedef struct job_change {
	double time;		/* s */
	double nodes;		/* more busy ones; exact, being whole */
	int running, waiting;	/* more jobs */
} job_change;

typedef struct schedule_timeline {
	job_change *change;
	size_t count, room;
	bool sorted;		/* by time */
	size_t next;		/* the next one to pass */
	double busy;		/* as it is before that */
	long running, waiting;
} schedule_timeline;

/* A job that runs on that many nodes from start to end, and waits from `submit` (NAN: not known) on.  One that ends as it
 * starts is never there. */
void timeline_add(schedule_timeline *t, double submit, double start, double end, double nodes);

/* Go on to the n-th sample, from 0, of those that are `every` seconds apart from `from` on and before `to`: *time; false when there is
 * none.  Dies when they are too many. */
bool timeline_sample(schedule_timeline *t, double from, double to, double every, int64_t n, double *time);

/* Node-seconds between two times, and the most nodes that are busy at one time between them. */
double timeline_work(schedule_timeline *t, double from, double to, double *most);
