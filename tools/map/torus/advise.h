/* advise -- map advise: which part of a lattice a pair of nodes should hold. */
#pragma once

#include "lib/cli/cli.h"
#include "map/algorithm-option.h"
#include "map/torus/pairgrid.h"

typedef struct advise_options {
	cli cli;
	extents lattice;	/* 3 dimensions, or 4 of which the last stays on the pair */
	int64_t pairs;		/* 0: as the prism has them */
	extents prism;		/* no dimensions: any */
	int64_t tasks;		/* of a pair */
	int64_t site_bytes;
	double bandwidth[AXES];	/* bytes a second along each axis */
	uint32_t extent[AXES];	/* the machine's; UINT32_MAX: not known */
	int axes[AXES];		/* --axes: the axis of each dimension */
	int in_turn;		/* 1: sort by the exchange of one dimension at a time */
	bool continuous;	/* write the grids of real numbers, too */
} advise_options;

/* The command line of map advise, with the machine looked up; ends the tool when it is wrong. */
void advise_options_read(advise_options *o, int argc, char **argv);

/* map advise: argv[0] is "advise".  Writes the table, returns the exit status. */
int advise_run(int argc, char **argv);
