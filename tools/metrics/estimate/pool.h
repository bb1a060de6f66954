/* pool -- shares of groups that lean on each other: the fewer runs a group has, the more.
 *
 * Shares of groups are normal, with a mean and a spread that all groups tell together, and which are integrated over (D. Lindley and
 * A. Smith, "Bayes Estimates for the Linear Model", 1972; A. Gelman, "Prior Distributions for Variance Parameters in Hierarchical Models",
 * 2006, for why the spread is half normal before). */
#pragma once

#include "metrics/estimate/evidence.h"

enum { SPREADS = 11, MEANS = 9, LAWS = SPREADS * MEANS };

typedef struct share_law {
	double mean, spread;
	double weight;		/* how probable it is */
} share_law;

typedef struct share_pool {
	share_law law[LAWS];
} share_pool;

/* A share, and 95%. */
typedef struct share_estimate {
	double share, low, high;
} share_estimate;

/* Pool n groups; those that tell nothing count nothing. */
void pool_groups(share_pool *p, const evidence *e, size_t n);

/* The share of a group that was pooled; of NULL, or of one that tells nothing, that of a group of which nothing is known. */
share_estimate pool_group(const share_pool *p, const evidence *e);

/* The mean of all groups. */
share_estimate pool_mean(const share_pool *p);

/* ln of how well shares as the pool has them explain the runs of a group. */
double pool_explains(const share_pool *p, const evidence *e);
