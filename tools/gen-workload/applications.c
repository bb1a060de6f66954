/* applications -- see applications.h. */
#include "gen-workload/applications.h"

#include <stddef.h>

const application applications[] = {
	/* III-A.  A step is one of the conjugate gradient, which applies the improved staggered operator to the even and to
	 * the odd sites.  A site needs a vector of three complex floats (su3_vector, 24 bytes) from each neighbour and from
	 * each third neighbour, so three layers of sites cross a boundary for these: 4 x 24 bytes a site
	 * (generic_ks/dslash_fn.c of milc-qcd/milc_qcd). */
	{ "milc", "lattice QCD, 4D", 4116, 16, "14x14x14x24", "84x84x84x144", NULL, "xyzw", 96, 0 },
	/* III-B; the share is that of I-A, on 2k nodes by default.  A step sends two tangential components of B and two of the
	 * current, in floats: 16 bytes a cell (lanl/vpic); and particles, of 48 bytes (particle_injector_t).  That three a cell
	 * leave it over a boundary is assumed: a hundredth of the 320 that a cell had in NCSA's run of 7.44e12 particles in
	 * 3072 x 3072 x 2464 cells. */
	{ "vpic", "plasma, particle in cell, 3D", 4608, 16, "48x48x32", "1536x1536x1536", NULL, NULL, 160, 0.08 },
	/* III-C: from 2,000 to 12,900 nodes with fixed work a task; all else is assumed: a task a node (with threads and the
	 * accelerator), 48^3 points each.  A step is a stage of the Runge-Kutta method: four layers for eighth-order
	 * differences of 56 variables (momentum, density, energy and 51 mass fractions of 52 species), in doubles. */
	{ "s3d", "combustion, 3D, a grid that grows with the nodes", 2000, 1, NULL, NULL, "48x48x48", NULL, 1792, 0 },
	/* III-D; the share is that with the custom rank order of 2x8 tasks a node.  The grid of tasks is WRF's own
	 * (MPASPECT: the squarest, x the less).  28 levels: the case of 6075 x 6075 km at 1 km has just over a billion points
	 * (Morton and others, "The Weather Research and Forecasting (WRF) model as a tool for evaluating HPCMP assets and
	 * capabilities in grand scale numerical weather prediction").  A step is a stage of the Runge-Kutta method: three layers
	 * for fifth-order advection of eleven variables, in floats; how many variables is assumed. */
	{ "wrf", "weather, 2D", 4560, 16, "256x285", "6075x6075", NULL, NULL, 3696, 0.18 },
	{ 0 }
};
