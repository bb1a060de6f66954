/* timeline -- a case in time: jobs arrive, start when the schedule lets them, and leave.
 *
 * At one time first all jobs that end leave, then all that arrive do so, then the schedule starts what it will.  A job that
 * starts and ends at one time leaves before the next ones start.  Times are whole microseconds. */
#pragma once

#include "alloc/driver.h"
#include "alloc/schedule.h"
#include "alloc/time/agenda.h"
#include "alloc/time/speedup.h"
#include "alloc/time/times.h"
#include "lib/stream/names.h"

typedef struct timed_job {
	request request;
	int row;
	times times;		/* not of preplaced jobs */
	int64_t start, end;	/* NEVER until it has started, NEVER when it stays */
	int64_t due;		/* when it must have left, by what it asked for */
	bool gone;
	bool reconfigured;	/* circuits changed for it, which took until start + --reconfigure */
	int64_t relaxes;	/* while it waits: when the policy may serve it without what it asks for; NEVER */
	uint32_t demand;	/* what it asks for: timeline.refused[] */
	uint32_t *node;		/* its nodes, while it is there */
	char *list;		/* its nodes as they are written, from its start on */
	char **value;		/* of the columns of the policy, from then on too */
} timed_job;

typedef struct timeline {
	driver *driver;
	const schedule *schedule;
	void *kept;		/* by the schedule */
	time_columns at;
	oddities odd;		/* of all cases */
	const char *id;		/* the case under way */
	timed_job *job;		/* the submitted jobs in the order in which they arrive, then the preplaced ones */
	uint32_t submitted;	/* the former are job[0] … job[submitted-1] */
	uint32_t first_preplaced, jobs;	/* the latter are job[first_preplaced] … job[jobs-1] */
	preplaced came;		/* the preplaced jobs as they were read */
	agenda ends, due;	/* running jobs that leave, by their end and by their due */
	agenda waiting, relaxes;	/* waiting jobs, in the order in which they came, and by `relaxes` */
	int64_t now, from;	/* what comes before `from` comes then */
	uint32_t awaited;	/* the case is played until this job starts; NONE: to its end */
	uint32_t arrived;	/* jobs so far */
	uint32_t asked;		/* jobs below have been asked since one ended last */
	uint64_t *refused;	/* [demands] of what a job, or several, ask the policy for: `released` when it refused that last; 0: never */
	names demands;		/* their texts, where jobs can ask for the same */
	uint64_t released;	/* jobs that have left, and one */
	bool refuses;		/* the policy may refuse jobs of this table */
	machine_state *machine;	/* as it is now */
	machine_state drained;	/* as it is when all that leave have left */
	selection *selection;	/* the driver's: room for one that may become a start */
	selection trial;	/* room for one that does not */
	int mode;		/* the column `mode` among the policy's */
	speedup *speedup;	/* of --speedup, or NULL */
	sink *unusable;		/* of --fragments: a row whenever a job arrived, started or left; or NULL */
	struct network_model *network;	/* of --network, or NULL */
} timeline;

/* For the driver (events.c): a case played event by event, and written. */

/* Columns that the schedule needs and the table lacks end the tool. */
timeline *timeline_open(driver *d);

/* Have an empty machine and room for the jobs of a case of so many rows; then play the jobs that have been put into t->job.
 * timeline_forget frees what they made. */
void timeline_begin(timeline *t, const char *id, uint32_t rows);
void timeline_play(timeline *t);

/* Serve a case: timeline_run has the outcome in t->job, timeline_forget frees it. */
void timeline_run(timeline *t, const batch *b);
void timeline_forget(timeline *t);

/* Both, and hand the rows to the sink in between. */
void timeline_case(timeline *t, const batch *b);

/* Report what was odd, and end. */
void timeline_close(timeline *t);

/* For the schedules (timeline.c). */

/* The first job from number `from` on that waits and wants at most `any` nodes, or at most `brief` nodes for at most `time`; NONE. */
uint32_t timeline_next(const timeline *t, uint32_t from, uint32_t any, uint32_t brief, int64_t time);

/* Would the policy serve a job on this machine at this time, and with which nodes? */
bool timeline_choose(timeline *t, machine_state *on, uint32_t job, int64_t time, selection *out);

/* Would it serve a job now?  What it would give is in t->selection then.  What it refused is not asked for again before a
 * job has left, but when it relaxes: fewer idle nodes never make a policy serve it. */
bool timeline_serves(timeline *t, uint32_t job);

/* By when a waiting job must have left if it starts now with t->selection: what it asked for, and before that the time in
 * which circuits change for it. */
int64_t timeline_due(const timeline *t, uint32_t job);

/* A waiting job starts now, with t->selection. */
void timeline_place(timeline *t, uint32_t job);

/* It starts now if the policy serves it. */
bool timeline_start(timeline *t, uint32_t job);

/* The jobs at the head of the queue start, as many as the policy serves; the head that is left then, NONE when none is. */
uint32_t timeline_start_heads(timeline *t);

/* A job leaves a machine; preplaced jobs that are there until later than `time` reserve what it had reserved in their place. */
void timeline_remove(timeline *t, machine_state *from, uint32_t job, int64_t time);

/* A job that is there leaves at job.end, and must have by job.due. */
void timeline_expect(timeline *t, uint32_t job);

/* It leaves at another time than was expected. */
void timeline_postpone(timeline *t, uint32_t job, int64_t end);
