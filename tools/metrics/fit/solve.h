/* solve -- the keys of a machine that make its predictions fit measurements best, and how sure they are.
 *
 * The sum of squares of ln(predicted / measured), those beyond 10% counted by their size alone (P. Huber, "Robust Estimation of a Location
 * Parameter", 1964), is made least by steps of Levenberg and Marquardt (D. Marquardt, "An Algorithm for Least-Squares Estimation of Nonlinear
 * Parameters", 1963) with derivatives by differences; no number falls below 0.  Times grow with all numbers almost linearly, so few steps do. */
#pragma once

#include "metrics/fit/keys.h"
#include "metrics/fit/predict.h"

enum { FIT_KEYS = 16, FIT_WORDS = 3 };

/* The keys whose settings are chosen among several. */
extern const char *const fit_word_keys[FIT_WORDS];

/* What became of a key. */
typedef struct fit_number {
	const fit_key *key;
	double value, base;
	bool wanted;		/* may be fitted */
	bool fitted;
	const fit_key *like;	/* not fitted, as this one explains the same; NULL: nothing measured depends on it */
	double low, high;	/* of 95%; NAN: there are no repeats */
} fit_number;

typedef struct fit {
	const measurements *m;
	predictor predictor;
	char *base;		/* canonical spec of the base */
	fit_number number[FIT_KEYS];
	int numbers;
	char *words[FIT_WORDS];	/* settings of fit_word_keys; NULL: as in the base */
	bool chosen[FIT_WORDS];	/* may be set where the base has none */
	double *predicted;	/* [rows] s */
} fit;

/* Only these keys, or all where there are none; others are as in the base.  A name that no key has ends the program. */
void fit_open(fit *f, const measurements *m, const machine *base, const char *command, const names *only, uint64_t seed);

/* Predict with the numbers and words as they are. */
void fit_predict(fit *f);

/* Solve a x = b of n unknowns, a symmetric and positive, by elimination: b becomes x. */
void solve_linear(double (*a)[FIT_KEYS], double *b, int n);

/* Find numbers and words. */
void fit_solve(fit *f);

/* The intervals, by a bootstrap with how repeats differ. */
void fit_intervals(fit *f, uint64_t seed);

/* Predicted over measured, as a logarithm. */
double fit_residual(const fit *f, size_t row);

/* exp of the median of |ln ratio|, less 1. */
double fit_error(const fit *f);

/* The canonical spec of the machine; digits: of numbers, 0: exact. */
char *fit_spec(const fit *f, const double *value, int digits);
