/* measure -- what a part of a lattice for each pair of nodes comes to on the pairs that the machine has: around its service nodes. */
#pragma once

#include "lib/load/placed.h"
#include "lib/machine/lattice/prism.h"

typedef struct measure {
	const machine *machine;
	loads loads;		/* of minimal ways */
	uint32_t *idle;		/* [routers] nodes that jobs may have */
	uint32_t *router;	/* [routers] of a prism's pairs */
	bool found;		/* such a prism, */
	uint32_t pairs[PRISM_DIMS];	/* when last it was looked for */
} measure;

/* A torus or mesh of three dimensions. */
void measure_init(measure *s, const machine *m);
void measure_free(measure *s);

/* Has the machine, idle but for its service nodes, the prism of g?  Then what an iteration comes to on it.  Each task has a block of that
 * many sites, each of which sends site_bytes over a face; `periodic`: the dimensions that wrap around, as "xz". */
bool measure_part(measure *s, const prism_grid *g, const uint32_t *block, int64_t site_bytes, const char *periodic, placed *out);
