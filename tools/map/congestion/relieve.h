/* relieve -- swaps that take load off the fullest links.
 *
 * Simulated times follow the fullest links more than the sum of all distances.  So what a search for short distances found is made
 * better here: messages that cross one of the fullest links are drawn, and one of their two tasks is swapped with another where that
 * lowers what links cost (link-loads.h).  M. Deveci, K. Kaya, B. Ucar and U. V. Catalyurek, "Fast and high quality topology-aware task
 * mapping", IPDPS 2015, refine mappings so for the fullest link alone. */
#pragma once

#include "map/mapping.h"

/* Improve rank[] for the ways of p->loads, or leave it.  Where the fullest link of the launcher's own order carries less than
 * what comes out, that is improved instead.  Takes time in proportion to the job's pairs that talk times the links between
 * the two: as if all of it were gone through 300 times, of large jobs fewer. */
void relieve(const placement *p, uint32_t *rank);
