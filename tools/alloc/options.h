/* options -- what the command line of alloc says. */
#ifndef HOPLINE_ALLOC_OPTIONS_H
#define HOPLINE_ALLOC_OPTIONS_H

#include <stdbool.h>

#include "alloc/policy.h"
#include "lib/cli/cli.h"

typedef struct options {
	cli cli;
	const policy *policy;
	const char *argument;	/* what followed its name and a ':', or NULL */
	char *choice;		/* the policy as the column alloc names it */
	const struct schedule *schedule;	/* NULL: all jobs of a case coexist */
	bool skip;		/* --on-full skip */
	bool kill;		/* --overrun kill */
	const char *speedup;	/* --speedup FILE, or NULL */
	bool reconfigure;	/* --reconfigure was given, */
	int64_t delay;		/* with this time, us */
	const char *fragments;	/* --fragments FILE, or NULL */
	bool list;
} options;

/* Parse the command line.  What is wrong with it exits 2. */
void options_read(options *o, int argc, char **argv);

/* The machine must have what the policy is defined for; else exit 1, or 2 where the policy's argument is wrong. */
void check_machine(const options *o, const machine *m);

#endif
