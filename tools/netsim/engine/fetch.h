/* fetch -- has at hand what the events that come next will touch. */
#ifndef HOPLINE_NETSIM_ENGINE_FETCH_H
#define HOPLINE_NETSIM_ENGINE_FETCH_H

#include "netsim/engine/network.h"

/* How many events before it what an event names is fetched: its packet or link; what these name; what that names. */
enum { FETCH_FIRST = AHEAD - 1, FETCH_SECOND = 12, FETCH_THIRD = 6 };

__attribute__((always_inline)) static inline void
fetch_first(const network *n, uint32_t id)
{
	__builtin_prefetch(id >= n->machine->links ? (const void *)packet_of(n, id) : port_of(n, id));
}

/* An arrival: the link that it came by (for the
 * credit) and the one it leaves by; a wake-up, the packets that wait. */
__attribute__((always_inline)) static inline void
fetch_second(const network *n, uint32_t id)
{
	if (id >= n->machine->links) {
		const packet *p = packet_of(n, id);

		__builtin_prefetch(port_of(n, p->out));
		__builtin_prefetch(port_of(n, p->link));
	} else {
		port *o = port_of(n, id);

		for (unsigned left = o->queued; left; left &= left - 1)
			__builtin_prefetch(packet_of(n, channel_of(n, o, (unsigned)__builtin_ctz(left))->head));
	}
}

/* And the link that a waiting packet came by, once the packet is at hand. */
__attribute__((always_inline)) static inline void
fetch_third(const network *n, uint32_t id)
{
	port *o = port_of(n, id);

	if (id < n->machine->links && o->queued)
		__builtin_prefetch(port_of(n, packet_of(n, channel_of(n, o, (unsigned)__builtin_ctz(o->queued))->head)->link));
}

__attribute__((always_inline)) static inline void
fetch_ahead(const network *n)
{
	const calendar *c = &n->calendar;

	if (c->at + FETCH_FIRST < c->end)
		fetch_first(n, c->run[c->at + FETCH_FIRST].id);
	if (c->at + FETCH_SECOND < c->end)
		fetch_second(n, c->run[c->at + FETCH_SECOND].id);
	if (c->at + FETCH_THIRD < c->end)
		fetch_third(n, c->run[c->at + FETCH_THIRD].id);
}

#endif
