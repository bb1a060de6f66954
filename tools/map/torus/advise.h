/* advise -- map advise: which part of a lattice a pair of nodes should hold. */
#pragma once

#include "lib/cli/cli.h"
#include "map/algorithm-option.h"
#include "map/torus/pairgrid.h"

typedef struct advise_options {
	cli cli;
	extents lattice;	/* 3 dimensions, or 4 of which the last stays on the pair */
	const char *lattice_text;
	int64_t pairs;		/* 0: as the prism has them */
	extents prism;		/* no dimensions: any */
	uint32_t tasks;		/* of a pair */
	double site_bytes;
	const char *bandwidth_text;	/* NULL: the machine's */
	double bandwidth[AXES];	/* bytes a second along each axis */
	uint32_t extent[AXES];	/* the machine's; UINT32_MAX: not known */
	bool axes_given;	/* --axes: */
	int axes[AXES];		/* the axis of each dimension */
	bool in_turn;		/* sort by the exchange of one dimension at a time */
	bool continuous;	/* write the grids of real numbers, too */
} advise_options;

/* The command line of map advise, with the machine looked up; ends the tool when it is wrong. */
void advise_options_read(advise_options *o, int argc, char **argv);

/* map advise: argv[0] is "advise".  Writes the table, returns the exit status. */
int advise_run(int argc, char **argv);
