/* choice -- which groups a job gets under GRAP: Algorithms 1 to 3 of Feng et al., "GRAP: Group-level Resource Allocation Policy for
 * Reconfigurable Dragonfly Network in HPC", ICS 2023, section 4.
 *
 * Where the paper's text leaves room: equal groups go by number, lower first; Algorithm 2 goes on to the next group
 * after one was taken; Algorithm 3 moves on as far as there are candidates.  Of shares that ask for as many idle nodes the one that
 * stands first has the lower group, and the groups of an adaptive job stand in ascending order. */
#pragma once

#include "alloc/grap/links.h"
#include "alloc/grap/request.h"

/* Find a group for each share of w, for adaptive the shares too.  False, and in `out` why, when the job must wait; w is then of no use.
 * More idle nodes never make it wait.  In time linear in the groups, times their logarithm. */
bool grap_choose(const occupancy *o, const level *groups, const grap_links *links, grap_request *w, selection *out);
