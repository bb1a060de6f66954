/* link: metrics */
/* estimate -- hidden shares of synthetic logs are found again: how often the intervals hold them, and how far off the shares are.
 *
 *	estimate.t [LOGS]	the study, as CSV: so many logs of each kind
 */
#include <math.h>
#include <stdlib.h>

#include "lib/cli/cli.h"
#include "lib/rng/rng.h"
#include "metrics/estimate/pool.h"
#include "unit/tap.h"

enum { MOST_GROUPS = 60, MOST_RUNS = 200, MOST_INPUTS = 3, SIZES = 4 };
static const double large = 0.7;

typedef enum shares_kind { UNIFORM_SHARES, EQUAL_SHARES, TWO_SHARES, ZERO_SHARES, SKEWED_SHARES } shares_kind;
typedef enum noise_kind { LOG_NORMAL, NORMAL, HEAVY, SKEWED } noise_kind;
typedef enum slow_kind { NORMAL_C, FOUR_VALUES, TWO_VALUES, OUTLIERS, TREND } slow_kind;

/* How logs are made. */
typedef struct kind_of_log {
	const char *name;
	int least_groups, most_groups, least_runs, most_runs;
	shares_kind shares;
	noise_kind noise;
	double least_noise, most_noise;
	double least_spread, most_spread;	/* of c */
	slow_kind slowdowns;
	double failed, slow;			/* share of runs that end early; that take up to four times as long */
	double mixed;				/* of groups with two or three inputs */
	double wrong;				/* c - 1 is seen this many times as large */
	double late;				/* those that fail have run for this share of their time at least */
	bool extremes;				/* groups have the least or the most runs */
	double own;				/* standard deviation of the shares of a group's inputs; its own is their mean */
} kind_of_log;

static const kind_of_log kinds[] = {
	{ "plain", 10, 60, 5, 200, UNIFORM_SHARES, LOG_NORMAL, 0.02, 0.1, 0.05, 0.4, NORMAL_C, 0, 0, 0, 1 },
	{ "failures", 10, 60, 5, 200, UNIFORM_SHARES, LOG_NORMAL, 0.02, 0.1, 0.05, 0.4, NORMAL_C, 0.08, 0, 0, 1 },
	{ "inputs", 10, 60, 5, 200, UNIFORM_SHARES, LOG_NORMAL, 0.02, 0.1, 0.05, 0.4, NORMAL_C, 0, 0, 0.5, 1 },
	{ "failures, inputs, slow runs", 10, 60, 5, 200, UNIFORM_SHARES, NORMAL, 0.02, 0.1, 0.1, 0.3, NORMAL_C, 0.05, 0.05, 0.4, 1 },
	{ "heavy tails", 10, 60, 5, 200, UNIFORM_SHARES, HEAVY, 0.02, 0.1, 0.1, 0.3, NORMAL_C, 0.02, 0, 0.2, 1 },
	{ "equal shares", 10, 60, 5, 200, EQUAL_SHARES, NORMAL, 0.02, 0.1, 0.1, 0.3, NORMAL_C, 0.03, 0, 0.2, 1 },
	{ "two kinds of job", 10, 60, 5, 200, TWO_SHARES, LOG_NORMAL, 0.02, 0.1, 0.1, 0.3, FOUR_VALUES, 0.03, 0, 0.2, 1 },
	{ "no effect", 10, 60, 5, 200, ZERO_SHARES, LOG_NORMAL, 0.02, 0.1, 0.1, 0.3, NORMAL_C, 0.03, 0, 0.2, 1 },
	{ "skewed shares", 10, 60, 5, 200, SKEWED_SHARES, LOG_NORMAL, 0.02, 0.1, 0.1, 0.3, FOUR_VALUES, 0.03, 0, 0.2, 1 },
	{ "few groups", 1, 3, 5, 200, UNIFORM_SHARES, LOG_NORMAL, 0.02, 0.1, 0.1, 0.3, NORMAL_C, 0.03, 0, 0.2, 1 },
	{ "few runs", 20, 60, 2, 8, UNIFORM_SHARES, LOG_NORMAL, 0.02, 0.1, 0.1, 0.3, NORMAL_C, 0.03, 0, 0, 1 },
	{ "30 runs, 5% noise, c by 0.2", 10, 60, 30, 30, UNIFORM_SHARES, LOG_NORMAL, 0.05, 0.05, 0.2, 0.2, NORMAL_C, 0, 0, 0, 1 },
	{ "late failures, skewed noise", 10, 60, 5, 200, UNIFORM_SHARES, SKEWED, 0.02, 0.1, 0.1, 0.3, NORMAL_C, 0.06, 0, 0, 1, 0.85 },
	{ "5 runs beside 200, c of two values", 10, 60, 5, 200, UNIFORM_SHARES, HEAVY, 0.02, 0.1, 0.1, 0.3, TWO_VALUES, 0.03, 0, 0.2, 1, 0, true },
	{ "c with outliers", 10, 60, 5, 200, UNIFORM_SHARES, LOG_NORMAL, 0.02, 0.1, 0.05, 0.3, OUTLIERS, 0.03, 0, 0.2, 1 },
	{ "c grows with time", 10, 60, 5, 200, SKEWED_SHARES, LOG_NORMAL, 0.02, 0.1, 0.05, 0.3, TREND, 0.03, 0, 0.2, 1 },
	{ "inputs with shares of their own", 10, 60, 5, 200, UNIFORM_SHARES, LOG_NORMAL, 0.02, 0.1, 0.1, 0.3, NORMAL_C, 0.03, 0, 0.6, 1, 0, false, 0.1 },
	{ "c twice as large as simulated", 10, 60, 5, 200, UNIFORM_SHARES, LOG_NORMAL, 0.02, 0.1, 0.1, 0.3, NORMAL_C, 0.03, 0, 0.2, 0.5 },
	{ "c half as large as simulated", 10, 60, 5, 200, UNIFORM_SHARES, LOG_NORMAL, 0.02, 0.1, 0.1, 0.3, NORMAL_C, 0.03, 0, 0.2, 2 },
};

static double
between(rng *r, double low, double high)
{
	return low + (high - low) * rng_unit(r);
}

static double
normal(rng *r)
{
	return sqrt(-2 * log(1 - rng_unit(r))) * cos(2 * M_PI * rng_unit(r));
}

static double
draw_share(rng *r, shares_kind k, double equal)
{
	double u = rng_unit(r);

	return k == EQUAL_SHARES ? equal : k == TWO_SHARES ? (u < 0.5 ? 0.05 : 0.6) : k == ZERO_SHARES ? 0 : k == SKEWED_SHARES ? 0.8 * u * u : 0.8 * u;
}

/* A factor of noise around 1. */
static double
noise_of(rng *r, noise_kind k, double sd)
{
	double z = normal(r);

	if (k == HEAVY)		/* Student's t of 4 degrees */
		z /= sqrt((pow(normal(r), 2) + pow(normal(r), 2) + pow(normal(r), 2) + pow(normal(r), 2)) / 4);
	if (k == SKEWED)	/* exponential */
		return exp(sd * (-log(1 - rng_unit(r)) - 1));
	return k == NORMAL ? fmax(0.05, 1 + sd * z) : exp(sd * z);
}

/* c of a run, `when` through the log: from 0 to 1. */
static double
draw_slowdown(rng *r, slow_kind k, double sd, double when)
{
	switch (k) {
	case FOUR_VALUES: return 1 + sd * (double)rng_below(r, 4);
	case TWO_VALUES: return 1 + (rng_unit(r) < 0.3 ? 2 * sd : 0);
	case OUTLIERS: return 1 - sd * log(1 - rng_unit(r)) * (rng_unit(r) < 0.04 ? 8 : 0.7);
	case TREND: return fmax(0.5, 1 + 3 * sd * when + 0.3 * sd * normal(r));
	default: return fmax(0.5, 1 + sd * 1.2 + sd * normal(r));
	}
}

/* The runs of a group whose inputs have these shares. */
static int
make_group(rng *r, const kind_of_log *k, const double *share, int inputs, group_run *run)
{
	double size = k->extremes ? (double)rng_below(r, 2) : rng_unit(r);
	int n = (int)lround(k->least_runs * pow((double)k->most_runs / k->least_runs, size));
	double sd = between(r, k->least_noise, k->most_noise), spread = between(r, k->least_spread, k->most_spread), base = exp(between(r, 4, 10));
	double factor[MOST_INPUTS] = { 1, between(r, 1.2, 3), between(r, 0.2, 0.9) };

	for (int i = 0; i < n; i++) {
		int input = (int)rng_below(r, (uint64_t)inputs);
		double c = draw_slowdown(r, k->slowdowns, spread, (double)i / n);
		double time = base * factor[input] * (1 - share[input] + share[input] * c) * noise_of(r, k->noise, sd);

		time *= rng_unit(r) < k->failed ? between(r, fmax(0.01, k->late), 1) : 1;
		time *= rng_unit(r) < k->slow ? between(r, 1, 4) : 1;
		run[i] = (group_run){ 1 + (c - 1) * k->wrong, time };
	}
	return n;
}

/* What came of the groups of many logs. */
typedef struct outcome {
	int groups, held, told, told_held;	/* told: alone narrower than half of what is possible */
	double off, told_off, bias, wide;
	int of_size[SIZES], held_of_size[SIZES];
	int high, held_high;		/* of shares that are large */
} outcome;

/* The class of a group by its runs. */
static int
size_class(int runs)
{
	return runs <= 10 ? 0 : runs <= 30 ? 1 : runs <= 100 ? 2 : 3;
}

static void
play(const kind_of_log *k, int number, outcome *o)
{
	static evidence e[MOST_GROUPS];
	static group_run run[MOST_RUNS];
	double share[MOST_GROUPS], equal;
	int runs[MOST_GROUPS];
	share_pool p;
	char *name = xprintf("%d", number);
	rng r;
	int n;

	rng_init(&r, 1, "estimate-log", k->name, name);
	free(name);
	n = k->least_groups + (int)rng_below(&r, (uint64_t)(k->most_groups - k->least_groups + 1));
	equal = between(&r, 0.1, 0.7);
	for (int i = 0; i < n; i++) {
		int inputs = rng_unit(&r) < k->mixed ? 2 + (int)rng_below(&r, 2) : 1;
		double of_input[MOST_INPUTS], first = draw_share(&r, k->shares, equal);

		share[i] = 0;
		for (int j = 0; j < inputs; j++) {
			of_input[j] = k->own > 0 ? fmin(1, fmax(0, first + k->own * normal(&r))) : first;
			share[i] += of_input[j] / inputs;
		}
		runs[i] = make_group(&r, k, of_input, inputs, run);
		evidence_weigh(&e[i], run, (size_t)runs[i]);
	}
	evidence_settle(e, (size_t)n);
	pool_groups(&p, e, (size_t)n);
	for (int i = 0; i < n; i++) {
		share_estimate s = pool_group(&p, &e[i]);
		double low = -1, high = 2;
		bool held = s.low <= share[i] && share[i] <= s.high;

		if (e[i].tells)
			evidence_alone(&e[i], &low, &high);
		o->groups++;
		o->held += held;
		o->of_size[size_class(runs[i])]++;
		o->held_of_size[size_class(runs[i])] += held;
		o->high += share[i] >= large;
		o->held_high += held && share[i] >= large;
		o->off += fabs(s.share - share[i]);
		o->bias += s.share - share[i];
		o->wide += s.high - s.low;
		if (high - low <= 0.5) {
			o->told++;
			o->told_held += held;
			o->told_off += fabs(s.share - share[i]);
		}
	}
}

/* The study: a row a kind. */
static void
study(int logs)
{
	puts("log,groups,held,mean_error,bias,mean_width,with_information,held_with_information,mean_error_with_information,"
		"held_to_10_runs,held_to_30,held_to_100,held_to_200,large_shares,held_large");
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		outcome o = { 0 };

		for (int l = 0; l < logs; l++)
			play(&kinds[i], l, &o);
		printf("\"%s\",%d,%.3f,%.3f,%.3f,%.3f,%d,%.3f,%.3f", kinds[i].name, o.groups, (double)o.held / o.groups, o.off / o.groups, o.bias / o.groups,
			o.wide / o.groups, o.told, (double)o.told_held / o.told, o.told_off / o.told);
		for (int c = 0; c < SIZES; c++)
			printf(o.of_size[c] ? ",%.3f" : ",", (double)o.held_of_size[c] / o.of_size[c]);
		printf(o.high ? ",%d,%.3f\n" : ",%d,\n", o.high, (double)o.held_high / o.high);
		fflush(stdout);
	}
}

/* A few logs of each kind: the intervals hold about as many shares as they say, and wrong slowdowns move shares the way that they must. */
static void
test_kind(const kind_of_log *k)
{
	outcome o = { 0 };
	double held;

	for (int l = 0; l < (CHECKED ? 1 : 3); l++)
		play(k, l, &o);
	held = (double)o.held / o.groups;
	if (k->wrong < 1) {
		ok(o.bias / o.groups > 0.15, "%s: shares come out too large, by %.2f", k->name, o.bias / o.groups);
	} else if (k->wrong > 1) {
		ok(o.bias / o.groups < -0.1, "%s: shares come out too small, by %.2f", k->name, o.bias / o.groups);
	} else {
		double sd = sqrt(0.95 * 0.05 / o.groups);

		ok(held > 0.95 - 4 * sd, "%s: %d of %d shares are in their intervals", k->name, o.held, o.groups);
		ok(fabs(o.bias / o.groups) < 0.03 + 0.2 / sqrt(o.groups), "%s: shares are off by %.3f, all in all by %.3f", k->name, o.off / o.groups, o.bias / o.groups);
	}
	if (k->least_runs == 30 && !CHECKED)
		ok(o.off / o.groups <= 0.05, "%s: off by %.3f in the mean, at most 0.05", k->name, o.off / o.groups);
}

/* Whatever the runs are, an interval comes out, in order. */
static void
test_odd_runs(void)
{
	static const group_run odd[][6] = {
		{ { 1, 1 }, { 1, 1 }, { 1, 1 }, { 1, 1 }, { 1, 1 }, { 1, 1 } },
		{ { 1, 1e-6 }, { 1.5, 1e9 }, { 1, 1e-6 }, { 2, 1e9 }, { 1, 3 }, { 1e3, 5 } },
		{ { 0.01, 10 }, { 0.02, 10 }, { 0.5, 10 }, { 1, 10 }, { 1, 10 }, { 1, 10 } },
		{ { 1, 100 }, { 1.5, 90 }, { 2, 80 }, { 1, 100 }, { 1.5, 90 }, { 2, 80 } },
	};
	evidence e[4];
	share_pool p;

	for (int i = 0; i < 4; i++)
		evidence_weigh(&e[i], odd[i], 6);
	ok(!e[0].tells, "slowdowns that do not differ tell nothing");
	evidence_settle(e, 4);
	pool_groups(&p, e, 4);
	for (int i = 0; i < 4; i++) {
		share_estimate s = pool_group(&p, &e[i]);

		ok(s.low < s.share && s.share < s.high, "odd runs %d: %g in %g to %g", i, s.share, s.low, s.high);
	}
	ok(pool_group(&p, &e[3]).share < 0, "a run time that falls as messages slow down: a share below 0 is reported");
}

int
main(int argc, char **argv)
{
	if (argc > 1) {
		study(atoi(argv[1]));
		return 0;
	}
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		test_kind(&kinds[i]);
	test_odd_runs();
	return done_testing();
}
