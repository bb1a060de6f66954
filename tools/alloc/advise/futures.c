#include "alloc/advise/futures.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/ascending.h"
#include "lib/rng/rng.h"

static const int64_t DAY = (int64_t)86400 * LOG_SECOND;
enum { DAYS_BACK = 28, DAYS_ON = 4, HISTORY = 2000 };	/* days from which arrivals are drawn; days of them; jobs that are placed before */

/* --- where jobs are */

/* The nodes of the job by the log or by the policy; NULL when it finds no room. */
static uint32_t *
place_one(driver *d, jobs_placed *w, const past *p, const past_job *j)
{
	uint32_t n = j->request.nodes, *node = xalloc(n, sizeof *node);
	list l = { 0 };
	bool fits = j->listed;

	if (j->listed) {
		job_read_list(&l, p->in, j->request.row, p->list, w->state.occupancy.machine, n);
		memcpy(node, l.item, n * sizeof *node);
		for (uint32_t i = 0; i < n; i++)
			fits = fits && !w->state.occupancy.busy[node[i]];
		list_free(&l);
	}
	if (!fits && state_choose(&w->state, &j->request, driver_random(d, "1", &j->request), &d->selection, NULL)) {
		memcpy(node, d->selection.node, n * sizeof *node);
		fits = true;
	}
	if (fits) {
		state_place(&w->state, &j->request, node);
		return node;
	}
	free(node);
	return NULL;
}

/* A job of the history that is on the machine. */
typedef struct resident {
	uint32_t job;
	uint32_t *node;
} resident;

/* Those that have ended by then leave. */
static uint32_t
leave(jobs_placed *w, const past *p, resident *r, uint32_t n, int64_t time)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < n; i++) {
		const past_job *j = &p->job[r[i].job];

		if (j->end > time) {
			r[kept++] = r[i];
			continue;
		}
		state_remove(&w->state, &j->request, r[i].node);
		free(r[i].node);
	}
	return kept;
}

/* The last jobs that started by the moment, by start: those that run and, with `history`, those before; how many. */
static uint32_t
list_begun(const past *p, const moment *m, bool history, uint32_t *begun)
{
	uint32_t n = 0, came = past_since(p, m->at + 1), from = history && came > HISTORY ? came - HISTORY : 0;

	for (uint32_t i = 0; i < m->runnings; i++)
		begun[n++] = m->running[i];
	for (uint32_t i = from; history && i < came; i++)
		if (i != m->asked && p->job[i].start <= m->at && p->job[i].end <= m->at && p->job[i].end > p->job[i].start)
			begun[n++] = i;
	past_sort(p, begun, n);
	return n;
}

jobs_placed
place_running(driver *d, const past *p, const moment *m, bool history)
{
	jobs_placed w = { .node = xcalloc((size_t)m->runnings + 1, sizeof *w.node), .runnings = m->runnings };
	uint32_t *begun = xalloc((size_t)p->jobs + 1, sizeof *begun);
	resident *r = xalloc((size_t)p->jobs + 1, sizeof *r);
	uint32_t n = list_begun(p, m, history, begun), there = 0, next = 0;

	state_init(&w.state, d->machine.policy, d->machine.occupancy.machine);
	for (uint32_t i = 0; i < n; i++) {
		const past_job *j = &p->job[begun[i]];
		uint32_t *node;

		there = leave(&w, p, r, there, j->start);
		node = place_one(d, &w, p, j);
		if (node)
			r[there++] = (resident){ begun[i], node };
	}
	there = leave(&w, p, r, there, m->at);
	for (uint32_t i = 0; i < m->runnings; i++) {
		if (next < there && r[next].job == m->running[i])
			w.node[i] = r[next++].node;
		else
			w.lost++;
	}
	free_all(begun, r);
	return w;
}

void
placed_free(jobs_placed *w)
{
	for (uint32_t i = 0; i < w->runnings; i++)
		free(w->node[i]);
	free(w->node);
	state_free(&w->state);
}

/* --- one future */

typedef struct one_future {
	timeline *t;
	const past *past;
	const moment *moment;
	rng draw;
	int64_t back;		/* arrivals are those so much earlier, us, */
	uint32_t from, to;	/* the jobs from[] to to[] - 1 */
} one_future;

/* A job that waits, or comes at a later time. */
static void
submit(one_future *f, const past_job *j, int64_t arrival, int64_t run, int64_t wall)
{
	timeline *t = f->t;
	const policy *p = t->machine->policy;
	int64_t patience = p->patience ? p->patience(&j->request) : INT64_MAX;

	t->job[t->submitted] = (timed_job){ .request = j->request, .row = (int)t->submitted, .start = NEVER, .end = NEVER,
		.times = { .arrival = arrival, .run = run, .wall = wall, .limited = j->wall > 0 }, .demand = t->submitted,
		.relaxes = patience == INT64_MAX ? NEVER : arrival + patience };
	t->submitted++;
}

static void
submit_drawn(one_future *f, uint32_t job)
{
	const past_job *j = &f->past->job[job];
	int64_t wall, run = past_draw(f->past, j, f->moment->at, 0, &f->draw, &wall);

	submit(f, j, j->submit, run, wall);
}

/* The jobs that wait, in the order in which they came, with the one that is asked about among them. */
static void
submit_queue(one_future *f)
{
	const moment *m = f->moment;
	uint32_t i = 0;

	for (; i < m->waitings && m->waiting[i] < m->asked; i++)
		submit_drawn(f, m->waiting[i]);
	f->t->awaited = f->t->submitted;
	submit_drawn(f, m->asked);
	for (; i < m->waitings; i++)
		submit_drawn(f, m->waiting[i]);
}

/* Draw which jobs will come: those that came in the days behind an earlier time, whole days before. */
static void
draw_arrivals(one_future *f)
{
	const past *p = f->past;
	int64_t at = f->moment->at, days = (at - p->job[0].submit) / DAY, on;

	f->from = f->to = 0;
	if (days < 1)
		return;
	f->back = DAY * (1 + (int64_t)rng_below(&f->draw, (uint64_t)(days < DAYS_BACK ? days : DAYS_BACK)));
	on = f->back < DAYS_ON * DAY ? f->back : DAYS_ON * DAY;
	f->from = past_since(p, at - f->back + 1);
	f->to = past_since(p, at - f->back + on);
}

static void
submit_arrivals(one_future *f)
{
	for (uint32_t i = f->from; i < f->to; i++) {
		const past_job *j = &f->past->job[i];
		int64_t wall = j->wall, run = j->end == NEVER ? 0 : j->end - j->start;

		if (i == f->moment->asked)
			continue;
		if (j->end > f->moment->at || !wall)
			run = past_draw(f->past, j, f->moment->at, 0, &f->draw, &wall);
		submit(f, j, j->submit + f->back, run, wall);
	}
}

/* The jobs that run. */
static void
keep_running(one_future *f, const jobs_placed *where)
{
	timeline *t = f->t;
	uint32_t next = t->first_preplaced;

	for (uint32_t i = 0; i < f->moment->runnings; i++) {
		const past_job *j = &f->past->job[f->moment->running[i]];
		timed_job *k = &t->job[next];
		int64_t ran = f->moment->at - j->start, wall, run = past_draw(f->past, j, f->moment->at, ran, &f->draw, &wall);

		if (!where->node[i])
			continue;
		*k = (timed_job){ .request = j->request, .row = (int)next, .start = j->start, .end = j->start + run,
			.due = j->start + wall, .node = where->node[i] };
		timeline_expect(t, next++);
	}
}

static future
play_one(one_future *f, const jobs_placed *where, const char *number)
{
	timeline *t = f->t;
	const past_job *j = &f->past->job[f->moment->asked];
	timed_job *asked;
	future found = { .switches = 0 };

	rng_init(&f->draw, t->driver->opt->cli.seed, "advise", j->request.job, number);
	draw_arrivals(f);
	timeline_begin(t, "1", f->to - f->from + f->moment->runnings + f->moment->waitings + 1);
	t->from = f->moment->at;
	t->first_preplaced = t->jobs - (where->runnings - where->lost);
	state_copy(t->machine, &where->state);
	keep_running(f, where);
	submit_queue(f);
	submit_arrivals(f);
	timeline_play(t);
	asked = &t->job[t->awaited];
	found = (future){ asked->start, asked->times.run, state_switches(t->machine, asked->node, j->request.nodes), asked->list, asked->value };
	asked->list = NULL;
	asked->value = NULL;
	timeline_forget(t);
	return found;
}

ASCENDING_BY2(by_begin, future, start, run)

futures
futures_play(timeline *t, const past *p, const moment *m, const jobs_placed *where, uint32_t count)
{
	futures f = { xalloc((size_t)count + 1, sizeof *f.item), count, t->selection->values };
	one_future one = { .t = t, .past = p, .moment = m };

	for (uint32_t i = 0; i < count; i++) {
		char *number = xprintf("%u", (unsigned)i);

		f.item[i] = play_one(&one, where, number);
		free(number);
	}
	qsort(f.item, count, sizeof *f.item, by_begin);
	return f;
}

void
futures_free(futures *f)
{
	for (uint32_t i = 0; i < f->count; i++) {
		free(f->item[i].list);
		values_free(f->item[i].value, f->values);
	}
	free(f->item);
}
