/* graph-diameter -- how far apart the routers of a graph can be. */
#ifndef HOPLINE_LIB_MACHINE_KINDS_GRAPH_DIAMETER_H
#define HOPLINE_LIB_MACHINE_KINDS_GRAPH_DIAMETER_H

#include "lib/machine/machine.h"

/* What graph_diameter (graph.h) says and keeps. */
uint32_t graph_find_diameter(const machine *m);

#endif
