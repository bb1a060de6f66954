/* cost -- what it would cost to put a job on these nodes, beside the jobs that run: what its messages and theirs wait for each other.
 *
 * A link that carries x of its bandwidth costs every byte on it x * x * x, and a little (PER_LINK), so that idle links are not free.  A
 * new job meets what the others put there on average with all that it sends itself while it communicates; the others meet it for the
 * share of its time that it does.
 *
 *	share * (sum over its bytes of that, and PER_LINK) + sum over bytes of others of what it adds to that
 *
 * Links between nodes and routers are left out: what a job sends over its own is the same everywhere.
 *
 * What a job will send its row says: flows between the places of its nodes.  A node's interface is what a job can fill by itself: its
 * busiest place sends or receives DEMAND_FULL, and a job that communicates for a share of its time loads links with that share of it. */
#pragma once

#include "alloc/policy.h"
#include "lib/load/flows.h"
#include "lib/load/loads.h"

enum { DEMAND_FULL = 1 << 20 };

typedef struct demand {
	flows flows;		/* bytes such that the busiest place has DEMAND_FULL; a job of one node has none */
	double share;		/* of its time that it sends, 0 to 1: comm_share, where there is none 1; 0: it has no pattern */
} demand;

/* Read it.  Tasks are placed in order, or `scattered` over the nodes at random.  A job without a pattern, or with an open-loop one, talks
 * to all alike.  What is wrong with the row ends the tool. */
void demand_read(demand *d, const machine *m, const request *q, bool scattered);
void demand_free(demand *d);

typedef struct cost {
	loads loads;
	double *part;		/* [links] DEMAND_FULL is so much of the link's bandwidth */
	int64_t *own;		/* [links] scratch, all 0: what the job itself puts there */
	uint32_t *touched;	/* [links] scratch: where that is not 0 */
} cost;

/* For a routing that loads are known of (loads_known). */
void cost_init(cost *c, const machine *m, const char *routing);
void cost_free(cost *c);

/* What a job on these nodes, place by place, would cost where jobs that run put running[links]. */
double cost_of(cost *c, const demand *d, const uint32_t *node, const int64_t *running);

/* A job that has these nodes runs from here on, or no more: its part of running[links]. */
void cost_track(cost *c, const demand *d, const uint32_t *node, int64_t *running, bool arrives);
