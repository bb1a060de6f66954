/* bounds -- when a job starts and ends, as an interval that holds nine times of ten.
 *
 * Quantiles of futures would be right if the scheduler were ours.  It is not: it has priorities, reservations and broken nodes of which the
 * log says nothing.  So what futures say is set right by what they would have said of earlier jobs of the same log, and what became of
 * these: conformal prediction (Vovk, Gammerman and Shafer, "Algorithmic learning in a random world", 2005) with the earlier jobs that are
 * nearest to this one (Lei and Wasserman, "Distribution-free prediction bands for non-parametric regression", JRSS B 76, 2014), in a share of
 * them that adapts to the log (Gibbs and Candes, "Adaptive Conformal Inference Under Distribution Shift", 2021). */
#pragma once

#include "alloc/advise/futures.h"

/* Waits, or times until the end, us from the moment of the question. */
typedef struct wait_span {
	int64_t low, mid, high;
} wait_span;

enum { FEATURES = 5 };

typedef struct prediction {
	bool known;
	wait_span start, end;
	int64_t run;		/* the median */
	double feature[FEATURES];	/* by which jobs are near each other */
	bool needs_known;
	double start_needs, end_needs;	/* which share of the nearest outcomes an interval must have to hold what became of it; 0: not known */
} prediction;

/* What the futures of a moment say, not set right: quantiles of 0.05, 0.5 and 0.95. */
prediction predict(const past *p, const moment *m, const jobs_placed *where, const futures *f);

/* Earlier jobs of the log that are tried: what would have been said of them when they came. */
typedef struct trials {
	timeline *t;		/* with a policy that any idle nodes will do for */
	const past *past;
	prediction *of;		/* [jobs of the past] */
} trials;

/* What would have been said of a job when it came. */
const prediction *trial_of(trials *x, uint32_t job);

/* Set right what is said at a moment, by the trials of jobs that came before; by how many: 0, and nothing is changed, where the log has
 * fewer than 20. */
uint32_t set_right(trials *x, int64_t at, prediction *p);
