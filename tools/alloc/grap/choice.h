/* choice -- which groups a job gets under GRAP: Algorithms 1 to 3 of Feng et al., "GRAP: Group-level Resource Allocation Policy for
 * Reconfigurable Dragonfly Network in HPC", ICS 2023, section 4.
 *
 * Where the paper's text leaves room: equal groups go by number, lower first; Algorithm 2 goes on to the next group
 * after one was taken; Algorithm 3 moves on as far as there are candidates.  Of shares that ask for as many idle nodes the one that
 * stands first has the lower group, and the groups of an adaptive job stand in ascending order. */
#pragma once

#include "alloc/grap/request.h"

/* Whose the reconfigurable links of each group are, and which groups they join.
 *
 * A large job owns all links of the groups that it has nodes in (4.1).  Its circuits stay when it leaves, until the next large job has one
 * of these groups.  Those of the smaller dragonfly that is the default (4.1, Fig. 3) follow from the set of groups alone, so a job that
 * gets just the set that is joined already finds them in place. */
typedef struct grap_links {
	uint32_t sets;		/* sets of groups that were joined so far */
	struct {
		uint32_t large;	/* large jobs in it: at most one, but for preplaced ones */
		uint32_t set;	/* the set of groups that it was joined with last, by number; 0: none yet */
		uint32_t size;	/* groups in that set, some of which may have been joined with others since */
	} of[];			/* [groups] */
} grap_links;

/* Find a group for each share of w, for adaptive the shares too.  False, and in `out` why, when the job must wait; w is then of no use.
 * More idle nodes never make it wait.  In time linear in the groups, times their logarithm. */
bool grap_choose(const occupancy *o, const level *groups, const grap_links *links, grap_request *w, selection *out);
