/* fetch -- has at hand what the events that come next will touch.
 *
 * An event names a packet or a link; the packet names the links that it came by and leaves by; these know where their channels lie.  So
 * an event is looked at again and again while it comes nearer, each time at what was fetched the time before: no look waits, and what
 * is far away comes side by side.
 *
 * All is inlined always: a compiler takes a function that only fetches for one without effect, and drops its calls. */
#pragma once

#include "netsim/engine/crossbar.h"
#include "netsim/jobs/run.h"

enum {
	/* How many events ahead of the clock the looks are. */
	FETCH_FIRST = AHEAD - 1, FETCH_SECOND = 10, FETCH_THIRD = 5, FETCH_FOURTH = 2
};

/* Does looking ahead save more than it takes?  Not while the state of the links is in a cache near the core.  In closed loop, where links
 * have half of the events, it was measured to pay from more links on. */
static inline bool
fetch_pays(const network *n)
{
	return n->machine->links >= (n->open_loop ? 1 << 14 : 3 << 13);
}

#define FETCH_INLINE __attribute__((always_inline)) static inline

/* Channel v > 0 of a link whose port is at hand. */
FETCH_INLINE void
fetch_channel(const network *n, uint32_t link, unsigned v)
{
	if (v)
		__builtin_prefetch(channel_of(n, port_of(n, link), v));
}

/* The packet that waits first for a channel of o. */
FETCH_INLINE const packet *
fetch_waiting(const network *n, port *o)
{
	return packet_of(n, channel_of(n, o, (unsigned)__builtin_ctz(o->queued))->head);
}

/* First the packet or the link itself is looked at (fetch_ahead); then the links of a packet, and the interface of its node; the packets
 * that wait for a link. */
FETCH_INLINE void
fetch_second(const traffic_run *r, uint32_t id)
{
	const network *n = r->net;

	if (id >= n->machine->links) {
		const packet *p = packet_of(n, id);

		if (p->link != NONE && !p->foreign)
			__builtin_prefetch(port_of(n, p->link));
		if (p->out != NONE)
			__builtin_prefetch(port_of(n, p->out));
		if (n->crossbar)
			crossbar_fetch(n, p);
		if (p->hops == 0 && n->open_loop) {	/* its node starts the next packet when it comes to its first router */
			__builtin_prefetch(&r->interface[p->from]);
			__builtin_prefetch((const char *)&r->interface[p->from + 1] - 1);
		}
	} else {
		port *o = port_of(n, id);

		for (unsigned left = o->queued; left; left &= left - 1)
			__builtin_prefetch(packet_of(n, channel_of(n, o, (unsigned)__builtin_ctz(left))->head));
	}
}

/* Then the channels of a packet's links, and its message when it is about to leave the network; the link that a packet without decision
 * would take straight on; the link by which a packet came that waits. */
FETCH_INLINE void
fetch_third(const traffic_run *r, uint32_t id)
{
	const network *n = r->net;

	if (id >= n->machine->links) {
		const packet *p = packet_of(n, id);

		if (p->link == NONE)
			return;
		if (!p->foreign)
			fetch_channel(n, p->link, p->channel);
		if (p->out != NONE) {
			fetch_channel(n, p->out, p->channel_next);
			if (port_of(n, p->out)->flags & ENDPOINT)
				__builtin_prefetch(flight_of(r, p->message));
		} else if (p->kind == ARRIVE && n->routing->decision->weighs && !n->machine->kind->circuits) {
			trip t = p->trip;	/* the way straight on is weighed; other routes have none before they have a decision */

			__builtin_prefetch(port_of(n, paths_next(&n->paths, &t, router_ahead(n, p))));
		}
	} else {
		port *o = port_of(n, id);
		const packet *p;

		if (!o->queued)
			return;
		p = fetch_waiting(n, o);
		__builtin_prefetch(port_of(n, p->link));
		if (n->crossbar)
			crossbar_fetch(n, p);
	}
}

/* At last, where packets take tokens, the credits of the channel that gets room back: all of them are on lists (network.h, margin). */
FETCH_INLINE void
fetch_credits(const network *n, const packet *p)
{
	const channel *c;

	if (p->link == NONE || p->foreign)
		return;
	c = channel_of(n, port_of(n, p->link), p->channel);
	if (c->first != NONE) {
		__builtin_prefetch(&n->credit[c->first]);
		__builtin_prefetch(&n->credit[c->last]);
	}
}

FETCH_INLINE void
fetch_fourth(const network *n, uint32_t id)
{
	if (id >= n->machine->links) {
		fetch_credits(n, packet_of(n, id));
	} else {
		port *o = port_of(n, id);

		if (o->queued)
			fetch_credits(n, fetch_waiting(n, o));
	}
}

FETCH_INLINE void
fetch_ahead(const traffic_run *r)
{
	const calendar *c = &r->net->calendar;

	if (c->at + FETCH_FIRST < c->end) {
		uint32_t id = c->run[c->at + FETCH_FIRST].id;

		__builtin_prefetch(id >= r->net->machine->links ? (const void *)packet_of(r->net, id) : port_of(r->net, id));
	}
	if (c->at + FETCH_SECOND < c->end)
		fetch_second(r, c->run[c->at + FETCH_SECOND].id);
	if (c->at + FETCH_THIRD < c->end)
		fetch_third(r, c->run[c->at + FETCH_THIRD].id);
	if (c->at + FETCH_FOURTH < c->end && r->net->rooms && !r->net->crossbar)
		fetch_fourth(r->net, c->run[c->at + FETCH_FOURTH].id);
}
