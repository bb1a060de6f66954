/* compare -- one policy against the others, case by case: the points and the shares
 * of the first paper's Fig. 10. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/subcommand.h"
#include "lib/student/student.h"
#include "metrics/compare/comparison.h"
#include "metrics/result.h"
#include "metrics/stats/stats.h"

typedef struct compare_options {
	comparison_question asked;
	names more;		/* of asked.of */
	const char *points;	/* a file, "-": standard output instead of the shares; NULL: none */
} compare_options;

static void
write_point(void *data, const comparison *c, uint32_t place, uint32_t other, const pairing *p)
{
	result *r = data;
	int column = groups_put(&c->means.place, place, r);

	sink_put(r->sink, column++, names_at(&c->means.policy, other));
	for (uint32_t k = 0; k < p->classes; k++)
		result_real(r, column++, pairing_ratio(p, k));
	sink_row(r->sink, NULL);
	sink_flush(r->sink);
}

static void
write_shares(result *r, const comparison *c, uint32_t by, uint32_t other)
{
	const tally *t = comparison_tally(c, by, other);
	double points = t->points > 0 ? (double)t->points : NAN;
	int column = groups_put(&c->means.by, by, r);

	sink_put(r->sink, column++, other == c->others ? "all" : names_at(&c->means.policy, c->other[other]));
	sink_put_int(r->sink, column++, (int64_t)t->points);
	sink_put_int(r->sink, column++, (int64_t)t->incomplete);
	column = result_reals(r, column, 4, (double[]){ (double)t->reference_better / points, (double)t->other_better / points,
		(double)t->tie / points, (double)t->mixed / points });
	for (uint32_t k = 0; k < c->means.class.count; k++)
		result_real(r, column++, (double)t->only[k] / points);
	result_real(r, column++, t->cuts > 0 ? (double)(t->cut_sum / (long double)t->cuts) : NAN);
	result_real(r, column++, t->cuts > 0 ? t->best_cut : NAN);
	for (uint32_t k = 0; k < c->means.class.count; k++) {
		ratio_stats s = ratios_stats(&t->ratio[k]);

		column = result_reals(r, column, 5, (double[]){ s.mean, s.low, s.high, s.median, s.sign_p });
	}
	sink_row(r->sink, NULL);
}

static void
write_all_shares(const cli *common, const comparison *c, const input *in)
{
	static const struct {
		const char *before, *behind;	/* the class */
	} ratio[] = { { "ratio_", "" }, { "ratio_", "_low" }, { "ratio_", "_high" }, { "median_", "" }, { "sign_p_", "" } };
	result r;

	result_open(&r, common, NULL);
	result_names(&r, &c->asked->by);
	result_columns(&r, "alloc,points,incomplete,baseline_better_share,other_better_share,tie_share,mixed_share");
	for (uint32_t k = 0; k < c->means.class.count; k++)
		result_column(&r, xprintf("only_%s", names_at(&c->means.class, k)));
	result_columns(&r, "mean_cut,best_cut");
	for (uint32_t k = 0; k < c->means.class.count; k++)
		for (size_t i = 0; i < sizeof ratio / sizeof *ratio; i++)
			result_column(&r, xprintf("%s%s%s", ratio[i].before, names_at(&c->means.class, k), ratio[i].behind));
	result_header(&r, input_origin(in), NULL);
	for (uint32_t by = 0; by < groups_count(&c->means.by); by++)
		for (uint32_t other = 0; other <= c->others; other++)
			write_shares(&r, c, by, other);
	sink_close(r.sink);
}

/* The points and the shares, as far as they are asked for. */
static void
write_classes(const cli *common, const compare_options *o, comparison *c, const input *in)
{
	result points;

	if (o->points) {
		result_open(&points, common, strcmp(o->points, "-") == 0 ? NULL : o->points);
		result_names(&points, &c->asked->by);
		if (c->asked->cases.count == 0)
			result_column(&points, "case");
		result_names(&points, &c->asked->cases);
		result_column(&points, "alloc");
		result_names(&points, &c->means.class);
		result_header(&points, input_origin(in), NULL);
	}
	comparison_run(c, o->points ? write_point : NULL, &points);
	if (!o->points || strcmp(o->points, "-") != 0)
		write_all_shares(common, c, in);
	if (o->points)
		sink_close(points.sink);
}

/* --- how far every policy is from the baseline in several columns of numbers, over the cases that both have
 *
 * A policy and the baseline meet in each case, so that what makes cases differ cancels.  A difference may be of values that are 0 or less,
 * as a logarithm may not: waits are often 0, and a good place loses less than nothing. */

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

static double
half(const stats *s)
{
	return (s->ci95_high - s->ci95_low) / 2;
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
	/* two-sided, by Student's t; 1 where the mean is 0 */
	d.p = d.apart.count < 2 ? NAN : d.apart.mean == 0 ? 1 :
		student_p(d.apart.mean / (d.apart.sd / sqrt((double)d.apart.count)), d.apart.count - 1);
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

static void
write_differences(const cli *common, const compare_options *o, comparison *c, const input *in)
{
	uint32_t columns = o->asked.of.count, bys = groups_count(&c->means.by);
	paired_values *all = xcalloc((size_t)bys * c->means.policy.count * columns + 1, sizeof *all);
	difference *d = xalloc(c->others, sizeof *d);
	result r;

	result_open(&r, common, NULL);
	result_names(&r, &o->asked.by);
	result_columns(&r, "alloc,measure,cases,mean,half,baseline,difference,difference_half,ratio,ratio_half,holm_p,sign_p,verdict");
	result_header(&r, input_origin(in), NULL);
	comparison_run(c, see, all);
	/* The baseline beside itself, in all its cases. */
	for (uint32_t place = 0; place < groups_count(&c->means.place); place++)
		for (uint32_t k = 0; k < c->asked->of.count; k++) {
			mean m = means_find(&c->means, place, c->reference, k);

			meet(meeting_of(all, c, c->means.place_by[place], c->reference, k), m, m);
		}
	/* The rows of each column: the baseline's, and those of the others. */
	for (uint32_t by = 0; by < bys; by++)
		for (uint32_t k = 0; k < columns; k++) {
			bool more = names_find(&o->more, names_at(&o->asked.of, k)) != UINT32_MAX;
			difference baseline = difference_of(meeting_of(all, c, by, c->reference, k));

			for (uint32_t i = 0; i < c->others; i++)
				d[i] = difference_of(meeting_of(all, c, by, c->other[i], k));
			holm(d, c->others);
			write_row(&r, c, by, c->reference, k, &baseline, NULL);
			for (uint32_t i = 0; i < c->others; i++)
				write_row(&r, c, by, c->other[i], k, &d[i], verdict_of(&d[i], more));
		}
	sink_close(r.sink);
}

/* --- the question */

static void
run(const cli *common, void *given)
{
	compare_options *o = given;
	input in;
	comparison c;
	const comparison_question *asked = &o->asked;
	size_t points = 0, incomplete = 0;

	if (names_find(&asked->against, asked->reference) != UINT32_MAX)
		die(FAIL_USAGE, "--against: '%s': is the baseline itself", asked->reference);
	for (uint32_t i = 0; i < o->more.count; i++)
		if (names_find(&asked->of, names_at(&o->more, i)) == UINT32_MAX)
			die(FAIL_USAGE, "--more: '%s': is not a column of --of", names_at(&o->more, i));
	input_open(&in, common->files);
	comparison_read(&c, &o->asked, &in);
	if (o->asked.of.count > 0)
		write_differences(common, o, &c, &in);
	else
		write_classes(common, o, &c, &in);
	for (uint32_t by = 0; by < groups_count(&c.means.by); by++) {
		points += comparison_tally(&c, by, c.others)->points;
		incomplete += comparison_tally(&c, by, c.others)->incomplete;
	}
	if (c.means.empty > 0 && c.asked->of.count > 0)
		warn("%zu empty cells are left out", c.means.empty);
	else if (c.means.empty > 0)
		warn("%zu rows without '%s' are left out", c.means.empty, c.asked->value);
	if (incomplete > 0)
		warn("%zu of %zu points are left out; the first: %s", incomplete, points + incomplete, c.first_incomplete);
}

static const cli_option known[] = {
	{ "baseline", "NAME", "the policy that the others are compared with and normalized to", option_text,
		offsetof(compare_options, asked.reference), true },
	{ "against", "NAME[,NAME...]", "the others [every other policy in the table]", names_read, offsetof(compare_options, asked.against) },
	{ "value", "COL", "what is compared; less is better [comm_time_s]", option_text, offsetof(compare_options, asked.value) },
	{ "class", "COL", "names the class of a job ['class', or one class where there is no such column]", option_text,
		offsetof(compare_options, asked.class) },
	{ "case", "COL[,COL...]", "make a case together ['case', or one case where there is no such column]", names_read,
		offsetof(compare_options, asked.cases) },
	{ "of", "COL[,COL...]", "columns of numbers: means, differences and ratios with intervals, and verdicts, in place of the shares",
		names_read, offsetof(compare_options, asked.of) },
	{ "more", "COL[,COL...]", "of these more is better", names_read, offsetof(compare_options, more) },
	{ "by", "COL[,COL...]", "compare apart what differs in these columns [none]", names_read, offsetof(compare_options, asked.by) },
	{ "points", "FILE", "write a row for each case and policy to FILE; with '-' these are the result", option_text,
		offsetof(compare_options, points) },
	{ 0 }
};

static const cli_rule rules[] = { { "of", NULL, "value class points", "--%s: does not go with --value, --class or --points" }, { 0 } };

static const compare_options defaults = { .asked.value = "comm_time_s" };

const subcommand subcommand_compare = { "compare", "one policy against the others, case by case",
	"[FILE...]", "Compare one policy with the others, case by case.",
	.tables_only = true, .options = known, .rules = rules, .size = sizeof defaults, .defaults = &defaults, .run = run };
