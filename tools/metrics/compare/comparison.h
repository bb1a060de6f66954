/* comparison -- one policy against the others: all pairings of a table. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "metrics/compare/means.h"
#include "metrics/input.h"
#include "metrics/stats/stats.h"

/* --- pairing: one policy, the reference, and another: in one case, and over many.
 *
 * A side is strictly better in a case when its mean is smaller in every class that
 * the case has. */

typedef enum outcome {
	REFERENCE_BETTER,
	OTHER_BETTER,
	MIXED,			/* each is better in some class, in none are they equal */
	TIE,			/* equal in at least one class */
	INCOMPLETE		/* not comparable: in some class one has more values than the other, or there is none */
} outcome;

#define NO_CLASS UINT32_MAX

/* One case. */
typedef struct pairing {
	outcome outcome;
	uint32_t class;		/* MIXED: the only class in which the other is better, if it is one, or NO_CLASS; INCOMPLETE: where */
	uint32_t classes;	/* of the table */
	mean *reference, *other;	/* [class] */
} pairing;

/* A ratio a case, kept as its logarithm: twice as fast and half as fast are equally far from 1. */
typedef struct ratios {
	value_sample log;	/* of the ratio, a case each; infinite where one side is 0 */
	double sum;		/* of the case under way */
	size_t count;
} ratios;

/* Many cases. */
typedef struct tally {
	size_t points;		/* those that are not incomplete */
	size_t reference_better, other_better, mixed, tie, incomplete;
	size_t *only;		/* [class]: mixed, and the other is better in this class only */
	size_t cuts;
	long double cut_sum;	/* of 1 - reference/other, a case and class */
	double best_cut;
	ratios *ratio;		/* [class]: other/reference, a case each */
} tally;

void pairing_compare(pairing *p, const means *m, uint32_t place, uint32_t reference, uint32_t other);

/* The other's mean divided by the reference's; 1 when both are 0, NAN where only the
 * reference's is 0, the quotient is beyond the range of a number or the case lacks the class. */
double pairing_ratio(const pairing *p, uint32_t class);

void tally_add(tally *t, const pairing *p);
/* All pairings of a case were added: it counts once, with the mean of its logarithms. */
void tally_end_case(tally *t, uint32_t classes);

/* Statistics of the cases' ratios; NAN what is not finite, and all of them without a case. */
typedef struct ratio_stats {
	double mean;		/* geometric */
	double low, high;	/* its 95% interval by Student's t on the logarithms; NAN with one case */
	double median;
	double sign_p;		/* two-sided sign test of the ratios above 1 against those below */
} ratio_stats;

/* Puts the logarithms in ascending order. */
ratio_stats ratios_stats(ratios *r);

typedef struct comparison {
	const comparison_question *asked;
	means means;
	uint32_t reference;	/* numbers in means.policy */
	uint32_t *other, others;
	tally *tally;
	char *first_incomplete;	/* what is wrong with the first such point; NULL: there is none */
} comparison;

/* Read all rows and find the policies. */
void comparison_read(comparison *c, const comparison_question *asked, input *in);

/* Pair the reference with every other policy in every case, in the order of the cases'
 * first appearance; hand each point that is complete to `see`, unless it is NULL. */
typedef void comparison_see(void *data, const comparison *c, uint32_t place, uint32_t other, const pairing *p);
void comparison_run(comparison *c, comparison_see *see, void *data);

/* Against the i-th other, or all of them (i = others), for one value of `by`. */
tally *comparison_tally(const comparison *c, uint32_t by, uint32_t i);
