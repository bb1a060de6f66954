/* options -- the command line of map. */
#pragma once

#include <stdbool.h>

#include "lib/cli/cli.h"
#include "map/circuits/columns.h"
#include "map/gain/gain.h"
#include "map/launch/file.h"
#include "map/mapping.h"
#include "map/own-job.h"

enum { MAP_CHAIN = 8, MAP_OPTIONS = 64 };	/* algorithms one after the other; options that they bring */

typedef struct map_settings {
	cli cli;
	const mapping *algorithm;	/* as the column map says */
	const mapping *from;	/* what it begins with; NULL: its own start */
	const mapping *chain[MAP_CHAIN];	/* what runs: one that places, then those that improve; the last is `algorithm` */
	int links;		/* algorithms in the chain */
	char *choice;		/* as the column map says: NAME, or NAME:FROM when --from was given */
	enum affinity_weights weights;	/* of distances */
	int objective;		/* what is made small, an enum objective; -1: not said */
	bool others;		/* loads of the case's other jobs count */
	int node_links;		/* count those between nodes and routers, too; -1: where nodes have several cores */
	launch_options launch;
	gain_options gain;
	own_job_options own_job;	/* where nodes are given */
	enum circuit_choice circuits;	/* what circuits are chosen for jobs */
	bool hints;		/* say once what another algorithm would gain: none was named, and people look on */
} map_settings;

/* Read the command line; ends the tool when it is wrong. */
void options_read(map_settings *o, int argc, char **argv);

/* Take that algorithm, with its own start. */
void options_choose(map_settings *o, const mapping *m);
