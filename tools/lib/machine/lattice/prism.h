/* prism -- node pairs for a Cartesian grid of tasks, around unavailable and busy nodes: the selection of Topaware (Fiedler and
 * Whalen, "Improving task placement for applications with 2D, 3D, and 4D virtual Cartesian topologies on 3D torus networks
 * with service nodes", II-D and Fig. 2).
 *
 * A pair is the nodes of one router (two on the paper's machine, here any number), available when all of them are
 * idle.  A prism of Nx x Ny x Nz pairs begins at a start x, y, z.  In the XZ plane of the starting y, the row of the
 * starting x has the first Nz pairs available along z, from the starting z on; a row with fewer is skipped, and the next x
 * looked at.  Nx rows make the plane, else the plane is skipped, and the next y looked at.  Ny planes make the prism.  So rows are
 * straight but for gaps, and pairs that are neighbours in the prism stay a few links apart.
 *
 * Staggered by s, the planes begin 0, 1, …, s - 1, s - 1, …, 1, 0, 0, 1, … further along x (Fig. 4, where s is 2).  A sheet of tasks that
 * is folded into s layers and these again has joints at its edges that span 1, 3, …, 2s - 1 planes, one around the other; so each has
 * links along y of its own.
 *
 * Coordinates end where the machine does, or, with `wraps`, go on round the end of a ring, up to the start. */
#pragma once

#include "lib/machine/machine.h"

enum { PRISM_DIMS = 3, PRISM_GRID = 4 };

/* The kinds of machines that may have prisms, if of three dimensions. */
#define PRISM_KINDS "mesh torus"

/* What is asked for. */
typedef struct prism {
	uint32_t pairs[PRISM_DIMS];	/* along x, y, z */
	uint32_t start[PRISM_DIMS];
	bool placed;		/* start is given; else all are tried */
	uint32_t stagger;	/* 0: all planes begin at one x */
	bool wraps;
} prism;

typedef struct prism_found {
	uint32_t start[PRISM_DIMS];
	uint32_t planes_skipped;	/* from the starting y to the last plane */
	uint32_t rows_skipped;	/* in the planes used, from the starting x to the last row of each */
	uint32_t hops;		/* most links between the routers of two pairs that are neighbours in the prism */
} prism_found;

/* Why there is none. */
typedef struct prism_lack {
	uint32_t planes;	/* that have the rows */
	uint32_t plane;		/* of those skipped, the first with most rows; NONE: none was */
	uint32_t rows;		/* it has */
	uint32_t largest[PRISM_DIMS];	/* from this start, not staggered: see prism_explain */
	uint32_t anywhere[PRISM_DIMS];	/* from any */
} prism_lack;

/* Read "14x7x21", "14x7x21@3+0+1" (with a start), either with "s2" behind it (staggered by 2 or more), "w" (wraps) or both, "s2w"; false
 * when it is not that. */
bool prism_read(const char *text, prism *p);

/* Find a prism that fits into the machine, which must be one of PRISM_KINDS and of three dimensions, and of whose routers idle[] nodes
 * are idle, and write the routers of its pairs to `router`: plane after plane (y), in these row after row (x), in these along z.  False
 * when there is none.
 *
 * Without a start all are tried, z slowest, then x, then y.  The start with the fewest planes skipped is taken; at a tie the one
 * with the fewest rows skipped, then with the fewest hops, then the first.  In time: starts in x and z that leave room, times
 * the pairs of the prism. */
bool prism_find(const machine *m, const uint32_t *idle, const prism *p, uint32_t *router, prism_found *f);

/* Why there is no prism from the start, or, without one, from 0+0+0: if there is a prism from any start, there is one from that.
 *
 * The largest that there is has in no dimension more pairs than were asked for, and most pairs in all; at a tie, most along z, then along
 * x.  All zero when no pair is available. */
void prism_explain(const machine *m, const uint32_t *idle, const prism *p, prism_lack *lack);

/* A process grid on a prism, a cell of tasks a pair.  Of a fourth dimension all is in the cell. */
typedef struct prism_grid {
	int dims;		/* 3 or 4 */
	uint32_t dim[PRISM_GRID], cell[PRISM_GRID];
	int along[PRISM_DIMS];	/* the axis of each of the first three */
	uint32_t pairs[PRISM_DIMS];	/* along x, y and z; of the axis along[d] dim[d] / cell[d] */
	int split;		/* the dimension of the cell that is divided between the nodes of a pair, which divide it */
} prism_grid;

/* Where a cell is longest, of the dimensions that `nodes` divide, the lowest at a tie; -1: none.  The paper's are split so: 1x2x1x16 in t,
 * 4x4x2 in x, 6x5 in x. */
int prism_split(int dims, const uint32_t *cell, uint32_t nodes);

/* The node of each task, the first dimension fastest, on the pairs of router[], which are in the order of prism_find. */
void prism_place(const machine *m, const prism_grid *g, const uint32_t *router, uint32_t *node);
