/* options -- the command line of map. */
#ifndef HOPLINE_MAP_OPTIONS_H
#define HOPLINE_MAP_OPTIONS_H

#include <stdbool.h>

#include "lib/cli/cli.h"
#include "map/launch/options.h"
#include "map/own-job.h"
#include "map/mapping.h"

enum { MAP_CHAIN = 8 };	/* algorithms one after the other */

enum circuit_choice { CIRCUITS_NONE, CIRCUITS_BALANCED, CIRCUITS_MATCHED };

typedef struct options {
	cli cli;
	const mapping *algorithm;	/* as the column map says */
	const mapping *chain[MAP_CHAIN];	/* what runs: one that places, then those that improve; the last is `algorithm` */
	int links;		/* so many */
	char *choice;		/* as the column map says: NAME, or NAME:FROM when --from was given */
	knobs knobs;
	launch_options launch;
	own_job_options own_job;	/* a job of their own, where nodes are given */
	enum circuit_choice circuits;	/* what circuits are chosen for jobs */
	const char *trace;	/* a file for knobs.trace, which is opened behind the inputs; NULL */
	bool list;
	const char *given[16];	/* names of options that are made for some algorithms, as they were given */
	int givens;
} options;

/* Read the command line; ends the tool when it is wrong. */
void options_read(options *o, int argc, char **argv);

#endif
