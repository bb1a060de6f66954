/* link -- packets start on links; the order of what happens at one picosecond. */
#pragma once

#include "netsim/engine/credits.h"

/* Heads and messages arrive (by the link they came by), then timers and messages within a node (by task), then packets that wait
 * for tokens try again, then links look for work. */
static inline uint32_t task_order(const network *n, uint32_t t) { return n->machine->links + t; }
static inline uint32_t retry_order(const network *n, uint32_t router) { return n->wake_bit - 1 - router; }
static inline uint32_t wake_order(const network *n, uint32_t link) { return n->wake_bit | link; }
static inline uint32_t domain_order(const network *n, uint32_t node) { return n->wake_bit | n->wake_bit >> 1 | node; }

/* Have a router's (or interface's) link look for work at `time`. */
static inline void
link_wake_by(network *n, uint32_t link, int64_t time)
{
	calendar_by(&n->calendar, &port_of(n, link)->wake, link, time, wake_order(n, link));
}

/* Packet `id`, which is p, starts on `link`, whose port is o and whose channel it holds credit for, at `when`; the transfer takes x. */
static inline void
link_send(network *n, uint32_t id, packet *p, uint32_t link, port *o, int64_t when, int64_t x)
{
	int64_t latency = n->speed[o->speed].latency;

	o->ahead = p->bytes;
	o->free = when + x;
	o->served = p->channel_next;
	if (n->watched)
		n->listeners.started(n, p, link, x);
	if (p->foreign)
		mail_credit(n, p, when + x);
	else if (p->link != NONE)
		give_back(n, p->link, p->channel, p->bytes,
			when + x + n->speed[port_of(n, p->link)->speed].latency);
	p->link = link;
	p->channel = p->channel_next;
	p->tail = when + x + latency;
	if (o->flags & ENDPOINT) {
		n->listeners.delivered(n, id);
		return;
	}
	if (!n->rooms || link >= n->machine->router_links)	/* else it has taken it before */
		channel_of(n, o, p->channel)->credit -= (int32_t)p->bytes;
	if (p->settled)		/* known ahead of its arrival, so that fetch.h can have the link at hand */
		p->out = paths_next(&n->paths, &p->trip, o->to);
	if (o->flags & CUT)
		mail_packet(n, id, when + latency);
	else
		calendar_push(&n->calendar, id, when + latency, link);
}
