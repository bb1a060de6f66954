/* link: metrics */
/* stats -- figures against values computed by hand, quantiles of t against tables. */
#include <math.h>
#include <stdlib.h>

#include "lib/rng/rng.h"
#include "lib/student/student.h"
#include "metrics/stats/stats.h"
#include "unit/tap.h"

static void
near(double got, double want, double tolerance, const char *name)
{
	if (!ok(fabs(got - want) <= tolerance * fabs(want), "%s", name))
		fprintf(stderr, "#      got: %.17g\n# expected: %.17g\n", got, want);
}

static void
test_student(void)
{
	/* integrals of the density, computed by Simpson's rule elsewhere; the first ones
	 * are in every printed table */
	static const struct {
		uint64_t degrees;
		double t;
	} known[] = {
		{ 1, 12.706204736175 }, { 2, 4.302652729750 }, { 3, 3.182446305284 }, { 4, 2.776445105198 },
		{ 5, 2.570581835637 }, { 9, 2.262157162798 }, { 10, 2.228138851986 }, { 29, 2.045229642133 },
		{ 30, 2.042272456302 }, { 99, 1.984216951587 }, { 100, 1.983971518524 }, { 120, 1.979930405083 },
		{ 199, 1.971956544252 }, { 200, 1.971896223635 }, { 201, 1.971836506780 }, { 202, 1.971777384670 },
		{ 500, 1.964719837470 }, { 1000, 1.962339080826 }, { 10000, 1.960201239891 },
	};
	double last = INFINITY;
	bool falls = true, back = true;

	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		char name[40];

		snprintf(name, sizeof name, "t(0.975, %d)", (int)known[i].degrees);
		near(student_975(known[i].degrees), known[i].t, 2e-12, name);
	}
	near(student_975(1), tan(M_PI * 0.475), 1e-14, "t(0.975, 1) is a tangent");
	near(student_975(2), 0.95 / sqrt(0.5 * (1 - 0.95 * 0.95)), 1e-14, "t(0.975, 2) is a root");
	near(student_975(UINT64_MAX), 1.959963984540054, 1e-14, "with endless degrees of freedom it is the normal quantile");
	for (uint64_t n = 1; n <= 1000; n++) {
		double t = student_975(n);

		falls &= t < last;
		last = t;
	}
	for (uint64_t n = 1; n <= 400; n++)
		back &= fabs(student_p(n % 2 ? student_975(n) : -student_975(n), n) - 0.05) < 1.5e-9;
	ok(back, "p is 0.05 at the quantile, either way");
	near(student_p(1, 1), 0.5, 1e-15, "p(1, 1) is an angle");
	near(student_p(2, 2), 0.183503419, 1e-15, "p(2, 2) is 1 - 2/sqrt(6), to nine decimals");
	ok(student_p(0, 5) == 1 && student_p(INFINITY, 1) == 0 && student_p(-INFINITY, 4) == 0 && isnan(student_p(NAN, 3)), "p of nothing, of all, of none");
	ok(falls, "it falls with every degree of freedom, over the change of method too");
}

static void
test_quantile(void)
{
	static const double four[] = { 1, 2, 4, 8 }, five[] = { 1, 2, 3, 4, 5 };

	ok1(quantile(four, 4, 0) == 1);
	ok1(quantile(four, 4, 1) == 8);
	ok1(quantile(four, 4, 0.25) == 1.75);
	ok1(quantile(four, 4, 0.5) == 3);
	ok1(quantile(four, 4, 0.75) == 5);
	ok1(quantile(five, 5, 0.25) == 2);
	ok1(quantile(five, 5, 0.99) > 4.95 && quantile(five, 5, 0.99) < 4.97);
	ok1(quantile(four, 1, 0.25) == 1);
	ok1(quantile(four, 2, 0.25) == 1.25);
}

static void
test_small(void)
{
	double one[] = { 7 }, two[] = { 5, 3 }, none[] = { 0 };
	stats s = stats_of(none, 0);

	ok(s.count == 0 && isnan(s.mean) && isnan(s.min) && isnan(s.sd) && isnan(s.ci95_low), "no value: no figure");
	s = stats_of(one, 1);
	ok(s.count == 1 && s.mean == 7 && s.min == 7 && s.q1 == 7 && s.median == 7 && s.q3 == 7 && s.max == 7, "one value is every figure");
	ok(isnan(s.sd) && isnan(s.ci95_low) && isnan(s.ci95_high), "one value: no deviation and no interval");
	s = stats_of(two, 2);
	ok(s.mean == 4 && s.min == 3 && s.q1 == 3.5 && s.median == 4 && s.q3 == 4.5 && s.max == 5, "two values");
	near(s.sd, sqrt(2), 1e-15, "two values: deviation");
	near(s.ci95_low, 4 - 12.706204736175, 1e-11, "two values: low end of the interval");
	near(s.ci95_high, 4 + 12.706204736175, 1e-11, "two values: high end of the interval");
}

static void
test_hard(void)
{
	double far[] = { 1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16 }, huge[] = { -1e308, 1e308, 1e308, 1e308 };
	double mixed[] = { 1e16, 3, -1e16, 0.1, 7e-9, -2.5 }, again[] = { 7e-9, -2.5, 0.1, -1e16, 3, 1e16 };
	stats s = stats_of(far, 4), t;

	ok(s.mean == 1e9 + 10, "far from 0: mean");
	near(s.sd, sqrt(30), 1e-15, "far from 0: deviation");
	s = stats_of(huge, 4);
	ok(s.mean == 5e307 && s.sd == 1e308, "near the end of the range: mean and deviation are finite");
	s = stats_of(mixed, 6);
	t = stats_of(again, 6);
	ok(memcmp(&s, &t, sizeof s) == 0, "the order of the values makes no difference");
}

/* Of values that are units each, and of fewer units. */
static void
test_units(void)
{
	double value[] = { 8, 1, 4, 2 }, again[] = { 8, 1, 4, 2 }, pairs[] = { 1, 9, 3, 7, 2, 8 };
	uint32_t unit[] = { 7, 3, 0, 900 }, pair[] = { 5, 5, 1, 1, 0, 0 };
	stats s = stats_of(value, 4), t = stats_of_units(again, unit, 4);

	ok(t.units == 4 && s.units == 4 && t.mean == s.mean && t.sd == s.sd && t.q1 == s.q1, "a value a unit: the same figures");
	near(t.ci95_low, s.ci95_low, 1e-15, "a value a unit: low end of the interval");
	near(t.ci95_high, s.ci95_high, 1e-15, "a value a unit: high end of the interval");
	s = stats_of_units(pairs, pair, 6);
	ok(s.units == 3 && s.mean == 5 && s.ci95_low == 5 && s.ci95_high == 5, "units of one mean: an interval of no width");
	s = stats_of_units(pairs, (uint32_t[]){ 4, 4, 4, 4, 4, 4 }, 6);
	ok(s.units == 1 && s.mean == 5 && s.sd > 0 && isnan(s.ci95_low) && isnan(s.ci95_high), "one unit: no interval");
}

enum { UNITS = 20, MOST = 30 };

/* A workload of UNITS cases of 2 to MOST jobs: the jobs of a case have much in common, and are slower where they are many. */
static size_t
draw(rng *r, double *value, uint32_t *unit)
{
	size_t n = 0;

	for (uint32_t u = 0; u < UNITS; u++) {
		uint64_t jobs = 2 + rng_below(r, MOST - 1);
		double common = 10 * (0.5 + rng_unit(r)) + 0.1 * (double)jobs;

		for (uint64_t j = 0; j < jobs; j++, n++) {
			value[n] = common + 4 * rng_unit(r) - 2;
			unit[n] = u;
		}
	}
	return n;
}

/* How often is the true mean in the interval?  With jobs uniform on 2 to 30 that is 10 + 0.1 E jobs^2 / E jobs, the squares'
 * mean 70 + 16^2. */
static void
test_coverage(void)
{
	enum { TIMES = 4000 };
	const double truth = 10 + 0.1 * (70 + 256) / 16;
	double value[UNITS * MOST], again[UNITS * MOST];
	uint32_t unit[UNITS * MOST];
	int inside = 0, pooled = 0;
	rng r;

	rng_init(&r, 1, "coverage", "", "");
	for (int i = 0; i < TIMES; i++) {
		size_t n = draw(&r, value, unit);
		stats s, t;

		memcpy(again, value, n * sizeof *value);
		s = stats_of_units(value, unit, n);
		t = stats_of(again, n);
		inside += s.ci95_low <= truth && truth <= s.ci95_high;
		pooled += t.ci95_low <= truth && truth <= t.ci95_high;
	}
	ok(inside > 0.93 * TIMES && inside < 0.97 * TIMES, "jobs of a case are alike: %d of %d intervals hold the true mean", inside, TIMES);
	ok(pooled < 0.6 * TIMES, "with each job as a unit %d do", pooled);
}

static void
test_sign(void)
{
	ok1(sign_test(10, 0) == 2 / 1024.0 && sign_test(0, 10) == 2 / 1024.0);
	near(sign_test(8, 2), 0.109375, 1e-15, "8 against 2");
	ok(sign_test(0, 0) == 1 && sign_test(1, 0) == 1 && sign_test(7, 7) == 1 && sign_test(3, 4) == 1, "as even as can be: 1");
	near(sign_test(400, 600), 2.7284641560660184e-10, 1e-13, "400 against 600");
	near(sign_test(1000, 3), 3.9237204179258068e-294, 1e-13, "1000 against 3");
	near(sign_test(5100, 4900), 0.04658552770494739, 1e-13, "5100 against 4900");
	ok1(sign_test(1000000, 0) == 0);
}

int
main(void)
{
	test_student();
	test_quantile();
	test_small();
	test_hard();
	test_units();
	test_coverage();
	test_sign();
	return done_testing();
}
