/* activity -- see activity.h.  What a task does changes at an event of its own; the time since the last change counts for what it did. */
#include "netsim/jobs/activity.h"

#include <assert.h>

#include "lib/cli/cli.h"
#include "netsim/jobs/progress.h"

/* In place of a purpose: nothing is under way; and what else the timeline shows. */
enum { NOTHING_MOVES = PURPOSES, COMPUTES, WAITS };

/* What a task does. */
typedef struct task_activity {
	int64_t since;		/* ps: counted until then */
	int64_t shown[2];	/* ps: both lanes of the timeline are written until then; */
	uint8_t what[2];	/* what they show next: computing and waiting, and a purpose */
	bool named[2], over;	/* a lane has spans; the task has ended */
	uint32_t computing, moves;	/* cpus that compute; messages under way, of all purposes */
	uint32_t moving[PURPOSES];
} task_activity;

typedef struct job_activity {
	activity_sums sums;
	uint32_t number;	/* on the timeline */
} job_activity;

struct activity {
	rank_timeline *timeline;
	task_activity *task;	/* [tasks] */
	size_t task_room;
	job_activity *job;	/* [jobs] */
	size_t job_room;
};

void
activity_init(traffic_run *r, rank_timeline *to)
{
	r->activity = xcalloc(1, sizeof *r->activity);
	r->activity->timeline = to;
}

void
activity_begin(traffic_run *r, uint32_t j)
{
	struct activity *a = r->activity;
	const case_job *b = &r->job[j];

	a->task = xgrow(a->task, &a->task_room, (size_t)b->first_task + b->tasks, sizeof *a->task);
	a->job = xgrow(a->job, &a->job_room, (size_t)j + 1, sizeof *a->job);
	a->job[j] = (job_activity){ .number = a->timeline ? rank_timeline_job(a->timeline, b->id) : 0 };
	for (uint32_t t = b->first_task; t < b->first_task + b->tasks; t++)
		a->task[t] = (task_activity){ .since = b->start, .what = { NOTHING_MOVES, NOTHING_MOVES }, .computing = b->compute > 0 };
}

program_purpose
activity_purpose(const traffic_run *r, uint32_t j, uint32_t purpose)
{
	const case_job *b = &r->job[j];

	return b->progress ? b->progress->program->purpose[purpose] : (program_purpose){ b->traffic.pattern->name, "" };
}

/* The lane of the timeline shows something else from task.since on; NOTHING_MOVES: nothing. */
static void
show(const traffic_run *r, uint32_t t, int lane, uint8_t what)
{
	struct activity *a = r->activity;
	task_activity *k = &a->task[t];
	uint32_t j = r->task[t].job, rank = t - r->job[j].first_task;
	rank_span s = { a->job[j].number, rank, lane, !k->named[lane], k->shown[lane], k->since, "", "" };

	if (k->what[lane] == what)
		return;
	if (k->what[lane] == COMPUTES || k->what[lane] == WAITS) {
		s.name = k->what[lane] == COMPUTES ? "computes" : "waits";
	} else if (k->what[lane] != NOTHING_MOVES) {
		program_purpose p = activity_purpose(r, j, k->what[lane]);

		s.name = p.operation;
		s.detail = p.dimension;
	}
	if (*s.name) {
		rank_timeline_span(a->timeline, &s);
		k->named[lane] = true;
	}
	k->what[lane] = what;
	k->shown[lane] = k->since;
}

/* Count what the task has done until now. */
static task_activity *
count(const traffic_run *r, uint32_t t)
{
	struct activity *a = r->activity;
	task_activity *k = &a->task[t];
	activity_sums *sum = &a->job[r->task[t].job].sums;
	int64_t spent = r->net->calendar.now - k->since;
	uint32_t first = k->moves ? 0 : NOTHING_MOVES;	/* the purpose for which the task's time counts */

	if (k->over || spent <= 0)
		return k;
	while (first != NOTHING_MOVES && !k->moving[first])
		first++;
	if (first == NOTHING_MOVES)
		*(k->computing ? &sum->computing : &sum->idle) += (uint64_t)spent;
	else
		(k->computing ? sum->hidden : sum->exposed)[first] += (uint64_t)spent;
	if (a->timeline) {
		show(r, t, 0, k->computing ? COMPUTES : first == NOTHING_MOVES ? NOTHING_MOVES : WAITS);
		show(r, t, 1, (uint8_t)first);
	}
	k->since = r->net->calendar.now;
	return k;
}

void
activity_computes(traffic_run *r, uint32_t t, int more)
{
	count(r, t)->computing += (uint32_t)more;
}

void
activity_moves(traffic_run *r, uint32_t t, uint32_t purpose, int more)
{
	task_activity *k = count(r, t);

	k->moving[purpose] += (uint32_t)more;
	k->moves += (uint32_t)more;
}

void
activity_end(traffic_run *r, uint32_t t)
{
	task_activity *k = count(r, t);

	if (r->activity->timeline) {
		show(r, t, 0, NOTHING_MOVES);
		show(r, t, 1, NOTHING_MOVES);
	}
	k->over = true;
}

activity_sums
activity_of(const traffic_run *r, uint32_t j)
{
	const case_job *b = &r->job[j];
	activity_sums s = r->activity->job[j].sums;
	sum_ps all;

	for (uint32_t t = b->first_task; t < b->first_task + b->tasks; t++)
		s.idle += (uint64_t)(b->end - r->activity->task[t].since);
	all = s.computing + s.idle;
	for (uint32_t p = 0; p < PURPOSES; p++)
		all += s.hidden[p] + s.exposed[p];
	assert(all == (sum_ps)b->tasks * (uint64_t)(b->end - b->start));	/* to the picosecond */
	return s;
}
