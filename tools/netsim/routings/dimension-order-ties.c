/* dimension-order-ties -- dimension order, but where a ring is as short either way a packet goes up or down at random
 * (dim_order_torus of BookSim: Jiang and others, ISPASS 2013).
 *
 * In a ring of an even number k of routers dimension order sends all packets for the router opposite up: of uniform traffic
 * the links up carry (k+2)/(k-2) of what those down carry.  Here both carry alike.  Bit d of a packet's random bits says which
 * way it goes in dimension d (its lane, lanes.h, hangs on the upper ones of 16).  The channels are those of dimension order:
 * which one it is follows from the direction, whatever chose that. */
#include "netsim/routings/choice.h"
#include "netsim/routings/lattice.h"

static uint32_t
next(const network *n, packet *p, uint32_t router)
{
	if (router == p->router)
		return lattice_to_node(n, p, router);
	return lattice_towards(n, p, router, p->router, p->word, 0);
}

const routing routing_lattice_dimension_order_ties = {
	.name = "dimension-order-ties",
	.about = "dimension-order, at random up or down where a ring is as short either way (Jiang et al. 2013)",
	.kind = "torus",
	.channels = lattice_order_channels,
	.prepare = lattice_prepare,
	.choose = choose_nothing,
	.next = next,
};
