/* compare -- which of several candidates for what jobs send explains a log better. */
#pragma once

#include "metrics/estimate/log.h"
#include "metrics/estimate/pool.h"

/* The groups of a candidate. */
typedef struct fitted_log {
	evidence *e;		/* [groups] */
	share_pool pool;
} fitted_log;

enum { FOLDS = 5, EVERY_FOLD = -1 };

/* Fit a candidate to its runs, without those of a fold. */
void fit_log(fitted_log *f, const log_candidate *c, uint32_t kinds, int without);

/* The share that the bytes of half of a group's runs leave possible, at least; -INFINITY where nothing is known of them. */
double least_share(const log_candidate *c, uint32_t group);

/* What a candidate explains more than the best one. */
typedef struct log_score {
	double score;		/* ln likelihood of runs that the fit had not seen, summed over five folds (M. Stone, "Cross-Validatory Choice and
				 * Assessment of Statistical Predictions", 1974) */
	double less, error;	/* than the best, and the standard error of that, over groups and folds */
	bool possible;		/* it is not worse by more than two of those */
} log_score;

/* Judge the candidates of a log; of each how well it does. */
log_score *compare_candidates(const log_runs *l);
