/* stats -- a sample in a few figures. */
#ifndef HOPLINE_STATS_H
#define HOPLINE_STATS_H

#include <stddef.h>
#include <stdint.h>

typedef struct stats {
	size_t count;
	double mean;
	double sd;		/* of the sample, n - 1 */
	double min, q1, median, q3, max;
	double ci95_low, ci95_high;	/* of the mean, by Student's t */
} stats;			/* what a small sample does not have is NAN: all of it at 0, sd and interval at 1 */

/* The figures of n finite values, which are put in ascending order.  The order in
 * which they came makes no difference, not in the last digit either. */
stats stats_of(double *value, size_t n);

/* Quantile of ascending values, type 7 of Hyndman and Fan, "Sample quantiles in
 * statistical packages", 1996: linear between the order statistics around (n-1) p. */
double quantile(const double *sorted, size_t n, double p);

/* The 0.975 quantile of Student's t: half of a 95% interval in standard errors. */
double student_975(uint64_t degrees);

#endif
