#include "netsim/engine/idle.h"

#include "netsim/engine/link.h"
#include "netsim/routing.h"

int64_t
idle_latency(const network *n, uint32_t from, uint32_t to, int64_t bytes, uint32_t word)
{
	const machine *m = n->machine;
	trip t = { .from = from, .to = to, .router = m->interface_router[to], .via = NONE, .word = word };
	const decision *d = n->routing->decision;
	uint32_t link = m->router_links + from;
	int64_t time = 0, slowest = 0;

	for (;;) {
		const link_speed *v = &n->speed[port_of(n, link)->speed];
		int64_t takes = transfer_ps(bytes, &v->speed);

		time += v->latency;
		slowest = takes > slowest ? takes : slowest;
		if (port_of(n, link)->flags & ENDPOINT)
			return time + slowest;
		time += n->router_latency;
		t.routers++;
		if (d->targets && !d->detours)	/* it chooses among several at each router: its first */
			d->targets(&n->paths, &t, port_of(n, link)->to, 0, &t.via);
		link = paths_next(&n->paths, &t, port_of(n, link)->to);
	}
}
