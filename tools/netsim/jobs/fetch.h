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

/* How many events ahead of the clock the looks are. */
enum { FETCH_FIRST = AHEAD - 1, FETCH_SECOND = 10, FETCH_THIRD = 5, FETCH_FOURTH = 2 };

/* Does looking ahead save more than it takes?  Not while the state of the links is in a cache near the core. */
static inline bool
fetch_pays(const network *n)
{
	return n->machine->links >= 3 << 12;
}

#define FETCH_INLINE __attribute__((always_inline)) static inline

/* A link's port, and its channel v. */
FETCH_INLINE void
fetch_channel(const network *n, uint32_t link, unsigned v)
{
	__builtin_prefetch(port_of(n, link));
	__builtin_prefetch(&n->extra[(size_t)link * (n->stride - 1u) + v]);
}

/* The packet that waits first for a channel of o. */
FETCH_INLINE const packet *
fetch_waiting(const network *n, port *o)
{
	return packet_of(n, channel_of(n, o, (unsigned)__builtin_ctz(o->queued))->head);
}

/* Both lines of an interface. */
FETCH_INLINE void
fetch_interface(const interface *f)
{
	__builtin_prefetch(f);
	__builtin_prefetch((const char *)(f + 1) - 1);
}

/* The task whose turn it is at the interface of a link; NULL: there is none. */
FETCH_INLINE const task *
fetch_task(const traffic_run *r, uint32_t link)
{
	const interface *f = &r->interface[link - r->net->machine->router_links];

	return f->count ? &r->task[r->node_task[f->first + f->turn]] : NULL;
}

/* The credits of the channel that gets room back, where they are on a list (network.h, margin). */
FETCH_INLINE void
fetch_credits(const network *n, const packet *p)
{
	const channel *c;

	if (p->foreign || (n->open_loop && !n->rooms))
		return;
	c = channel_of(n, port_of(n, p->link), p->channel);
	if (c->first != NONE) {
		__builtin_prefetch(&n->credit[c->first]);
		__builtin_prefetch(&n->credit[c->last]);
	}
}

/* First the packet or the link itself; then the links of a packet, with their channels, and the interface of its node; the packets that
 * wait for a link; an interface. */
FETCH_INLINE void
fetch_second(const traffic_run *r, uint32_t id)
{
	const network *n = r->net;

	if (id >= n->machine->links) {
		const packet *p = packet_of(n, id);

		if (p->link != NONE && !p->foreign)
			fetch_channel(n, p->link, p->channel);
		if (p->out != NONE)
			fetch_channel(n, p->out, p->channel_next);
		if (n->crossbar)
			crossbar_fetch(n, p);
		if (p->hops == 0 && n->open_loop)	/* its node starts the next packet when it comes to its first router */
			fetch_interface(&r->interface[p->from]);
	} else if (id < n->machine->router_links) {
		port *o = port_of(n, id);

		for (unsigned left = o->queued; left; left &= left - 1)
			__builtin_prefetch(packet_of(n, channel_of(n, o, (unsigned)__builtin_ctz(left))->head));
	} else {
		fetch_interface(&r->interface[id - n->machine->router_links]);
	}
}

/* Then a packet's credits, and its message when it is about to leave the network; the link that a packet without decision would take
 * straight on; the link by which a packet came that waits; the task whose turn it is. */
FETCH_INLINE void
fetch_third(const traffic_run *r, uint32_t id)
{
	const network *n = r->net;

	if (id >= n->machine->links) {
		const packet *p = packet_of(n, id);

		if (p->link == NONE)
			return;
		fetch_credits(n, p);
		if (p->out != NONE) {
			if (port_of(n, p->out)->flags & ENDPOINT)
				__builtin_prefetch(flight_of(r, p->message));
		} else if (p->kind == ARRIVE && n->routing->decision->weighs && !n->machine->kind->circuits) {
			trip t = p->trip;	/* the way straight on is weighed; other routes have none before they have a decision */

			__builtin_prefetch(port_of(n, paths_next(&n->paths, &t, router_ahead(n, p))));
		}
	} else if (id < n->machine->router_links) {
		port *o = port_of(n, id);
		const packet *p;

		if (!o->queued)
			return;
		p = fetch_waiting(n, o);
		fetch_channel(n, p->link, p->channel);
		if (o->flags & ENDPOINT)
			__builtin_prefetch(flight_of(r, p->message));
		if (n->crossbar)
			crossbar_fetch(n, p);
	} else {
		__builtin_prefetch(fetch_task(r, id));
	}
}

/* At last the credits of a packet that waits; the message that a task is sending. */
FETCH_INLINE void
fetch_fourth(const traffic_run *r, uint32_t id)
{
	const network *n = r->net;

	if (id < n->machine->router_links) {
		port *o = port_of(n, id);

		if (o->queued)
			fetch_credits(n, fetch_waiting(n, o));
	} else if (id < n->machine->links) {
		const task *t = fetch_task(r, id);

		if (t && t->outlet.flight != NONE)
			__builtin_prefetch(flight_of(r, t->outlet.flight));
	}
}

FETCH_INLINE void
fetch_ahead(const traffic_run *r)
{
	const calendar *c = &r->net->calendar;
	const event *e = &c->run[c->at];
	uint32_t left = c->end - c->at;

	if (left > FETCH_FIRST) {	/* a packet or a link: each is a line; no branch, as a processor cannot guess which comes */
		uint32_t id = e[FETCH_FIRST].id;
		uintptr_t base = id >= r->net->machine->links ? r->net->packet_base : (uintptr_t)r->net->port;

		__builtin_prefetch((const void *)(base + (size_t)id * sizeof(packet)));
	}
	if (left > FETCH_SECOND)
		fetch_second(r, e[FETCH_SECOND].id);
	if (left > FETCH_THIRD)
		fetch_third(r, e[FETCH_THIRD].id);
	if (left > FETCH_FOURTH && !r->net->crossbar && (!r->net->open_loop || r->net->rooms))
		fetch_fourth(r, e[FETCH_FOURTH].id);
}
