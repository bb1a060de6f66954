/* demand -- what a job that wants nodes will send, as its row says: flows between the places of its nodes.
 *
 * A node's interface is what a job can fill by itself: its busiest place sends or receives DEMAND_FULL, and a job that communicates for
 * a share of its time loads links with that share of it. */
#pragma once

#include "alloc/policy.h"
#include "lib/load/flows.h"

enum { DEMAND_FULL = 1 << 20 };

typedef struct demand {
	flows flows;		/* bytes such that the busiest place has DEMAND_FULL; a job of one node has none */
	double share;		/* of its time that it sends, 0 to 1: comm_share, where there is none 1; 0: it has no pattern */
} demand;

/* Read it.  Tasks are placed in order, or `scattered` over the nodes at random.  A job without a pattern, or with an open-loop one, talks
 * to all alike.  What is wrong with the row ends the tool. */
void demand_read(demand *d, const machine *m, const request *q, bool scattered);
void demand_free(demand *d);
