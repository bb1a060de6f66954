/* evidence -- what the runs of one group say of the share of their time in which they communicate.
 *
 * A run whose messages take c times as long as at the reference takes T = T0 (1 - s + s c), times noise: its residual in
 * logarithms is that of ln T0.  A group may have several inputs, each with a T0 of its own, and runs that are none of these
 * (they failed, or had another input): a mixture of normal laws, and Cauchy's law for the others.  How well a share explains
 * the runs is the integral over all T0 (by P. S. Laplace's method) and over the noise, so that a group of few runs is as
 * unsure as it must be.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef struct group_run {
	double slowdown;	/* c, where the share of the group is `at` */
	double time;		/* T, s */
	double grows, at;	/* how c grows with that share, from 0 to 1 */
} group_run;

enum { SHARES = 25, NOISES = 9 };

typedef struct evidence {
	bool tells;		/* there are two runs at least whose slowdowns differ */
	double low, high;	/* the shares of the table, evenly spaced from low to high: others are far from the runs */
	double noise, noise_step;	/* ln of the standard deviation in its middle column, and from one to the next */
	double best;		/* ln likelihood of the share and the noise that explain most; */
	double like[SHARES][NOISES];	/* of others, less this */
	double at[SHARES];	/* over all noises, as evidence_settle found it */
} evidence;

/* What is known of the noise before, of other groups: ln of the standard deviation is normal. */
typedef struct noise_law {
	double mean, variance;
} noise_law;

/* Weigh the runs of a group. */
void evidence_weigh(evidence *e, const group_run *run, size_t n);

/* Find the law of the noise of n groups (D. Lindley and A. Smith, "Bayes Estimates for the Linear Model", 1972), and sum each over it. */
noise_law evidence_settle(evidence *e, size_t n);

/* ln likelihood of a share, between those of the table and beyond. */
double evidence_at(const evidence *e, double share);

/* Shares below this one are impossible. */
void evidence_above(evidence *e, double least);

/* Where f has its maximum between low and high, if it has one there only, by golden section (J. Kiefer, "Sequential Minimax Search for a
 * Maximum", 1953); the stretch is cut `rounds` times, to 0.618 of it each time. */
typedef double golden_function(void *context, double at);
double golden_maximum(golden_function *f, void *context, double low, double high, int rounds);

/* The interval of 95% of a density over n shares, `step` apart from `first` on; an end that lies beyond them stays as it was. */
void density_interval(const double *density, int n, double first, double step, double *low, double *high);

/* The interval of 95% of the group by itself, all shares being as likely before. */
void evidence_alone(const evidence *e, double *low, double *high);
