/* paired -- a ratio a case, kept as its logarithm: twice as fast and half as fast are equally far from 1. */
#include "metrics/compare/ratios.h"

#include <math.h>

#include "lib/cli/cli.h"
#include "metrics/stats/stats.h"

void
paired_add(paired *p, double log_ratio)
{
	p->sum += log_ratio;
	p->count++;
}

void
paired_end_case(paired *p)
{
	if (p->count == 0)
		return;
	if (p->cases == p->room) {
		p->room = p->room == 0 ? 16 : 2 * p->room;
		p->log = xrealloc(p->log, p->room, sizeof *p->log);
	}
	p->log[p->cases++] = p->sum / (double)p->count;
	p->sum = 0;
	p->count = 0;
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

paired_figures
paired_of(paired *p)
{
	stats s = stats_of(p->log, p->cases);

	if (p->cases == 0)
		return (paired_figures){ NAN, NAN, NAN, NAN, NAN };
	if (isinf(s.min) || isinf(s.max))
		s.mean = s.ci95_low = s.ci95_high = NAN;
	return (paired_figures){ exp(s.mean), exp(s.ci95_low), exp(s.ci95_high), median_of(p->log, p->cases), sign_p(p->log, p->cases) };
}
