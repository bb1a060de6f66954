/* played -- jobs that were played in time, and what is asked of them: waits, slowdowns, busy nodes in a span of time. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "metrics/stats/stats.h"

/* --- timeline: how many nodes are busy, and how many jobs run and wait, as time goes by. */

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

/* A job that ran. */
typedef struct run_job {
	double submit, start, end, logged;	/* s; submit and logged may be NAN */
	double nodes;
	double alone;		/* s: what its work takes alone at the reference's place; NAN: not known, and so are the next two */
	double placed;		/* s: the same alone at its own place */
	double undone;		/* s at the reference's place: work left when it was ended; the two above are of what was done */
} run_job;

typedef struct played {
	run_job *job;
	size_t jobs, room;
	schedule_timeline timeline;
} played;

/* A span of time: the end is not in it. */
typedef struct span {
	double from, to;	/* s */
} span;

/* Waits, times from submission to end, and slowdowns of jobs. */
typedef struct wait_stats {
	value_sample wait, turnaround, slowdown;	/* of jobs that have a submit time */
	size_t jobs;
	int64_t delayed;	/* jobs that started after the log has them */
	double delay;		/* the longest */
} wait_stats;

/* Nodes times seconds. */
typedef struct node_seconds {
	double run;		/* of all jobs */
	double known;		/* of those whose time alone is known; the next three are theirs */
	double alone, placed, undone;
} node_seconds;

void played_add(played *p, const run_job *j);

/* From when the first job came, its submit time or else its start, to the last end; from > to when there are none. */
span played_span(const played *p);

/* When the last of the jobs came that came in a span; -INFINITY when none did. */
double played_last(const played *p, span s);

/* The jobs that came in a span.  Runtimes below `bound` seconds count as so long in the slowdown. */
void played_sum_up(const played *p, span s, double bound, wait_stats *w);

/* Of the jobs that came in a span. */
node_seconds played_node_seconds(const played *p, span s);

/* Node-seconds that the work done in a span takes alone at the reference's place; NAN when that is known of no job. */
double played_work_alone(const played *p, span s);
