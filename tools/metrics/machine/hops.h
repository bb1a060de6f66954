/* hops -- how far apart the routers of a machine are, in links. */
#pragma once

#include "lib/machine/machine.h"

typedef struct hops {
	uint32_t diameter;	/* the longest of all shortest paths */
	double mean;		/* over ordered pairs of distinct routers; NAN where there is one router only */
	double mean_all;	/* over all ordered pairs: a router and itself count as 0 */
} hops;

/* Exact, between the routers that have nodes, over the others too.  From the kind's own knowledge if it has any (lattices), else by
 * breadth-first searches from all of them.  All routers must be connected. */
hops hops_of(const machine *m);

/* The distances by breadth-first searches, also where the kind has a formula. */
hops hops_search(const machine *m);
