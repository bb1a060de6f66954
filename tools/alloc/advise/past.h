/* past -- the jobs of a log as they are known at a moment of it: who runs then, who waits, and how accurate limits of time have been.
 *
 * Of what comes after that moment nothing is used: a job that runs has no end, one that waits no runtime. */
#pragma once

#include "alloc/driver.h"
#include "alloc/time/times.h"

typedef struct past_job {
	int64_t submit, start, end;	/* us; start NEVER: it waits yet; end NEVER: it has not ended */
	request request;
	int64_t wall;		/* what it asked for; 0: nothing */
	bool listed;		/* its row says on which nodes it is */
} past_job;

/* A run that has ended. */
typedef struct past_run {
	int64_t end, run;
	double ratio;		/* of its limit; 0: it had none */
} past_run;

typedef struct past {
	const table *in;
	past_job *job;		/* [jobs] by submit, then by row */
	uint32_t jobs;
	past_run *run;		/* [runs] by end */
	uint32_t runs;
	int64_t now;		/* the last time that the log knows */
	int list;		/* the column with the nodes of jobs; -1 */
} past;

/* Read the log.  A job without a submit_s comes at `now`; where that is NEVER, at the last time that the log knows. */
void past_read(past *p, job_reader *rows, const batch *b, const alloc_options *o, int64_t now);

/* The number of a job; NONE when there is none of that name. */
uint32_t past_find(const past *p, const char *name);

/* Put n jobs in the order of their starts; those of one time stay in that of the log. */
void past_sort(const past *p, uint32_t *job, uint32_t n);

/* Who has nodes at a moment, and who waits, but for one job. */
typedef struct moment {
	int64_t at;
	uint32_t asked;		/* the job that is asked about */
	uint32_t *running, runnings;	/* by start */
	uint32_t *waiting, waitings;	/* by submit */
} moment;

moment moment_of(const past *p, uint32_t asked, int64_t at);
void moment_free(moment *m);

/* A run time for a job that waits, or has run for `ran` us: its limit times what a run that ended before `at` used of its own (of those
 * that used more than it has so far); without a limit the run time of one.  *wall is what it asks for, that run time where it asks for
 * nothing. */
int64_t past_draw(const past *p, const past_job *j, int64_t at, int64_t ran, rng *r, int64_t *wall);

/* The first job that came at that time or later. */
uint32_t past_since(const past *p, int64_t time);
