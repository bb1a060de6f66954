/* choice -- what routings of several kinds choose alike: one of several equal ways for a pair
 * of nodes, a detour at random, and between that and the minimal way by the queues. */
#ifndef HOPLINE_ROUTINGS_CHOICE_H
#define HOPLINE_ROUTINGS_CHOICE_H

#include "netsim/network.h"

/* One of `count` equal ways, 0 … count-1, for the packets from p's source to its destination: a hash of
 * these two nodes, so always the same. */
static inline uint32_t
choice_of_pair(const packet *p, uint32_t count)
{
	uint32_t hash = (p->from * 2654435761u) ^ (p->to * 2246822519u);

	hash = (hash ^ hash >> 15) * 2654435761u;
	return (uint32_t)((uint64_t)hash * count >> 32);
}

/* One of `count`, 0 … count-1, by p's random bits. */
static inline uint32_t
choice_at_random(const packet *p, uint32_t count)
{
	return (uint32_t)((uint64_t)p->word * count >> 32);
}

/* The k-th number of 0, 1, … that is neither x nor y. */
static inline uint32_t
choice_but_two(uint32_t k, uint32_t x, uint32_t y)
{
	uint32_t low = x < y ? x : y, high = x < y ? y : x;

	k += k >= low;
	return k + (k >= high && high != low);
}

/* Bytes that wait for the first link of p's path from `router` by way of `via` (NONE: straight), or, with
 * `whole`, for all of its links. */
static inline uint64_t
choice_waiting(const network *n, const packet *p, uint32_t router, uint32_t via, bool whole, int64_t now)
{
	uint64_t waiting = 0;
	packet q = *p;

	q.via = via;
	for (;;) {
		uint32_t link = n->routing->next(n, &q, router);

		waiting += network_waiting(n, link, now);
		if (!whole || port_of(n, link)->flags & ENDPOINT)
			return waiting;
		router = port_of(n, link)->to;
	}
}

/* The decision of a UGAL: one detour is drawn; the minimal path is taken iff
 * (q_minimal - bias) * H_minimal <= q_detour * H_detour, with q the bytes waiting on the first
 * link (or, `whole`, on all links) of the path and H its router-to-router links.  detour: the routing's
 * random detour for p from `router`, or NONE; links: H of the path by way of it (NONE: straight). */
static inline void
choice_ugal(network *n, packet *p, uint32_t router, int64_t now, bool whole,
	uint32_t (*detour)(const network *, const packet *, uint32_t),
	uint32_t (*links)(const network *, const packet *, uint32_t, uint32_t))
{
	uint64_t straight;
	uint32_t via;

	if (router == p->router)
		return;
	straight = choice_waiting(n, p, router, NONE, whole, now);
	straight -= straight < n->bias ? straight : n->bias;
	if (straight == 0)
		return;		/* a detour waits no less */
	via = detour(n, p, router);
	if (via != NONE && straight * links(n, p, router, NONE)
		> choice_waiting(n, p, router, via, whole, now) * links(n, p, router, via))
		p->via = via;
}

#endif
