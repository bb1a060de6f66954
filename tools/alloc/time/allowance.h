/* allowance -- when jobs that run must be asked about together, so that no run time is off by more than a tolerance.
 *
 * From its question alone a job i is known to keep link l busy for t(i,l) s in each iteration, which takes T(i) s, C(i) of these for
 * communication.  Others keep that link busy for rho = the sum of t(j,l)/T(j) of the time, and a packet that meets them waits as W(rho) =
 * rho/(1 - rho) says, straight on above 0.9.  While jobs keep the pace that they were given, job i is charged
 *
 *	min(1, max over its links of min(1, t(i,l)/C(i)) |W(rho now) - W(rho when its pace was given)|) * s c / (1 + s (c - 1))
 *
 * seconds a second: s its share of communication, c how much longer it communicates where it is than at the reference.  It may be
 * charged TOLERANCE of its runtime, half of it at the start and half as it runs.  Who has used that up must be asked about. */
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
	double *waits;		/* [uses->count] W for others on its links when its pace was given */
	double rate, charged;	/* s a second since the last look; us by then */
} exposure;

typedef struct allowance {
	double tolerance;
	double *load;		/* [links between routers] working space: rho of all jobs */
} allowance;

void allowance_init(allowance *a, double tolerance, uint32_t router_links);
void allowance_free(allowance *a);

/* A job begins to run, as if alone; what is set is kept. */
void exposure_begin(exposure *e, int64_t now);
void exposure_free(exposure *e);

/* It has gone on for so long since the last look, us. */
void exposure_charge(exposure *e, int64_t time);

/* These n jobs run, all that send: the rates at which they are charged from now on. */
void allowance_rate(allowance *a, exposure *const *e, uint32_t n);

/* They have been given paces that hold for what runs now: nothing is charged until other jobs run. */
void allowance_settle(allowance *a, exposure *const *e, uint32_t n);

/* By when must a job be asked about if nothing else happens, us?  `now`: at once; INT64_MAX: it need not. */
int64_t allowance_ends(const allowance *a, const exposure *e, int64_t now);
