/* drawn-queues -- what waits behind the ports of routers, at random, for routings that ask. */
#pragma once

#include "lib/rng/rng.h"
#include "netsim/engine/network.h"

/* Up to three packets of 100 bytes at each port. */
static void
draw_queues(network *n, rng *r)
{
	for (uint32_t l = 0; l < n->machine->router_links; l++)
		port_of(n, l)->waiting = (uint32_t)rng_below(r, 4) * 100;
}

/* Bytes that wait for the first link, or for all, of p's way by `via`. */
static inline uint64_t
bytes_on_way(const network *n, packet p, uint32_t router, uint32_t via, bool whole)
{
	uint64_t sum = 0;
	uint32_t link;

	p.via = via;
	do {
		link = paths_next(&n->paths, &p.trip, router);
		sum += port_of(n, link)->waiting;
		router = port_of(n, link)->to;
	} while (whole && !(port_of(n, link)->flags & ENDPOINT));
	return sum;
}
