/* bisection -- the least that connects two halves of a machine.
 *
 * Halves are two sets of routers, each router in one of them, whose nodes differ in number by at most those of the router that has most: by
 * none where all routers have as many and their number is even. Cut are the cables with an end in each. */
#pragma once

#include "lib/machine/machine.h"

typedef struct bisection {
	bool exists;		/* false: there is one router with nodes only */
	bool exact;		/* no halves cut less; else these are the best found, and the bound is an upper one */
	double cut;		/* cables, or bits a second one way */
} bisection;

/* The fewest cables. */
bisection bisection_links(const machine *m);

/* The least bandwidth; `links` is what bisection_links says of m. */
bisection bisection_bandwidth(const machine *m, const bisection *links);
