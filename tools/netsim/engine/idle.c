#include "netsim/engine/idle.h"

#include "netsim/engine/link.h"
#include "netsim/routing.h"

/* The minimal way on from `router`; where the decision chooses among several at each router, its first. */
static uint32_t
way_on(const network *n, trip *t, uint32_t router)
{
	const decision *d = n->routing->decision;

	if (d->targets && !d->detours)
		d->targets(&n->paths, t, router, 0, &t->via);
	return paths_next(&n->paths, t, router);
}

int64_t
idle_latency(const network *n, uint32_t from, uint32_t to, int64_t bytes, uint32_t word)
{
	const machine *m = n->machine;
	trip t = { .from = from, .to = to, .router = m->interface_router[to], .via = NONE, .word = word };
	int64_t time = 0, slowest = 0;

	for (uint32_t link = m->router_links + from;; link = way_on(n, &t, port_of(n, link)->to)) {
		const link_speed *v = &n->speed[port_of(n, link)->speed];
		int64_t takes = transfer_ps(bytes, &v->speed);

		time += v->latency;
		slowest = takes > slowest ? takes : slowest;
		if (port_of(n, link)->flags & ENDPOINT)
			return time + slowest;
		time += n->router_latency;
		t.routers++;
	}
}
