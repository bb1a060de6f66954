/* options -- what the command line of alloc says. */
#pragma once

#include <stdbool.h>

#include "alloc/policy.h"
#include "lib/cli/cli.h"
#include "lib/stream/lists.h"

/* A policy as the command line names it. */
typedef struct policy_choice {
	const policy *policy;
	const char *argument;	/* what followed its name and a ':', or NULL */
	const char *name;	/* as the column alloc names it */
} policy_choice;

/* How fast jobs run together. */
typedef struct network_options {
	const char *command;	/* --network; NULL: at their logged pace */
	policy_choice reference;	/* whose policy is NULL where it is `own` */
	double share;		/* --comm-share; NAN: not given */
	int64_t every;		/* us; 0: at all changes, */
	double tolerance;	/* or where a run time may be off by more than this share; 0: not given */
	double checked;		/* the share of the changes not asked about that are, to see the error; 0: none */
	int64_t timeout;	/* ms */
	int64_t at_once;	/* filters that run side by side; 0: as many as there are cores */
	bool busy;
	bool observe;		/* jobs end when the table says */
} network_options;

/* When a job would start. */
typedef struct wait_options {
	const char *job;	/* --advise; NULL: it is not asked */
	int64_t at;		/* us; ADVISE_NOW: at the job's submit_s */
	int64_t futures;
	list switches;		/* leaf switches at most; empty: as the policy gives them, and fewer */
	int64_t checked;	/* --advise-check; 0: none */
} wait_options;

enum { ADVISE_NOW = -1 };

typedef struct alloc_options {
	cli cli;
	policy_choice choice;	/* --policy */
	const struct schedule *schedule;	/* NULL: all jobs of a case coexist */
	int skip;		/* --on-full skip: 1 */
	int kill;		/* --overrun kill: 1 */
	const char *speedup;	/* --speedup FILE, or NULL */
	bool reconfigure;	/* --reconfigure was given, */
	int64_t delay;		/* with this time, us */
	const char *fragments;	/* --fragments FILE, or NULL */
	network_options network;
	wait_options advise;
} alloc_options;

/* Parse the command line.  What is wrong with it exits 2. */
void options_read(alloc_options *o, int argc, char **argv);

/* The machine must have what the policy is defined for; else exit 1, or 2 where the policy's argument is wrong. */
void check_machine(const alloc_options *o, const machine *m);
