/* routings -- the table of routing algorithms. */
#include "netsim/routing.h"

#include <string.h>

extern const routing routing_dragonfly_minimal, routing_dragonfly_valiant, routing_dragonfly_ugal_l,
	routing_dragonfly_ugal_g, routing_dragonfly_par;

const routing *const routings[] = {
	&routing_dragonfly_minimal,
	&routing_dragonfly_valiant,
	&routing_dragonfly_ugal_l,
	&routing_dragonfly_ugal_g,
	&routing_dragonfly_par,
	NULL
};

const routing *
routing_find(const machine *m, const char *name)
{
	if (strcmp(name, "adaptive") == 0 && strcmp(m->kind->name, "dragonfly") == 0)
		name = "ugal-l";	/* what V-B of the Level-Spread paper describes */
	for (int i = 0; routings[i]; i++)
		if (strcmp(routings[i]->name, name) == 0 && strcmp(routings[i]->kind, m->kind->name) == 0)
			return routings[i];
	return NULL;
}
