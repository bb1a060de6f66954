/* ports -- from layers to the global links of groups.
 *
 * A packet needs no hop inside a group only where the router of its own node has a circuit to the destination's group, or that of
 * its destination to its own.  So the circuits between two groups should begin at many routers. */
#pragma once

#include "lib/machine/circuits/circuits.h"
#include "map/circuits/layers.h"

/* Add the circuits of all layers to `out`, for groups called group[0] … in the machine, whose fabric the layers have.  Layer o is that of
 * OCS o, unless with `sorted` layers change places, two and two, as long as fewer circuits from one router then lead to one group. */
void ports_assign(const layers *l, const machine *m, const uint32_t *group, bool sorted, circuits *out);
