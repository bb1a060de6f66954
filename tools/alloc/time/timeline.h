/* play -- a case in time: jobs come, start when the schedule lets them, and leave.
 *
 * At one time first all jobs that end leave, then all come that come, then the schedule starts what it will.  A job that
 * starts and ends at one time leaves before the next ones start.  Times are whole microseconds. */
#ifndef HOPLINE_ALLOC_TIME_TIMELINE_H
#define HOPLINE_ALLOC_TIME_TIMELINE_H

#include "alloc/time/agenda.h"
#include "alloc/driver.h"
#include "alloc/time/unusable.h"
#include "alloc/time/queue.h"
#include "alloc/schedule.h"
#include "alloc/time/speedup.h"
#include "alloc/time/times.h"
#include "lib/stream/names.h"

typedef struct job {
	request request;
	int row;
	times times;		/* not of those that came with nodes */
	int64_t start, end;	/* NEVER until it has started, NEVER when it stays */
	int64_t due;		/* when it must have left, by what it asked for */
	bool gone;
	bool reconfigured;	/* circuits changed for it, which took until start + --reconfigure */
	uint32_t demand;	/* play.demand[] */
	uint32_t *node;		/* its nodes, while it is there */
	char *list;		/* the same as they are written, from its start on */
	char **value;		/* of the columns of the policy, from then on too */
} job;

/* What a job, or several, ask the policy for, and what it said last. */
typedef struct demand {
	uint64_t refused;	/* play.released when it refused; 0: never */
	uint64_t blocked;	/* play.changes when it would have taken what the head of the queue needs; 0: never */
} demand;

typedef struct play {
	driver *driver;
	const schedule *schedule;
	time_columns at;
	oddities odd;		/* of all cases */
	const char *id;		/* the case under way */
	job *job;		/* those that want nodes, in the order in which they come, then those that came with some */
	uint32_t wanting;	/* the former are job[0] … job[wanting-1] */
	uint32_t residents, jobs;	/* the latter are job[residents] … job[jobs-1] */
	residents came;
	queue queue;		/* a place is a job's number */
	agenda ends, due;	/* running jobs that leave, by their end and by their due */
	int64_t now;
	uint32_t arrived;	/* jobs so far */
	uint32_t asked;		/* jobs below have been asked since one ended last */
	demand *demand;
	names demands;		/* their texts, where jobs can ask for the same */
	uint64_t changes, released;	/* jobs that have started or left, and that have left; and one; a schedule may add to the former */
	int64_t shadow;		/* for the schedule; NEVER after a job has left */
	bool again;		/* for the schedule: false at first */
	tenancy *machine;	/* as it is now */
	tenancy bare;		/* as it is when all that leave have left */
	tenancy later;		/* for the schedule, as it will be */
	grant *choice;		/* the driver's: room for a choice that may become a start */
	grant spot;		/* room for one that does not */
	int mode;		/* the column `mode` among the policy's */
	speedup *speedup;	/* of --speedup, or NULL */
	fragments *fragments;	/* of --fragments, or NULL */
} play;

/* Columns that the schedule needs and the table lacks end the tool. */
play *play_open(driver *d);

/* Serve a case: play_run has the outcome in p->job, play_forget frees it. */
void play_run(play *p, const batch *b);
void play_forget(play *p);

/* Both, and hand the rows to the sink in between. */
void play_case(play *p, const batch *b);

/* Report what was odd, and end. */
void play_close(play *p);

/* For the schedules. */

/* Would the policy serve a job on this machine, and with which nodes? */
bool play_choose(play *p, tenancy *t, uint32_t job, grant *g);

/* Would it serve a job now?  What it would give is in p->choice then.  What it refused is not asked for again before a
 * job has left: fewer idle nodes never make a policy serve it. */
bool play_serves(play *p, uint32_t job);

/* By when a waiting job must have left if it starts now with what is in p->choice: what it asked for, and before that the time in
 * which circuits change for it. */
int64_t play_due(const play *p, uint32_t job);

/* A waiting job starts now, with what is in p->choice. */
void play_enter(play *p, uint32_t job);

/* It starts now if the policy serves it. */
bool play_start(play *p, uint32_t job);

/* A job leaves the machine t; of those that came with nodes, others that are there until later than `time` close what it
 * had closed in their place. */
void play_vacate(play *p, tenancy *t, uint32_t job, int64_t time);

/* A job that is there leaves at job.end, and must have by job.due. */
void play_expect(play *p, uint32_t job);

#endif
