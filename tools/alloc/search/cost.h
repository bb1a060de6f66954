/* cost -- what it would cost to put a job on these nodes, beside the jobs that run: what its messages and theirs wait for each other.
 *
 * A link that carries x of its bandwidth costs every byte on it x * x * x, and a little (PER_LINK), so that idle links are not free.  A
 * new job meets what the others put there on average with all that it sends itself while it communicates; the others meet it for the
 * share of its time that it does.
 *
 *	share * (sum over its bytes of that, and PER_LINK) + sum over bytes of others of what it adds to that
 *
 * Links between nodes and routers are left out: what a job sends over its own is the same everywhere. */
#pragma once

#include "alloc/search/demand.h"
#include "lib/load/loads.h"

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
