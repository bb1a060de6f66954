/* pairgrid -- how long a halo exchange takes on a torus, by the grid that a pair of nodes holds.
 *
 * Fiedler and Whalen, "Improving Task Placement for Applications with 2D, 3D, and 4D Virtual Cartesian Topologies on 3D
 * Torus Networks with Service Nodes", II-A: with M_x by M_y by M_z points a pair of nodes (one router) and links of
 * bandwidth B_x, B_y and B_z, the face normal to x takes M_y M_z / B_x, and so on.  Exchanges in all dimensions at once take
 * the largest of the three, one dimension at a time their sum. */
#pragma once

#include <stdbool.h>

enum { AXES = 3 };

typedef struct exchange {
	double at_once, in_turn;	/* s: all dimensions at once; one at a time */
} exchange;

/* `points` a pair along x, y and z, each sending `bytes` over a face, links of `bandwidth` bytes a second.  An axis along which the
 * job has one pair only (`alone`; NULL: none) sends nothing. */
exchange pairgrid_time(const double *points, const bool *alone, double bytes, const double *bandwidth);

/* The grid of that many points, whole or not, for which either time is least: the one whose three faces take equally long.  (Their product
 * is fixed by that of the points, so the largest and the sum are least when they are equal.) */
void pairgrid_best(double volume, const double *bandwidth, double *points);
