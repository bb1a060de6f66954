/* stats -- a sample in a few numbers. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct stats {
	size_t count;
	double mean;
	double sd;		/* of the sample, n - 1 */
	double min, q1, median, q3, max;
	double ci95_low, ci95_high;	/* of the mean, by Student's t */
	size_t units;		/* independent ones, which the interval rests on */
} stats;			/* what a small sample does not have is NAN: all of it at 0, sd at 1 and the interval at 1 unit */

/* The statistics of n finite values, which are put in ascending order.  The order in
 * which they came makes no difference, not in the last digit either. */
stats stats_of(double *value, size_t n);

/* The statistics of values that come in units, unit[i] the number of the i-th one's: values of one unit may depend on each other,
 * units do not.  The interval is that of a ratio of totals over units, the values' and their number's (Cochran, "Sampling
 * Techniques", 1977, chapter 6), with units - 1 degrees of freedom; where each value is a unit that is stats_of's. */
stats stats_of_units(double *value, const uint32_t *unit, size_t n);

/* Values as they come, each with the number of its unit.  Start with `(value_sample){ 0 }`. */
typedef struct value_sample {
	double *value;
	uint32_t *unit;
	size_t count, room, unit_room;
} value_sample;

void sample_add(value_sample *s, double value, uint32_t unit);
/* stats_of them, or stats_of_units. */
stats sample_stats(value_sample *s, bool in_units);
void sample_free(value_sample *s);

/* Quantile of ascending values, type 7 of Hyndman and Fan, "Sample quantiles in
 * statistical packages", 1996: linear between the order statistics around (n-1) p. */
double quantile(const double *sorted, size_t n, double p);

/* Two-sided p of the sign test: how likely `more` against `less`, or what is further apart, is when both are equally likely.  1
 * when both are 0. */
double sign_test(uint64_t more, uint64_t less);
/* That of the values above 0 against those below. */
double sign_test_of(const double *value, size_t n);
