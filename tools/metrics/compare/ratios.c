/* ratios -- a ratio a case, kept as its logarithm: twice as fast and half as fast are equally far from 1. */
#include "metrics/compare/ratios.h"

#include <math.h>

#include "lib/cli/cli.h"
#include "metrics/stats/stats.h"

void
ratios_add(ratios *r, double log_ratio)
{
	r->sum += log_ratio;
	r->count++;
}

void
ratios_end_case(ratios *r)
{
	if (r->count == 0)
		return;
	r->log = xgrow(r->log, &r->room, r->cases + 1, sizeof *r->log);
	r->log[r->cases++] = r->sum / (double)r->count;
	r->sum = 0;
	r->count = 0;
}

/* Of ascending logarithms, not all of which need be finite. */
static double
median_of(const double *log, size_t n)
{
	return n % 2 ? exp(log[n / 2]) : (exp(log[n / 2 - 1]) + exp(log[n / 2])) / 2;
}

static double
sign_p(const double *log, size_t n)
{
	uint64_t more = 0, less = 0;

	for (size_t i = 0; i < n; i++) {
		more += log[i] > 0;
		less += log[i] < 0;
	}
	return sign_test(more, less);
}

ratio_stats
ratios_stats(ratios *r)
{
	stats s = stats_of(r->log, r->cases);

	if (r->cases == 0)
		return (ratio_stats){ NAN, NAN, NAN, NAN, NAN };
	if (isinf(s.min) || isinf(s.max))
		s.mean = s.ci95_low = s.ci95_high = NAN;
	return (ratio_stats){ exp(s.mean), exp(s.ci95_low), exp(s.ci95_high), median_of(r->log, r->cases), sign_p(r->log, r->cases) };
}
