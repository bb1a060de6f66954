/* routes -- those that there are, a line a topology. */
#pragma once

#include "lib/route/route.h"

extern const routes routes_dragonfly;		/* detours by way of a group; within a group, of a router */
extern const routes routes_dragonfly_again;	/* as routes_dragonfly, asked again in the source group */
extern const routes routes_dragonfly_routers;	/* detours by way of any router of the machine */
extern const routes routes_dragonflyplus;	/* detours by way of a group; within a group, of a spine */
extern const routes routes_dragonflyplus_again;	/* as routes_dragonflyplus, asked again at the spine of the source group */
extern const routes routes_rdragonfly;
extern const routes routes_lattice;		/* dimension order */
extern const routes routes_lattice_ties;	/* up or down at random where a ring is as short either way */
extern const routes routes_lattice_either;	/* either link that an express mesh offers, at random */
extern const routes routes_lattice_detours;	/* by way of any router, ties at random */
extern const routes routes_lattice_adaptive;	/* any dimension, dimension order as escape */
extern const routes routes_lattice_farthest;	/* as routes_lattice_adaptive, of an express mesh by the farthest link of a dimension only */
extern const routes routes_fattree;		/* up by the digits of the destination */
extern const routes routes_fattree_up;		/* up by any link */
extern const routes routes_fattree_turn;	/* "detours" by any of the lowest switches above both ends */
extern const routes routes_slimfly;
extern const routes routes_graph;
extern const routes routes_opensm_minhop;	/* the tables of OpenSM's engines (opensm.h) */
extern const routes routes_opensm_ftree;
