/* model -- what of the command line makes the network: routing, virtual channels, packets, and where these queue. */
#pragma once

#include "lib/cli/command.h"
#include "netsim/engine/network.h"

enum { ROUTER_OUTPUT, ROUTER_INPUT };

typedef struct model {
	const char *routing;
	int router;		/* a word of --router */
	double speedup;		/* of the crossbar; 0: not said */
	uint64_t crossbar_bw;	/* its bandwidth, bits a second; 0: not said */
	int64_t output_buffer;	/* of a channel behind the crossbar, bytes; 0: not said */
	int64_t allocation;	/* of a virtual channel, ps */
	int64_t bias, threshold;	/* bytes */
	int64_t vcs;		/* 0: as many as the routing needs */
	int64_t packet;		/* the largest, bytes */
} model;

extern const cli_option model_options[];	/* into a model */

/* Initialise the network for a machine.  Dies when the options do not go with it: FAIL_USAGE, or FAIL_DATA where the
 * machine is to blame. */
void model_build(const model *o, const machine *m, network *n);

/* "an expressmesh" */
const char *model_kind(const machine *m);
