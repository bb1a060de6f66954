/* advise -- map advise: which part of a lattice a pair of nodes should hold. */
#pragma once

#include "lib/cli/cli.h"
#include "map/algorithm-option.h"
#include "map/torus/pairgrid.h"

enum { BY_ALL, BY_ONE, BY_LINK };

typedef struct advise_options {
	cli cli;
	extents lattice;	/* 3 dimensions, or 4 of which the last stays on the pair */
	bool block_given;	/* it is the block of a task, and the lattice has as many as there are tasks */
	int64_t pairs;		/* 0: as the prism has them */
	extents prism;		/* no dimensions: any */
	int64_t tasks;		/* of a pair */
	int64_t site_bytes;
	double bandwidth[AXES];	/* bytes a second along each axis */
	uint32_t extent[AXES];	/* the machine's; UINT32_MAX: not known */
	int axes[AXES];		/* --axes: the axis of each dimension */
	int by;			/* BY_ALL …: what decides, the exchange in all dimensions at once, one at a time, or the fullest link */
	const char *periodic;	/* the dimensions that wrap around, for BY_LINK */
	machine *machine;	/* for BY_LINK, else NULL */
	bool continuous;	/* write the grids of real numbers, too */
} advise_options;

/* The command line of map advise, with the machine looked up; ends the tool when it is wrong. */
void advise_options_read(advise_options *o, int argc, char **argv);

/* map advise: argv[0] is "advise".  Writes the table, returns the exit status. */
int advise_run(int argc, char **argv);
