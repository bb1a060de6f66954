/* bisection -- a graph cut in two parts of given sizes, by METIS; only in a build that has it. */
#pragma once

#include <stdint.h>

#include "map/support/weighted-graph.h"

/* Part the vertices so that those with side[] 0 have size[] `left` together (size NULL: 1 each; 0 < left < all), and the edges across weigh
 * little.  METIS may miss that size by a few: then vertices change sides, each time the one that makes the cut lightest.  METIS keeps the
 * best of that many `cuts`.  With sizes of 1 it is met exactly, else as nearly as one vertex at a time leads; no side is ever empty.
 *
 * Karypis and Kumar, "A fast and high quality multilevel scheme for partitioning irregular graphs", SIAM Journal on Scientific Computing
 * 1998. */
void bisect(const weighted_graph *g, const int32_t *size, uint32_t left, int cuts, uint8_t *side);
