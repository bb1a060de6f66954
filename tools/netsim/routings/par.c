/* par -- progressive adaptive routing: ugal-l, asked again at each router of the
 * source group while the packet is still on its minimal route (Jiang, Kim and
 * Dally, ISCA 2009).  It needs one local channel more in front. */
#include "netsim/engine/philox.h"
#include "netsim/routings/choice.h"
#include "netsim/routings/dragonfly.h"

static int
channels(const machine *m, int class)
{
	(void)m;
	return class == DRAGONFLY_LOCAL ? 4 : 2;
}

static void
choose(network *n, packet *p, uint32_t router, int64_t now)
{
	const dragonfly *d = dragonfly_of(n);
	uint32_t source = n->machine->node_router[p->from];

	if (d->group[router] != d->group[source] || router == p->router) {
		p->settled = 1;
		return;
	}
	if (router != source)	/* a new detour for a new decision */
		p->word = philox_word(n->route_key, p->word, p->hops);
	choice_ugal(n, p, router, now);
	p->settled = p->via != NONE;
}

const routing routing_dragonfly_par = {
	.name = "par",
	.about = "ugal-l, asked again in the source group while minimal (Jiang et al. 2009)",
	.kind = "dragonfly",
	.channels = channels,
	.asks = ASKS_ROUTER,
	.choose = choose,
	.detour = dragonfly_detour,
	.links = dragonfly_links,
	.next = dragonfly_next_par,
	.targets = dragonfly_targets_or_minimal,
};
