/* differences -- a policy and the baseline meet in each case, so that what makes cases differ cancels.
 *
 * A difference may be of values that are 0 or less, as a logarithm may not: waits are often 0, and a good place loses less than nothing. */
#include "metrics/compare/differences.h"

#include <math.h>
#include <stdlib.h>

#include "lib/student/student.h"
#include "metrics/stats/stats.h"

/* The values of a policy and of the baseline in the cases that both have. */
typedef struct paired_values {
	struct pair { double own, baseline; } *of;	/* [cases] */
	size_t cases, room;
} paired_values;

/* What one policy's meetings say of one column; NAN where they do not. */
typedef struct difference {
	stats own, baseline, apart;	/* apart: own - baseline, case by case */
	double ratio, ratio_half;
	double p, holm, sign_p;	/* Student's, the same by Holm's method among the policies, the sign test's */
} difference;

static paired_values *
meeting_of(paired_values *all, const comparison *c, uint32_t by, uint32_t policy, uint32_t column)
{
	return &all[((size_t)by * c->means.policy.count + policy) * c->asked->of.count + column];
}

static void
meet(paired_values *m, mean own, mean baseline)
{
	if (own.count == 0)
		return;
	m->of = xgrow(m->of, &m->room, m->cases + 1, sizeof *m->of);
	m->of[m->cases++] = (struct pair){ mean_value(own), mean_value(baseline) };
}

static void
see(void *data, const comparison *c, uint32_t place, uint32_t other, const pairing *p)
{
	for (uint32_t k = 0; k < p->classes; k++)
		meet(meeting_of(data, c, c->means.place_by[place], other, k), p->other[k], p->reference[k]);
}

/* The baseline beside itself, in all its cases. */
static void
see_baseline(paired_values *all, const comparison *c)
{
	for (uint32_t place = 0; place < groups_count(&c->means.place); place++)
		for (uint32_t k = 0; k < c->asked->of.count; k++) {
			mean m = means_find(&c->means, place, c->reference, k);

			meet(meeting_of(all, c, c->means.place_by[place], c->reference, k), m, m);
		}
}

static double
half(const stats *s)
{
	return (s->ci95_high - s->ci95_low) / 2;
}

/* Two-sided, by Student's t; 1 where the mean is 0. */
static double
student_p_of(const stats *s)
{
	if (s->count < 2)
		return NAN;
	return s->mean == 0 ? 1 : student_p(s->mean / (s->sd / sqrt((double)s->count)), s->count - 1);
}

/* The statistics of own - factor * baseline, case by case, which are left in `value`. */
static stats
apart_by(const paired_values *m, double factor, double *value)
{
	for (size_t i = 0; i < m->cases; i++)
		value[i] = m->of[i].own - factor * m->of[i].baseline;
	return stats_of(value, m->cases);
}

static difference
difference_of(const paired_values *m)
{
	double *value = xalloc(m->cases + 1, sizeof *value);
	difference d = { .ratio = NAN, .ratio_half = NAN };
	stats rest;

	d.own = apart_by(m, 0, value);
	for (size_t i = 0; i < m->cases; i++)	/* there may be none, and no array either */
		value[i] = m->of[i].baseline;
	d.baseline = stats_of(value, m->cases);
	if (d.baseline.mean > 0) {
		d.ratio = d.own.mean / d.baseline.mean;
		rest = apart_by(m, d.ratio, value);
		d.ratio_half = half(&rest) / d.baseline.mean;
	}
	d.apart = apart_by(m, 1, value);
	d.p = student_p_of(&d.apart);
	d.sign_p = m->cases > 0 ? sign_test_of(value, m->cases) : NAN;
	free(value);
	return d;
}

static int
ascending_p(const void *a, const void *b)
{
	const difference *x = *(difference *const *)a, *y = *(difference *const *)b;

	return (x->p > y->p) - (x->p < y->p);
}

/* Holm's method: the least of n p-values counts n times, the next n - 1 times, and none less than one before it.  Those that are not
 * known do not count. */
static void
holm(difference *d, uint32_t n)
{
	difference **known = xalloc(n, sizeof(difference *));
	uint32_t count = 0;
	double last = 0;

	for (uint32_t i = 0; i < n; i++) {
		d[i].holm = NAN;
		if (!isnan(d[i].p))
			known[count++] = &d[i];
	}
	qsort(known, count, sizeof(difference *), ascending_p);
	for (uint32_t i = 0; i < count; i++)
		last = known[i]->holm = fmin(1, fmax(last, (count - i) * known[i]->p));
	free(known);
}

static const char *
verdict_of(const difference *d, bool more)
{
	if (d->apart.count > 0 && d->apart.min == 0 && d->apart.max == 0)
		return "equal";
	if (!(d->holm <= 0.05))
		return "undecided";
	return (d->apart.mean > 0) == more ? "better" : "worse";
}

void
differences_columns(result *r)
{
	result_columns(r, "alloc,measure,cases,mean,half,baseline,difference,difference_half,ratio,ratio_half,holm_p,sign_p,verdict");
}

/* A row; without a verdict only what the policy's values say by themselves. */
static void
write_row(result *r, const comparison *c, uint32_t by, uint32_t policy, uint32_t column, const difference *d, const char *verdict)
{
	int at = groups_put(&c->means.by, by, r);

	sink_put(r->sink, at, names_at(&c->means.policy, policy));
	sink_put(r->sink, at + 1, names_at(&c->asked->of, column));
	sink_put_int(r->sink, at + 2, (int64_t)d->own.count);
	at = result_reals(r, at + 3, verdict ? 9 : 2, (double[]){ d->own.mean, half(&d->own), d->baseline.mean, d->apart.mean, half(&d->apart),
		d->ratio, d->ratio_half, d->holm, d->sign_p });
	if (verdict)
		sink_put(r->sink, at, verdict);
	sink_row(r->sink, NULL);
}

/* The rows of one column: the baseline's, and those of the others. */
static void
write_column(result *r, const comparison *c, paired_values *all, uint32_t by, uint32_t column, bool more)
{
	difference baseline = difference_of(meeting_of(all, c, by, c->reference, column));
	difference *d = xalloc(c->others, sizeof *d);

	for (uint32_t i = 0; i < c->others; i++)
		d[i] = difference_of(meeting_of(all, c, by, c->other[i], column));
	holm(d, c->others);
	write_row(r, c, by, c->reference, column, &baseline, NULL);
	for (uint32_t i = 0; i < c->others; i++)
		write_row(r, c, by, c->other[i], column, &d[i], verdict_of(&d[i], more));
	free(d);
}

void
differences_run(result *r, comparison *c, const names *more)
{
	uint32_t columns = c->asked->of.count, bys = groups_count(&c->means.by);
	paired_values *all = xcalloc((size_t)bys * c->means.policy.count * columns + 1, sizeof *all);

	comparison_run(c, see, all);
	see_baseline(all, c);
	for (uint32_t by = 0; by < bys; by++)
		for (uint32_t k = 0; k < columns; k++)
			write_column(r, c, all, by, k, names_find(more, names_at(&c->asked->of, k)) != UINT32_MAX);
}
