/* link: metrics */
/* stats -- figures against values computed by hand, quantiles of t against tables. */
#include <math.h>
#include <stdlib.h>

#include "metrics/stats.h"
#include "tap.h"

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
	bool falls = true;

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

int
main(void)
{
	test_student();
	test_quantile();
	test_small();
	test_hard();
	return done_testing();
}
