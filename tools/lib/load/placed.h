/* placed -- what the messages of a job come to when its tasks sit where they do. */
#pragma once

#include <stdbool.h>

#include "lib/load/loads.h"
#include "lib/pattern/pattern.h"

/* Of one iteration. */
typedef struct placed {
	double bytes;		/* that tasks send */
	double inside;		/* bytes between tasks of one node, of all */
	double hop_bytes;	/* bytes times the links between the routers that they pass */
	double busiest;		/* s that the fullest link needs for its bytes, links of nodes included; NAN where loads are not known */
} placed;

/* The ways of a routing of m that the option --routing names, into l; NULL: of its minimal ones; of a flow at most `most` (loads_init). 
 * False where these are not known; a name that is none of its routings ends the tool with status 2. */
bool placed_ways(loads *l, const machine *m, const char *routing, uint32_t most);

/* Count the messages of t, its task i on node[i] of m, over the ways of l; NULL: these are not known.  load[links] gets the bytes of each
 * link, unless it is NULL.  Linear in messages, and in pairs of nodes times their ways. */
placed placed_count(const traffic *t, const machine *m, const uint32_t *node, loads *l, int64_t *load);
