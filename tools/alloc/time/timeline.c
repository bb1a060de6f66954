/* timeline -- see timeline.h: what it offers to the schedules. */
#include "alloc/time/timeline.h"

#include <string.h>

#include "lib/stream/lists.h"

uint32_t
timeline_next(const timeline *t, uint32_t from, uint32_t any, uint32_t brief, int64_t time)
{
	const agenda *a = &t->waiting;

	for (const agenda_entry *e = agenda_from(a, 0, from); e < a->item + a->count; e++)
		if (e->nodes <= any || (e->nodes <= brief && t->job[e->job].times.wall <= time))
			return e->job;
	return NONE;
}

bool
timeline_choose(timeline *t, machine_state *on, uint32_t i, int64_t time, selection *out)
{
	request q = t->job[i].request;
	uint32_t most = i == t->awaited ? t->driver->most_switches : 0;	/* leaf switches; 0: any number */

	q.waited = time - t->job[i].times.arrival;
	return state_choose(on, &q, driver_random(t->driver, t->id, &q), out, NULL) &&
		(most == 0 || state_switches(t->machine, out->node, q.nodes) <= most);
}

bool
timeline_serves(timeline *t, uint32_t i)
{
	uint64_t *refused = &t->refused[t->job[i].demand];

	if (*refused == t->released)
		return false;
	if (timeline_choose(t, t->machine, i, t->now, t->selection))
		return true;
	*refused = t->released;
	return false;
}

/* Would circuits change if the job started with t->selection? */
static bool
reconfigures(const timeline *t, uint32_t i)
{
	return t->driver->opt->reconfigure && state_reconfigures(t->machine, &t->job[i].request, t->selection->node);
}

/* When a job that starts now begins to run. */
static int64_t
begins(const timeline *t, bool reconfigured)
{
	return t->now + (reconfigured ? t->driver->opt->delay : 0);
}

int64_t
timeline_due(const timeline *t, uint32_t i)
{
	return begins(t, reconfigures(t, i)) + t->job[i].times.wall;
}

/* Which share of its runtime_s the job saves with t->selection. */
static double
saved(const timeline *t, const timed_job *j)
{
	const table *in = t->driver->in;
	const char *mode = t->speedup ? t->selection->value[t->mode] : NULL;
	double share;

	if (!mode || !*mode || strcmp(mode, "small") == 0)
		return 0;
	if (!speedup_saved(t->speedup, mode, j->request.nodes, &share))
		table_bad(in, j->request.row, table_column(in, "mode"), "job '%s' runs in mode '%s', of which %s has no row", j->request.job, mode,
			t->driver->opt->speedup);
	return share;
}

void
timeline_expect(timeline *t, uint32_t i)
{
	const timed_job *j = &t->job[i];

	agenda_add(&t->ends, i, j->end, j->request.nodes);
	agenda_add(&t->due, i, j->due, j->request.nodes);
}

void
timeline_postpone(timeline *t, uint32_t i, int64_t end)
{
	timed_job *j = &t->job[i];

	agenda_remove(&t->ends, i);
	j->end = end;
	agenda_add(&t->ends, i, end, j->request.nodes);
}

void
timeline_place(timeline *t, uint32_t i)
{
	timed_job *j = &t->job[i];

	j->reconfigured = reconfigures(t, i);
	j->start = t->now;
	j->end = begins(t, j->reconfigured) + times_run(&j->times, saved(t, j), j->request.row, &t->odd);
	j->due = begins(t, j->reconfigured) + j->times.wall;
	state_place(t->machine, &j->request, t->selection->node);
	j->node = xalloc(j->request.nodes, sizeof *j->node);
	memcpy(j->node, t->selection->node, j->request.nodes * sizeof *j->node);
	j->list = xstrdup(list_write(j->node, j->request.nodes, false));
	j->value = selection_values(t->selection);
	if (t->schedule->by_log && j->start > j->times.arrival)
		times_delayed(&t->odd, j->request.row, j->start - j->times.arrival);
	timeline_expect(t, i);
	agenda_remove(&t->waiting, i);
	if (j->relaxes != NEVER)
		agenda_remove(&t->relaxes, i);
	j->relaxes = NEVER;
}

bool
timeline_start(timeline *t, uint32_t i)
{
	if (!timeline_serves(t, i))
		return false;
	timeline_place(t, i);
	return true;
}

uint32_t
timeline_start_heads(timeline *t)
{
	uint32_t head;

	while ((head = agenda_first(&t->waiting)) != NONE && head >= t->asked && timeline_start(t, head))
		;
	return head;
}

void
timeline_remove(timeline *t, machine_state *from, uint32_t i, int64_t time)
{
	state_remove(from, &t->job[i].request, t->job[i].node);
	for (uint32_t k = t->first_preplaced; k < t->jobs; k++) {
		const timed_job *j = &t->job[k];

		if (k != i && !j->gone && j->due > time)
			state_reserve(from, &j->request, j->node);
	}
}
