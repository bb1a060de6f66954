/* layout -- Adaptive Layout: which task gets which block of a lattice (Fiedler and Whalen, "Improving Task Placement for
 * Applications with 2D, 3D, and 4D Virtual Cartesian Topologies on 3D Torus Networks with Service Nodes", II-C).
 *
 * The allocation extends over Sx x Sy x Sz routers, from the least to the largest coordinate of those with tasks,
 * and no router has more than St tasks.  The lattice is cut into Sx x Sy x Sz x St blocks; block (x, y, z, t) is
 * claimed by the t-th task of the router there.  A block that no task claims is split in four along y, and the parts are
 * dealt to the processes of four other routers: the nearest in the same plane y, along x and z before aslant, then of the
 * planes next to it.  In the end tasks that hold more than others near them pass parts on (layout_rebalance).
 *
 * Every task holds its own block, and of others' whatever was dealt to it: its load, in parts. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "lib/machine/machine.h"
#include "lib/pattern/sites/site-cut.h"

enum { LAYOUT_AXES = 3 };

typedef struct torus_layout {
	uint32_t extent[LAYOUT_AXES];	/* Sx, Sy, Sz; Sz is 1 on machines of two coordinates */
	bool ring[LAYOUT_AXES];	/* the allocation goes all the way round a torus */
	uint32_t places;	/* Sx Sy Sz; place = x + Sx (y + Sy z) */
	uint32_t deep;		/* St */
	uint32_t tasks;
	uint32_t *first;	/* [places + 1] */
	uint32_t *task;		/* those at a place: task[first[place]] … task[first[place + 1] - 1], ascending */
	uint32_t *place;	/* [tasks] where a task is */
	uint32_t *plane;	/* [Sy] how many tasks a plane has */
	site_cut cut;	/* block = place + places * t */
} torus_layout;

/* Make the layout of a lattice whose dims and sites are set, for tasks on such nodes, with all blocks dealt; then it is
 * to be rebalanced.  On failure false, *why says what is wrong with the lattice, and there is nothing to free. */
bool layout_init(torus_layout *l, const machine *m, const uint32_t *task_node, uint32_t tasks, const site_cut *lattice, const char **why);
void layout_free(torus_layout *l);

/* The last step (rebalance.c): let tasks that have at least two parts more than another pass parts on, one by one, those that have most
 * first: to the lightest of their own router, else to the nearest router's process at their t within `radius`.  Ends when the largest and
 * the smallest load differ by one part at most, or no task finds a partner. */
void layout_rebalance(torus_layout *l, uint32_t radius);

/* How many tasks a place has. */
static inline uint32_t
layout_count(const torus_layout *l, uint32_t place)
{
	return l->first[place + 1] - l->first[place];
}

/* The process of a place that stands for its t-th: where it has too few tasks, t modulo their number. */
static inline uint32_t
layout_process(const torus_layout *l, uint32_t place, uint32_t t)
{
	return l->task[l->first[place] + t % layout_count(l, place)];
}

/* Steps from one place to another. */
uint32_t layout_distance(const torus_layout *l, uint32_t a, uint32_t b);

/* Visit the other places with tasks that are at most `reach` steps away: those of the same plane y by distance, at one distance
 * -x +x -z +z before what lies aslant, then those of the planes below and above, and so on.  Ends when visit() says true. */
void layout_walk(const torus_layout *l, uint32_t place, uint32_t reach, bool (*visit)(void *with, uint32_t place), void *with);
