/* geometric -- random geometric graphs of bounded degree, as the parts of an unstructured mesh touch one another.
 *
 * Points are uniform in the unit cube, its opposite faces joined so that no place is like a border. Pairs of points are taken nearest
 * first, twice: those of which one has fewer than 6 neighbours yet; then any, until there are 6 edges a point.  No point gets more than 20
 * neighbours. So degrees are 6 to 20 and their mean is 12, or what so few points allow: up to 13 points, all pairs. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "lib/rng/rng.h"

enum { GEOMETRIC_LEAST = 6, GEOMETRIC_MEAN = 12, GEOMETRIC_MOST = 20 };

typedef struct exchange_edge {
	uint64_t square;	/* of the distance; an edge of the cube is 2^32 long */
	uint32_t low, high;	/* points, low < high */
} exchange_edge;

/* The graph of n points (at least 1), three draws of `r` each; its edges ascend by low, then by high. To be freed. */
exchange_edge *geometric_graph(uint32_t n, rng *r, size_t *edges);
