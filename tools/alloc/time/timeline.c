/* moves -- what play.h offers to the schedules: a job is asked for, starts, leaves. */
#include <stdlib.h>
#include <string.h>

#include "alloc/time/timeline.h"
#include "lib/stream/lists.h"

bool
play_choose(play *p, tenancy *t, uint32_t i, grant *g)
{
	const request *q = &p->job[i].request;

	return tenancy_choose(t, q, driver_random(p->driver, p->id, q), g, NULL);
}

bool
play_serves(play *p, uint32_t i)
{
	demand *d = &p->demand[p->job[i].demand];

	if (d->refused == p->released)
		return false;
	if (play_choose(p, p->machine, i, p->choice))
		return true;
	d->refused = p->released;
	return false;
}

/* Would circuits change if the job started with what is in p->choice? */
static bool
reconfigures(const play *p, uint32_t i)
{
	return p->driver->opt->reconfigure && tenancy_reconfigures(p->machine, &p->job[i].request, p->choice->node);
}

/* When a job that starts now begins to run. */
static int64_t
begins(const play *p, bool reconfigured)
{
	return p->now + (reconfigured ? p->driver->opt->delay : 0);
}

int64_t
play_due(const play *p, uint32_t i)
{
	return begins(p, reconfigures(p, i)) + p->job[i].times.wall;
}

/* Which share of its runtime_s the job saves, being placed as in p->choice. */
static double
saved(const play *p, const job *j)
{
	const table *t = p->driver->in;
	const char *mode = p->speedup ? p->choice->value[p->mode] : NULL;
	double share;

	if (!mode || !*mode || strcmp(mode, "small") == 0)
		return 0;
	if (!speedup_saved(p->speedup, mode, j->request.nodes, &share))
		table_bad(t, j->request.row, table_column(t, "mode"), "job '%s' runs in mode '%s', of which %s has no row", j->request.job, mode,
			p->driver->opt->speedup);
	return share;
}

void
play_expect(play *p, uint32_t i)
{
	const job *j = &p->job[i];

	agenda_add(&p->ends, i, j->end, j->request.nodes);
	agenda_add(&p->due, i, j->due, j->request.nodes);
}

void
play_enter(play *p, uint32_t i)
{
	job *j = &p->job[i];

	j->reconfigured = reconfigures(p, i);
	j->start = p->now;
	j->end = begins(p, j->reconfigured) + times_run(&j->times, saved(p, j), j->request.row, &p->odd);
	j->due = begins(p, j->reconfigured) + j->times.wall;
	tenancy_enter(p->machine, &j->request, p->choice->node);
	j->node = xalloc(j->request.nodes, sizeof *j->node);
	memcpy(j->node, p->choice->node, j->request.nodes * sizeof *j->node);
	j->list = xstrdup(list_write(j->node, j->request.nodes, false));
	j->value = grant_values(p->choice, p->driver->opt->policy);
	if (p->schedule->by_log && j->start > j->times.arrival)
		times_delayed(&p->odd, j->request.row, j->start - j->times.arrival);
	p->changes++;
	play_expect(p, i);
	queue_remove(&p->queue, i);
}

bool
play_start(play *p, uint32_t i)
{
	if (!play_serves(p, i))
		return false;
	play_enter(p, i);
	return true;
}

void
play_vacate(play *p, tenancy *t, uint32_t i, int64_t time)
{
	tenancy_leave(t, &p->job[i].request, p->job[i].node);
	for (uint32_t k = p->residents; k < p->jobs; k++) {
		const job *j = &p->job[k];

		if (k != i && !j->gone && j->due > time)
			tenancy_close(t, &j->request, j->node);
	}
}
