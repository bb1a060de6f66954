/* faces -- where the blocks of a lattice of sites touch, and which tasks are on either side. */
#pragma once

#include "lib/pattern/peers.h"
#include "lib/pattern/sites/site-cut.h"

typedef struct crossings {
	posting *item;		/* way 2 d: down dimension d; 2 d + 1: up; a byte a site */
	size_t count, room;
} crossings;

/* What crosses all faces between different tasks, both ways, of a lattice that wraps around in the dimensions of `periodic`, bit
 * d being dimension d.  The caller frees the items. */
crossings faces_find(const site_cut *l, unsigned periodic);
