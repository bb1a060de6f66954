/* stats -- mean, deviation, quartiles and interval of a sample.
 *
 * Sums run over the sorted values in long double: the same digits whatever the order of the rows, and no overflow in the squares. */
#include "metrics/stats/stats.h"

#include <math.h>
#include <stdlib.h>

#include "lib/cli/ascending.h"
#include "lib/student/student.h"

double
quantile(const double *sorted, size_t n, double p)
{
	double at = (double)(n - 1) * p;
	size_t low = (size_t)at;

	if (low + 1 >= n)
		return sorted[n - 1];
	/* Halves, whose difference is in range where a long double is no wider than a double. */
	return (double)(2 * (sorted[low] / 2.0L + (at - (double)low) * (sorted[low + 1] / 2.0L - sorted[low] / 2.0L)));
}

static void
spread(stats *s, const double *value, size_t n, long double mean)
{
	long double squares = 0, error;

	for (size_t i = 0; i < n; i++)
		squares += (value[i] - mean) * (value[i] - mean);
	s->sd = (double)sqrtl(squares / (long double)(n - 1));
	error = student_975(n - 1) * sqrtl(squares / (long double)(n - 1) / (long double)n);
	s->ci95_low = (double)(mean - error);
	s->ci95_high = (double)(mean + error);
}

stats
stats_of(double *value, size_t n)
{
	stats s = { n, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, n };
	long double sum = 0;

	if (n == 0)
		return s;
	qsort(value, n, sizeof *value, ascending_double);
	for (size_t i = 0; i < n; i++)
		sum += value[i];
	s.mean = (double)(sum / (long double)n);
	s.min = value[0];
	s.q1 = quantile(value, n, 0.25);
	s.median = quantile(value, n, 0.5);
	s.q3 = quantile(value, n, 0.75);
	s.max = value[n - 1];
	if (n > 1)
		spread(&s, value, n, sum / (long double)n);
	return s;
}
