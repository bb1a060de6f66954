/* kinds -- the table of topologies, in display order. */
#include <stddef.h>

#include "lib/machine/machine.h"

extern const kind kind_cubetorus;
extern const kind kind_dragonfly;
extern const kind kind_dragonflyplus;
extern const kind kind_expressmesh;
extern const kind kind_fattree;
extern const kind kind_graph;
extern const kind kind_hypercube;
extern const kind kind_mesh;
extern const kind kind_rdragonfly;
extern const kind kind_slimfly;
extern const kind kind_torus;
extern const kind kind_twistedtorus;

const kind *const kinds[] = {
	&kind_dragonfly,
	&kind_dragonflyplus,
	&kind_rdragonfly,
	&kind_fattree,
	&kind_slimfly,
	&kind_expressmesh,
	&kind_mesh,
	&kind_torus,
	&kind_twistedtorus,
	&kind_cubetorus,
	&kind_hypercube,
	&kind_graph,
	NULL
};
