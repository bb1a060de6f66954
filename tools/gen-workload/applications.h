/* applications -- programs on Cartesian process grids, of the sizes at which Topaware was measured.
 *
 * Fiedler and Whalen, "Improving Task Placement for Applications with 2D, 3D, and 4D Virtual Cartesian Topologies on 3D
 * Torus Networks with Service Nodes", I-A and III: nodes, tasks, lattices.  What a site sends is not in the paper; each
 * entry says where its number comes from. */
#ifndef HOPLINE_GEN_WORKLOAD_APPLICATIONS_H
#define HOPLINE_GEN_WORKLOAD_APPLICATIONS_H

#include <stdint.h>

typedef struct application {
	const char *name;
	const char *about;	/* one line for --help */
	uint32_t nodes, tasks_per_node;
	const char *dims;	/* the process grid of so many tasks; NULL: chosen as for any other number */
	const char *lattice;	/* NULL: it grows with the tasks, */
	const char *block;	/* each of which has so many sites */
	const char *periodic;	/* dimensions that wrap around; NULL: none */
	int64_t site_bytes;	/* what a site sends over a boundary in a step */
	double share;		/* of the run that is communication, as the paper gives it; 0: it does not */
} application;

extern const application applications[];	/* ended by a NULL name */

#endif
