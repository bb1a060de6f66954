/* straight -- nothing to decide: packets go straight on, or always by a detour (Valiant 1982). */
#include "netsim/engine/network.h"
#include "netsim/routings/decisions.h"

const decision straight_on = { 0 };

static void
choose_detour(network *n, packet *p, uint32_t router, int64_t now)
{
	(void)now;
	p->via = paths_draw(&n->paths, &p->trip, router);
	p->settled = 1;
}

const decision always_detour = { .detours = true, .choose = choose_detour, .targets = targets_detours };
