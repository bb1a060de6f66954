/* again -- progressive adaptive routing: as weigh_first, and asked again, with a new detour, while the packet is still on its minimal route
 * and the routes allow it: in the source group of a dragonfly (PAR: Jiang, Kim and Dally, ISCA 2009). */
#include "netsim/engine/philox.h"
#include "netsim/routings/weigh.h"

static void
choose(network *n, packet *p, uint32_t router, int64_t now)
{
	const paths *w = &n->paths;

	if (!w->routes->again(w, &p->trip, router) || router == p->router) {
		p->settled = 1;
		return;
	}
	if (router != w->machine->interface_router[p->from])	/* a new detour for a new decision */
		p->word = philox_word(n->route_key, p->word, p->hops);
	choose_first(n, p, router, now);
	p->settled = p->via != NONE;
}

const decision weigh_again = { .detours = true, .weighs = true, .asks = ASKS_ROUTER, .choose = choose, .targets = targets_either };
