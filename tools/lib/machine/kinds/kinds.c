/* kinds -- the table of topologies, in display order. */
#include <stddef.h>

#include "lib/machine/machine.h"

extern const kind kind_dragonfly, kind_dragonflyplus, kind_rdragonfly, kind_fattree, kind_slimfly, kind_expressmesh, kind_mesh, kind_torus,
	kind_twistedtorus, kind_cubetorus, kind_hypercube, kind_graph;

const kind *const kinds[] = {
	&kind_dragonfly, &kind_dragonflyplus, &kind_rdragonfly, &kind_fattree, &kind_slimfly, &kind_expressmesh, &kind_mesh, &kind_torus,
	&kind_twistedtorus, &kind_cubetorus, &kind_hypercube, &kind_graph, NULL
};
