/* pace -- see pace.h: encounters are played again beside the ends of iterations. */
#include "netsim/table/pace.h"

#include <math.h>
#include <stdlib.h>

#include "lib/cli/cli.h"
#include "lib/student/student.h"
#include "netsim/jobs/steady.h"
#include "netsim/observe/statistics.h"

/* The jobs that belong together with one that stands for them, so far. */
typedef struct party {
	int64_t done;		/* ps, when the last of them has done what it must; NEVER: not in this case */
	bool measured;		/* all know their `until`, and have met none since that was not done */
} party;

typedef struct parties {
	const traffic_run *run;
	encounters met;		/* the union-find alone */
	party *party;		/* [jobs] */
	int64_t *until;		/* [jobs], ps: job j counts the iterations that have ended by then */
} parties;

/* When job j has done what it must: at once when that takes no time. */
static int64_t
done_at(const traffic_run *r, uint32_t j)
{
	const steady *all = r->steady;
	const steady_job *s = &all->job[j];
	const iteration *last;

	if (r->job[j].open || s->tasks == 0)
		return 0;
	if (s->begun < (size_t)all->wanted)
		return NEVER;
	last = &s->iteration[all->wanted - 1];
	return last->tasks == s->tasks ? last->end : NEVER;
}

/* The jobs that `chief` stands for are measured until `time`. */
static void
measure(parties *p, uint32_t chief, int64_t time)
{
	for (uint32_t j = 0; j < p->run->jobs; j++)
		if (encounters_chief(&p->met, j) == chief)
			p->until[j] = time;
	p->party[chief].measured = true;
}

static void
join(parties *p, const encounter *e)
{
	uint32_t chief[2];
	party both = { .measured = true };

	for (int i = 0; i < 2; i++)
		chief[i] = encounters_chief(&p->met, e->job[i]);
	if (chief[0] == chief[1])
		return;
	for (int i = 0; i < 2; i++) {
		const party *a = &p->party[chief[i]];

		if (a->done < e->time && !a->measured)
			measure(p, chief[i], a->done);
		if (a->done > both.done)
			both.done = a->done;
	}
	both.measured = both.done < e->time;
	encounters_note(&p->met, chief[0], chief[1], e->time);
	p->party[encounters_chief(&p->met, chief[0])] = both;
}

static int
by_time(const void *a, const void *b)
{
	const encounter *x = a, *y = b;

	return (x->time > y->time) - (x->time < y->time);
}

/* Until when each job is measured; who belongs to a job that has not done what it must, to the end of the case. */
static int64_t *
find_ends(const traffic_run *r)
{
	encounters *e = &r->net->statistics->met;
	parties p = { .run = r, .party = xcalloc(r->jobs, sizeof *p.party), .until = xcalloc(r->jobs, sizeof *p.until) };

	for (uint32_t j = 0; j < r->jobs; j++)
		p.party[j].done = done_at(r, j);
	if (e->count)
		qsort(e->item, e->count, sizeof *e->item, by_time);
	for (size_t i = 0; i < e->count; i++)
		join(&p, &e->item[i]);
	for (uint32_t j = 0; j < r->jobs; j++) {
		const party *a = &p.party[encounters_chief(&p.met, j)];

		if (!a->measured)
			p.until[j] = a->done == NEVER ? r->end : a->done;
	}
	encounters_free(&p.met);
	free(p.party);
	return p.until;
}

/* The mean of n whole iterations behind the first one. */
static pace
of_whole(const iteration *end, size_t n)
{
	double mean = (double)(end[n].end - end[0].end) / (double)n, squares = 0;

	for (size_t i = 1; i <= n; i++) {
		double off = (double)(end[i].end - end[i - 1].end) - mean;

		squares += off * off;
	}
	return (pace){ .iteration = mean / 1e12, .done = (double)n,
		.half = n < 2 ? NAN : student_975(n - 1) * sqrt(squares / (double)(n - 1) / (double)n) / 1e12 };
}

/* How long the tasks of job j have communicated by the end of the case, ps, in the mean. */
static double
communicated(const traffic_run *r, uint32_t at)
{
	const job *j = &r->job[at];
	double sum = 0;

	for (uint32_t i = 0; i < j->tasks; i++) {
		const task *k = &r->task[j->first_task + i];
		bool computes = !k->running && !k->held;

		if (!k->apart)
			sum += (double)(r->end - j->start) - (double)j->compute * (double)(k->phase / j->phases + !k->held)
				+ (computes ? (double)(k->posted - r->end) : 0);
	}
	return sum / r->steady->job[at].tasks;
}

/* By what has arrived of the bytes of an iteration. */
static pace
of_share(const traffic_run *r, uint32_t at)
{
	const job *j = &r->job[at];
	const statistics *f = r->net->statistics;
	uint64_t arrived = j->payload + (at < f->arrived_room ? f->arrived[at] : 0);
	double share = (double)arrived / (double)r->steady->job[at].bytes;

	if (arrived == 0)
		return (pace){ .iteration = NAN };
	return (pace){ .iteration = (communicated(r, at) / share + (double)j->compute) / 1e12, .half = NAN, .done = share };
}

static pace
find_pace(const traffic_run *r, uint32_t at, int64_t until)
{
	const steady_job *s = &r->steady->job[at];
	size_t n = 0;

	if (s->tasks == 0)
		return (pace){ .iteration = (double)r->job[at].compute / 1e12, .half = NAN };
	if (done_at(r, at) > until)
		return of_share(r, at);
	while (n + 1 < s->begun && s->iteration[n + 1].tasks == s->tasks && s->iteration[n + 1].end <= until)
		n++;
	return of_whole(s->iteration, n);
}

pace *
paces_find(const traffic_run *r)
{
	int64_t *until = find_ends(r);
	pace *p = xcalloc((size_t)r->jobs + 1, sizeof *p);

	for (uint32_t j = 0; j < r->jobs; j++)
		if (!r->job[j].open)
			p[j] = find_pace(r, j, until[j]);
	free(until);
	return p;
}
