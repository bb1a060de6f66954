/* allowance -- when jobs that run must be asked about together, so that no run time is off by more than a tolerance.
 *
 * From its question alone a job i is known to keep link l busy for t(i,l) s in each iteration, which takes T(i) s, C(i) of these for
 * communication: a burst.  While i communicates bursts of others begin on that link, C(i)/T(j) of each j, and some are under way already,
 * C(j)/T(j).  Where routes leave no other way, i waits at most until they are over:
 *
 *	D(i,l) = sum over j of t(j,l) (C(i) + C(j)) / T(j)
 *
 * in an iteration.  A packet that came at random would wait less, but jobs repeat themselves: who meets a burst meets it again, and nothing
 * of this evens out.  While jobs keep the pace that they were given, job i is charged
 *
 *	max over its links of |D(i,l) now - D(i,l) when its pace was given| / C(i) * s c / (1 + s (c - 1))
 *
 * seconds a second, times a factor: s its share of communication, c how much longer it communicates where it is than at the reference.  It
 * may be charged TOLERANCE of its runtime, half of it at the start and half as it runs.  Who has used that up must be asked about.
 *
 * The bound is far off where routes avoid a burst.  Each answer shows by how much: which part of its bound a job's pace was off by.  The
 * factor is what this part has exceeded in one of fifty cases of the answers so far, each counted by its bound, with one more case of a
 * bound of one second a second that was off by all of it: so it is 1 until enough has been seen, and never more (a split conformal bound:
 * Lei, G'Sell, Rinaldo, Tibshirani and Wasserman, "Distribution-Free Predictive Inference for Regression", JASA 2018, section 2.2). */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* How long an iteration keeps a link between routers busy. */
typedef struct link_use {
	uint32_t link;
	double busy;		/* s */
} link_use;

typedef struct link_uses {
	link_use *item;		/* [count] */
	uint32_t count;
	uint32_t links;		/* between routers, of the machine: a number is below it */
} link_uses;

/* A job while it runs. */
typedef struct exposure {
	const link_uses *uses;	/* alone where it is */
	double iteration, communication;	/* T and C, s */
	double sensitive;	/* s c / (1 + s (c - 1)) */
	double runtime;		/* alone where it is, us */
	int64_t began;		/* us */
	double *delay;		/* [uses->count] D(i,l)/C(i) when its pace was given */
	double bound;		/* s a second since the last look, without the factor */
	double rate, charged;	/* with it, s a second since the last look; us by then */
} exposure;

/* What all jobs do to a link: the sums of t/T, the share of the time that they keep it busy, and of t C/T, s of bursts under way. */
typedef struct burst_load {
	double busy, burst;
} burst_load;

enum { ALLOWANCE_PARTS = 50 };

typedef struct allowance {
	double tolerance;
	burst_load *load;	/* [links between routers] working space, all 0 */
	double seen[ALLOWANCE_PARTS];	/* the sum of the bounds that were off by k to k + 1 fiftieths of them; the last one: by more, too */
} allowance;

/* A new case: nothing has been seen. */
void allowance_forget(allowance *a);

/* An answer: the pace of a job, whose bound is that of the last allowance_rate, was off by so many seconds a second. */
void allowance_learn(allowance *a, const exposure *e, double off);

/* These n jobs run, all that send: the rates at which they are charged from now on. */
void allowance_rate(allowance *a, exposure *const *e, uint32_t n);

/* They have been given paces that hold for what runs now: nothing is charged until other jobs run. */
void allowance_settle(allowance *a, exposure *const *e, uint32_t n);

/* By when must a job be asked about if nothing else happens, us?  `now`: at once; INT64_MAX: it need not. */
int64_t allowance_ends(const allowance *a, const exposure *e, int64_t now);
