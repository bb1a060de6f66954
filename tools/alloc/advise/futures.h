/* futures -- how a queue may go on: many plays of the schedule from a moment on, until the job that is asked about starts.
 *
 * In each, every job that runs or waits ends after a share of its limit that is drawn from the runs of the log that have ended, and other
 * jobs come as they came after an earlier time of the log, whole days before.  The schedule and the policy are those of a timeline. */
#pragma once

#include "alloc/advise/past.h"
#include "alloc/time/timeline.h"

typedef struct future {
	int64_t start, run;	/* of the job that is asked about */
	uint32_t switches;	/* that it gets, */
	char *list, **value;	/* on these nodes, as they are written, with the policy's columns */
} future;

typedef struct futures {
	future *item;		/* [count] by start */
	uint32_t count;
	int values;		/* of each */
} futures;

/* Where jobs are at a moment. */
typedef struct jobs_placed {
	machine_state state;
	uint32_t **node;	/* [moment.runnings]; NULL: there was no room */
	uint32_t runnings, lost;	/* lost: jobs without room */
} jobs_placed;

/* The nodes of the jobs that run: those of the log, where it says so; else the policy gives each its nodes, in the order of their starts.
 * With `history` in that order all that have run before, too, so that idle nodes lie as scattered as the policy leaves them. */
jobs_placed place_running(driver *d, const past *p, const moment *m, bool history);
void placed_free(jobs_placed *w);

/* Play `count` futures of a moment on a timeline of the driver; `seed` names their random numbers together with the job. */
futures futures_play(timeline *t, const past *p, const moment *m, const jobs_placed *where, uint32_t count);
void futures_free(futures *f);
