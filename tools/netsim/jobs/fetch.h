/* fetch -- has at hand what the events that come next will touch.
 *
 * An event names a packet or a link; the packet names the links that it came by and leaves by; these know where their channels lie.  So
 * an event is looked at again and again while it comes nearer, each time at what was fetched the time before: no look waits, and what
 * is far away comes side by side.
 *
 * All is inlined always: a compiler takes a function that only fetches for one without effect, and drops its calls. */
#ifndef HOPLINE_NETSIM_JOBS_FETCH_H
#define HOPLINE_NETSIM_JOBS_FETCH_H

#include "netsim/jobs/run.h"

enum {
	FETCH_LINKS = 1 << 14,	/* the state of fewer is in a cache anyway */
	/* How many events ahead of the clock the looks are. */
	FETCH_FIRST = AHEAD - 1, FETCH_SECOND = 10, FETCH_THIRD = 5
};

/* The packet or the link itself. */
__attribute__((always_inline)) static inline void
fetch_first(const network *n, uint32_t id)
{
	__builtin_prefetch(id >= n->machine->links ? (const void *)packet_of(n, id) : port_of(n, id));
}

/* The links of a packet, and the interface of its node, where the next may start when it enters; the packets that wait for a link. */
__attribute__((always_inline)) static inline void
fetch_second(const traffic_run *r, uint32_t id)
{
	const network *n = r->net;

	if (id >= n->machine->links) {
		const packet *p = packet_of(n, id);

		if (p->link != NONE)
			__builtin_prefetch(port_of(n, p->link));
		if (p->out != NONE)
			__builtin_prefetch(port_of(n, p->out));
		if (p->hops == 0 && n->open_loop) {
			__builtin_prefetch(&r->interface[p->from]);
			__builtin_prefetch((const char *)&r->interface[p->from + 1] - 1);
		}
	} else {
		port *o = port_of(n, id);

		for (unsigned left = o->queued; left; left &= left - 1)
			__builtin_prefetch(packet_of(n, channel_of(n, o, (unsigned)__builtin_ctz(left))->head));
	}
}

/* The channels of a packet's links, and its message when it is about to leave the network; the link by which a packet came that waits. */
__attribute__((always_inline)) static inline void
fetch_third(const traffic_run *r, uint32_t id)
{
	const network *n = r->net;

	if (id >= n->machine->links) {
		const packet *p = packet_of(n, id);

		if (p->channel && p->link != NONE)
			__builtin_prefetch(channel_of(n, port_of(n, p->link), p->channel));
		if (p->out == NONE)
			return;
		if (p->channel_next)
			__builtin_prefetch(channel_of(n, port_of(n, p->out), p->channel_next));
		if (port_of(n, p->out)->flags & ENDPOINT) {
			__builtin_prefetch(flight_of(r, p->message));
			__builtin_prefetch((const char *)(flight_of(r, p->message) + 1) - 1);
		}
	} else {
		port *o = port_of(n, id);

		if (o->queued)
			__builtin_prefetch(port_of(n, packet_of(n, channel_of(n, o, (unsigned)__builtin_ctz(o->queued))->head)->link));
	}
}

__attribute__((always_inline)) static inline void
fetch_ahead(const traffic_run *r)
{
	const calendar *c = &r->net->calendar;

	if (r->net->machine->links < FETCH_LINKS)
		return;
	if (c->at + FETCH_FIRST < c->end)
		fetch_first(r->net, c->run[c->at + FETCH_FIRST].id);
	if (c->at + FETCH_SECOND < c->end)
		fetch_second(r, c->run[c->at + FETCH_SECOND].id);
	if (c->at + FETCH_THIRD < c->end)
		fetch_third(r, c->run[c->at + FETCH_THIRD].id);
}

#endif
