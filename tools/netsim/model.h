/* model -- what of the command line makes the network: routing, virtual channels, packets, and where these queue. */
#pragma once

#include "netsim/engine/network.h"

typedef struct model {
	const char *routing;
	const char *router;	/* of --router: output, input; NULL: not said */
	double speedup;		/* of the crossbar; 0: not said */
	uint64_t crossbar_bw;	/* its bandwidth, bits a second; 0: not said */
	int64_t output_buffer;	/* of a channel behind the crossbar, bytes; 0: not said */
	int64_t allocation;	/* of a virtual channel, ps; -1: not said */
	int64_t bias, threshold;	/* bytes; -1: not said */
	int64_t vcs;		/* 0: as many as the routing needs */
	int64_t packet;		/* the largest, bytes */
} model;

/* The options, as an argp child whose input is a `model *`; it sets the defaults. */
extern const struct argp model_argp;

/* Initialise the network for a machine.  Dies when the options do not go with it: FAIL_USAGE, or FAIL_DATA where the
 * machine is to blame. */
void model_build(const model *o, const machine *m, network *n);

/* "an expressmesh" */
const char *model_kind(const machine *m);
