/* designs -- the topologies that map --circuits makes of the groups of a job. */
#ifndef HOPLINE_MAP_CIRCUITS_DESIGNS_H
#define HOPLINE_MAP_CIRCUITS_DESIGNS_H

#include "map/circuits/layers.h"

/* A smaller dragonfly (GRAP, 4.1 and Fig. 3), in layers without circuits: every two groups get as many circuits, as far as these go.
 * For n groups with `links` links each that is links / (n - 1), rounded up or down, if n or `share` is even; links / n, rounded up or down,
 * if n is odd and `share` 1, for a group stays idle at each OCS; and up to two of a difference if n is odd and `share` 3, 5, ….
 * Pairs of groups may be left without, where links are few. */
void layers_balanced(layers *l);

/* Circuits matched to what groups exchange, in layers without circuits: the load is low, near counts_bound(), all groups are
 * connected, and two that exchange something have a circuit.  After that, links that are left lower the load of other
 * pairs, the fullest first.  False where none was found. */
bool layers_matched(layers *l, const double *between, rng *r);

#endif
