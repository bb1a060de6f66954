/* routings -- the table of routing algorithms: routes times decisions. */
#include <string.h>

#include "lib/route/routes.h"
#include "netsim/routing.h"
#include "netsim/routings/decisions.h"

const routing routings[] = {
	{ "minimal", NULL, "shortest local-global-local route (Kim et al. 2008)", &routes_dragonfly, &straight_on },
	{ "valiant", NULL, "by way of a random intermediate group; within a group, router (Valiant 1982)", &routes_dragonfly, &always_detour },
	{ "ugal-l", "adaptive", "minimal iff q_m H_m <= q_v H_v, q the bytes waiting for the first link (Kim et al. 2008)",
		&routes_dragonfly, &weigh_first },	/* what V-B of the Level-Spread paper describes */
	{ "ugal-g", NULL, "as ugal-l, q summed over the whole of both paths (Kim et al. 2008)", &routes_dragonfly, &weigh_whole },
	{ "par", NULL, "ugal-l, asked again in the source group while minimal (Jiang et al. 2009)", &routes_dragonfly_again, &weigh_again },
	{ "valiant-router", NULL, "by way of a random router of the machine, if it is of another group (Won et al. 2015)",
		&routes_dragonfly_routers, &always_detour },
	{ "ugal-router", NULL, "as ugal-l, the detour by way of a random router of the machine (as BookSim's ugal)",
		&routes_dragonfly_routers, &weigh_twofold },
	{ "ugal-output", NULL, "minimal iff q_m <= 2 q_v, q the bytes at the output, behind the crossbar (SST's ugal)",
		&routes_dragonfly, &weigh_output },
	{ "adaptive-local", NULL, "minimal unless a detour's output has more than twice the room (SST's adaptive-local)",
		&routes_dragonfly, &weigh_room },
	{ "minimal", NULL, "up to a spine, to the group of the destination, down (Shpiner et al. 2017)", &routes_dragonflyplus, &straight_on },
	{ "valiant", NULL, "by way of a random intermediate group; within a group, spine (Flajslik et al. 2018)", &routes_dragonflyplus,
		&always_detour },
	{ "ugal-l", "adaptive", "minimal iff q_m H_m <= q_v H_v, q the bytes waiting for the first link (Flajslik et al. 2018)",
		&routes_dragonflyplus, &weigh_first },
	{ "ugal-g", NULL, "as ugal-l, q summed over the whole of both paths (Kim et al. 2008)", &routes_dragonflyplus, &weigh_whole },
	{ "par", NULL, "ugal-l, asked again at the spine of the source group while minimal (Shpiner et al. 2017)",
		&routes_dragonflyplus_again, &weigh_again },
	{ "minimal", NULL, "the circuit of the shortest route, straight to the group of the destination", &routes_rdragonfly, &straight_on },
	{ "tago", "adaptive", "a random circuit of the shortest routes, adaptive inside groups (after Teh et al. 2020)",
		&routes_rdragonfly, &weigh_circuits },
	{ "tago-shortest", NULL, "a random circuit of the shortest routes, whatever waits; adaptive within a group (Feng et al. 2023)",
		&routes_rdragonfly, &draw_shortest },
	{ "tago-all", NULL, "a random circuit of all between the two groups, whatever waits; adaptive within a group (Feng et al. 2023)",
		&routes_rdragonfly, &draw_any },
	{ "dimension-order", "minimal",
		"x, then y, …; in a row the farthest link that does not overshoot (Dally and Seitz 1987; Jain et al. 2017)",
		&routes_lattice, &straight_on },
	{ "dimension-order-ties", NULL, "dimension-order, at random up or down where a ring is as short either way (Jiang et al. 2013)",
		&routes_lattice_ties, &straight_on },
	{ "dimension-order-either", NULL, "dimension-order, at random the farthest link or the nearest where either will do (Jain et al. 2017)",
		&routes_lattice_either, &straight_on },
	{ "adaptive", NULL, "any dimension, the channel with most tokens; dimension-order as escape (Jain et al. 2017; Duato 1993)",
		&routes_lattice_adaptive, &most_tokens },
	{ "adaptive-farthest", NULL, "adaptive by the farthest link of each dimension only, not the nearest (netsim before 0.2.0)",
		&routes_lattice_farthest, &most_tokens },
	{ "valiant", NULL, "by way of a random router, dimension-order to it and from it (Valiant 1982)", &routes_lattice_detours,
		&always_detour },
	{ "ugal-l", NULL, "minimal iff q_m H_m <= q_v H_v, q the bytes waiting for the first link (Singh 2005; Kim et al. 2007)",
		&routes_lattice_detours, &weigh_first },
	{ "d-mod-k", "minimal", "static: up by the digits of the destination's number, then down (Zahavi 2010)", &routes_fattree, &straight_on },
	{ "random-up", "nca", "up by random links, so by way of a random nearest common ancestor, then down (Leiserson et al. 1992)",
		&routes_fattree_turn, &always_detour },
	{ "adaptive", NULL, "up by the link for which the fewest bytes wait, or that is free first, then down (Gomez et al. 2007)",
		&routes_fattree_up, &least_waiting },
	{ "minimal", NULL, "the shortest way, of several the one that a hash of source and destination names (Besta and Hoefler 2014)",
		&routes_slimfly, &straight_on },
	{ "valiant", NULL, "by way of a random router other than source and destination (Besta and Hoefler 2014)", &routes_slimfly,
		&always_detour },
	{ "ugal-l", "adaptive", "minimal iff q_m H_m <= q_v H_v, q the bytes waiting for the first link (Besta and Hoefler 2014)",
		&routes_slimfly, &weigh_first },
	{ "ugal-g", NULL, "as ugal-l, q summed over the whole of both paths (Besta and Hoefler 2014)", &routes_slimfly, &weigh_whole },
	{ "minimal", NULL, "a shortest way, by tables; of several the one that a hash of source and destination names",
		&routes_graph, &straight_on },
	{ "valiant", NULL, "by way of a random router that has nodes, other than source and destination (Valiant 1982)",
		&routes_graph, &always_detour },
	{ "ugal-l", "adaptive", "minimal iff q_m H_m <= q_v H_v, q the bytes waiting for the first link (Singh 2005)",
		&routes_graph, &weigh_first },
	{ "ugal-g", NULL, "as ugal-l, q summed over the whole of both paths (Singh 2005)", &routes_graph, &weigh_whole },
	{ "opensm-minhop", NULL, "OpenSM's tables of its engine minhop: fewest links, then the port with the fewest adapters (OpenSM 3.3.23)",
		&routes_opensm_minhop, &straight_on },
	{ "opensm-ftree", NULL, "OpenSM's tables of its engine ftree, for fat-trees (Zahavi et al. 2010; OpenSM 3.3.23)",
		&routes_opensm_ftree, &straight_on },
	{ 0 }
};

bool
routing_serves(const routing *r, const machine *m)
{
	return routes_suit(r->routes, m);
}

const routing *
routing_find(const machine *m, const char *name)
{
	for (const routing *r = routings; r->name; r++)
		if (routing_serves(r, m) && (strcmp(r->name, name) == 0 || (r->alias && strcmp(r->alias, name) == 0)))
			return r;
	return NULL;
}

bool
targets_detours(const paths *w, const trip *t, uint32_t router, uint32_t k, uint32_t *via)
{
	uint32_t count = w->routes->detours(w, t, router);

	*via = k < count ? w->routes->detour(w, t, router, k) : NONE;
	return k < count || (count == 0 && k == 0);
}

bool
targets_either(const paths *w, const trip *t, uint32_t router, uint32_t k, uint32_t *via)
{
	*via = NONE;
	if (k == 0)
		return true;
	if (k > w->routes->detours(w, t, router))
		return false;
	*via = w->routes->detour(w, t, router, k - 1);
	return true;
}
