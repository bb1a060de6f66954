/* ratios -- two policies on the same cases: how many times one's time the other takes. */
#ifndef HOPLINE_METRICS_COMPARE_RATIOS_H
#define HOPLINE_METRICS_COMPARE_RATIOS_H

#include <stddef.h>

typedef struct ratios {
	double *log;		/* [cases], of the ratio; infinite where one side is 0 */
	size_t cases, room;
	double sum;		/* of the case under way */
	size_t count;
} ratios;

/* Start with `(ratios){ 0 }`. */

/* Add the logarithm of a ratio to the case under way, and end that case: it counts once, with the mean of its logarithms, and not at
 * all when it has none. */
void ratios_add(ratios *r, double log_ratio);
void ratios_end_case(ratios *r);

/* Statistics of the cases' ratios; NAN what is not finite, and all of them without a case. */
typedef struct ratio_stats {
	double mean;		/* geometric */
	double low, high;	/* its 95% interval by Student's t on the logarithms; NAN with one case */
	double median;
	double sign_p;		/* two-sided sign test of the ratios above 1 against those below */
} ratio_stats;

/* Puts the logarithms in ascending order. */
ratio_stats ratios_stats(ratios *r);

#endif
