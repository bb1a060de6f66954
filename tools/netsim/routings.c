/* routings -- the table of routing algorithms. */
#include "netsim/routing.h"

#include <string.h>

extern const routing routing_dragonfly_minimal, routing_dragonfly_valiant, routing_dragonfly_ugal_l,
	routing_dragonfly_ugal_g, routing_dragonfly_par, routing_dragonfly_valiant_router, routing_dragonfly_ugal_router,
	routing_dragonfly_ugal_output, routing_dragonfly_adaptive_local;
extern const routing routing_rdragonfly_minimal, routing_rdragonfly_tago;
extern const routing routing_lattice_dimension_order, routing_lattice_dimension_order_ties, routing_lattice_adaptive,
	routing_lattice_valiant, routing_lattice_ugal_l;
extern const routing routing_fattree_d_mod_k, routing_fattree_random_up, routing_fattree_adaptive;
extern const routing routing_slimfly_minimal, routing_slimfly_valiant, routing_slimfly_ugal_l, routing_slimfly_ugal_g;
extern const routing routing_graph_minimal, routing_graph_valiant, routing_graph_ugal_l, routing_graph_ugal_g;

const routing *const routings[] = {
	&routing_dragonfly_minimal,
	&routing_dragonfly_valiant,
	&routing_dragonfly_ugal_l,
	&routing_dragonfly_ugal_g,
	&routing_dragonfly_par,
	&routing_dragonfly_valiant_router,
	&routing_dragonfly_ugal_router,
	&routing_dragonfly_ugal_output,
	&routing_dragonfly_adaptive_local,
	&routing_rdragonfly_minimal,
	&routing_rdragonfly_tago,
	&routing_lattice_dimension_order,
	&routing_lattice_dimension_order_ties,
	&routing_lattice_adaptive,
	&routing_lattice_valiant,
	&routing_lattice_ugal_l,
	&routing_fattree_d_mod_k,
	&routing_fattree_random_up,
	&routing_fattree_adaptive,
	&routing_slimfly_minimal,
	&routing_slimfly_valiant,
	&routing_slimfly_ugal_l,
	&routing_slimfly_ugal_g,
	&routing_graph_minimal,
	&routing_graph_valiant,
	&routing_graph_ugal_l,
	&routing_graph_ugal_g,
	NULL
};

bool
routing_serves(const routing *r, const machine *m)
{
	return kind_among(m, r->kind);
}

const routing *
routing_find(const machine *m, const char *name)
{
	for (int i = 0; routings[i]; i++)
		if (routing_serves(routings[i], m) && (strcmp(routings[i]->name, name) == 0
			|| (routings[i]->alias && strcmp(routings[i]->alias, name) == 0)))
			return routings[i];
	return NULL;
}
