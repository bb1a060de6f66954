/* timeline -- how many nodes are busy, and how many jobs run and wait, as time goes by. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Something changes: a job comes, starts or ends. */
typedef struct change {
	double time;		/* s */
	double nodes;		/* more busy ones; exact, being whole */
	int running, waiting;	/* more jobs */
} change;

typedef struct timeline {
	change *change;
	size_t count, room;
	bool sorted;		/* by time */
	size_t next;		/* the next one to pass */
	double busy;		/* as it is before that */
	long running, waiting;
} timeline;

/* A job that runs on that many nodes from start to end, and waits from `submit` (NAN: not known) on.  One that ends as it
 * starts is never there. */
void timeline_add(timeline *t, double submit, double start, double end, double nodes);

/* Begin anew before the first change; after the last timeline_add. */
void timeline_rewind(timeline *t);

/* Go on to a time, not before the last one: what changes at it has changed. */
void timeline_go(timeline *t, double time);

/* Node-seconds between two times, and the most nodes that are busy at one time between them. */
double timeline_work(timeline *t, double from, double to, double *most);

void timeline_free(timeline *t);
