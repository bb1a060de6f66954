#include "alloc/advise/bounds.h"

#include <math.h>
#include <stdlib.h>

#include "lib/cli/ascending.h"

enum { EVERY = 4, TRIED = 600, NEAR = 60, FEWEST = 20, PLAYS = 10 };	/* each 4th job is tried, 600 at most, by 10 futures */
enum { CHECKED_TRIALS = 200, MINUTE = 60 };

static wait_span
span_of(int64_t *t, uint32_t n)
{
	qsort(t, n, sizeof *t, ascending_u64);
	return (wait_span){ t[(uint32_t)(0.05 * (n - 1))], t[n / 2], t[(uint32_t)ceil(0.95 * (n - 1))] };
}

/* The scale of waits: a minute counts little, and of longer times the ratio. */
static double
scale(int64_t us)
{
	return log1p(log_seconds(us) / MINUTE);
}

static int64_t
unscale(double x)
{
	return llround(expm1(x < 0 ? 0 : x) * MINUTE) * LOG_SECOND;
}

prediction
predict(const past *p, const moment *m, const jobs_placed *where, const futures *f)
{
	const past_job *j = &p->job[m->asked];
	int64_t *start = xalloc((size_t)f->count + 1, sizeof *start), *end = xalloc((size_t)f->count + 1, sizeof *end),
		*run = xalloc((size_t)f->count + 1, sizeof *run);
	prediction q = { .known = true };

	for (uint32_t i = 0; i < f->count; i++) {
		start[i] = f->item[i].start - m->at;
		run[i] = f->item[i].run;
		end[i] = start[i] + run[i];
	}
	q.start = span_of(start, f->count);
	q.end = span_of(end, f->count);
	q.run = span_of(run, f->count).mid;
	q.feature[0] = scale(q.start.mid);
	q.feature[1] = 0.5 * log(j->request.nodes);
	q.feature[2] = 0.5 * scale(j->wall);
	q.feature[3] = j->request.nodes <= where->state.occupancy.idle ? 1.5 : 0;
	q.feature[4] = 0.3 * log1p(m->waitings);
	free_all(start, end, run);
	return q;
}

const prediction *
trial_of(trials *x, uint32_t job)
{
	if (!x->of[job].known) {
		moment m = moment_of(x->past, job, x->past->job[job].submit);
		jobs_placed where = place_running(x->t->driver, x->past, &m, false);
		futures f = futures_play(x->t, x->past, &m, &where, PLAYS);

		x->of[job] = predict(x->past, &m, &where, &f);
		futures_free(&f);
		placed_free(&where);
		moment_free(&m);
	}
	return &x->of[job];
}

/* How what became of a trial lies to what was said of it, on the scale: half of what is said counts, as it is not worth more. */
typedef struct trial_outcome {
	double apart;		/* from the job that is asked about */
	double start, end;
} trial_outcome;

ASCENDING_BY3(by_nearness, trial_outcome, apart, start, end)

static double
apart(const prediction *a, const prediction *b)
{
	double sum = 0;

	for (int i = 0; i < FEATURES; i++)
		sum += fabs(a->feature[i] - b->feature[i]);
	return sum;
}

static double
said(const wait_span *s)
{
	return 0.5 * scale(s->mid);
}

/* What became of a job by a moment: one that waits, or runs, yet has waited so long at least; false where that says nothing. */
static bool
is_known(const past_job *j, const prediction *p, int64_t at, trial_outcome *o)
{
	int64_t start = (j->start < at ? j->start : at) - j->submit, end = (j->end < at ? j->end : at) - j->submit;

	if ((j->start > at && start <= p->start.mid) || (j->end > at && end <= p->end.mid))
		return false;
	o->start = scale(start) - said(&p->start);
	o->end = scale(end) - said(&p->end);
	return true;
}

/* The shortest interval that has so many of a sample, which ascends, or all. */
static wait_span
shortest(const double *v, uint32_t n, double about, uint32_t in)
{
	uint32_t best = 0;
	double least = INFINITY;

	in = in < n ? in : n;
	for (uint32_t i = 0; i + in <= n; i++) {
		double wide = fmax(0, v[i + in - 1] + about) - fmax(0, v[i] + about);

		if (wide < least) {
			least = wide;
			best = i;
		}
	}
	return (wait_span){ unscale(v[best] + about), unscale(v[n / 2] + about), unscale(v[best + in - 1] + about) };
}

/* What became of the trials that are nearest to a prediction, as far as it was known at a moment, ascending; how many. */
static uint32_t
find_nearest(trials *x, int64_t at, const prediction *p, double *start, double *end)
{
	trial_outcome near[TRIED] = { 0 };
	uint32_t n = 0, tried = 0;

	for (uint32_t i = past_since(x->past, at) / EVERY * EVERY; i >= EVERY && tried < TRIED; i -= EVERY, tried++) {
		const prediction *q = trial_of(x, i - EVERY);

		near[n].apart = apart(p, q);
		n += is_known(&x->past->job[i - EVERY], q, at, &near[n]);
	}
	qsort(near, n, sizeof *near, by_nearness);
	n = n < NEAR ? n : NEAR;
	for (uint32_t i = 0; i < n; i++) {
		start[i] = near[i].start;
		end[i] = near[i].end;
	}
	qsort(start, n, sizeof *start, ascending_double);
	qsort(end, n, sizeof *end, ascending_double);
	return n;
}

/* --- how many must be in the interval */

/* The smallest share of a sample whose shortest interval has a time; above 1 where none has. */
static double
share_needed(const double *v, uint32_t n, double about, int64_t time)
{
	for (uint32_t in = n / 2; in <= n; in++) {
		wait_span s = shortest(v, n, about, in);

		if (s.low <= time && time <= s.high)
			return (double)in / n;
	}
	return 1 + 1.0 / n;
}

/* Find, once, which shares the intervals of a trial would have needed; 0: too few were before it. */
static void
find_needs(trials *x, uint32_t job)
{
	prediction *p = &x->of[job];
	const past_job *j = &x->past->job[job];
	double start[NEAR] = { 0 }, end[NEAR] = { 0 };
	uint32_t n;

	if (p->needs_known)
		return;
	p->needs_known = true;
	n = find_nearest(x, j->submit, p, start, end);
	if (n < FEWEST)
		return;
	p->start_needs = share_needed(start, n, said(&p->start), j->start - j->submit);
	p->end_needs = share_needed(end, n, said(&p->end), j->end - j->submit);
}

/* The share that an interval must have: up by nine steps when a trial would have needed more, else down by one, in the order in which they
 * came (I. Gibbs and E. Candes, "Adaptive Conformal Inference Under Distribution Shift", 2021). */
static void
adapt(double *share, double needed)
{
	const double step = 0.005;

	*share += needed > *share ? 9 * step : -step;
}

uint32_t
set_right(trials *x, int64_t at, prediction *p)
{
	double start[NEAR] = { 0 }, end[NEAR] = { 0 }, for_start = 0.95, for_end = 0.95;
	uint32_t n = find_nearest(x, at, p, start, end), last = past_since(x->past, at) / EVERY;

	if (n < FEWEST)
		return 0;
	for (uint32_t i = last > CHECKED_TRIALS ? last - CHECKED_TRIALS : 0; i < last; i++) {
		const prediction *q = trial_of(x, i * EVERY);
		const past_job *j = &x->past->job[i * EVERY];

		if (j->start > at)
			continue;
		find_needs(x, i * EVERY);
		if (q->start_needs > 0)
			adapt(&for_start, q->start_needs);
		if (q->end_needs > 0 && j->end <= at)
			adapt(&for_end, q->end_needs);
	}
	p->start = shortest(start, n, said(&p->start), (uint32_t)ceil(for_start * (n + 1)) + 1);
	p->end = shortest(end, n, said(&p->end), (uint32_t)ceil(for_end * (n + 1)) + 1);
	return n;
}
