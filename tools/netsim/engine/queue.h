/* queue -- the packets that wait for a channel of an output, first ready first. */
#pragma once

#include "netsim/engine/network.h"

/* Is a packet ready at `ready`, from input link `link`, to be served before q? Ties
 * go to the lower input port. */
static inline bool
queue_before(const network *n, int64_t ready, uint32_t link, const packet *q)
{
	const uint32_t *port_number = n->machine->reverse;

	return ready < q->time || (ready == q->time && port_number[link] < port_number[q->link]);
}

/* Put p, packet `id`, ready at `ready`, into the queue of its output channel c of port o. */
__attribute__((always_inline)) static inline void
queue_add(network *n, uint32_t id, packet *p, port *o, channel *c, int64_t ready)
{
	p->time = ready;
	p->next = NONE;
	o->waiting += p->bytes;
	o->queued |= (uint8_t)(1u << p->channel_next);
	if (c->head == NONE) {
		c->head = c->tail = id;
	} else if (ready > o->last || !queue_before(n, ready, p->link, packet_of(n, c->tail))) {
		packet_of(n, c->tail)->next = id;
		c->tail = id;
	} else {
		uint32_t *at = &c->head;

		while (!queue_before(n, ready, p->link, packet_of(n, *at)))
			at = &packet_of(n, *at)->next;
		p->next = *at;
		*at = id;
	}
	o->last = ready > o->last ? ready : o->last;
}

/* Take the packet at the head of channel v of o out. */
static inline void
queue_take_first(network *n, port *o, unsigned v)
{
	channel *c = channel_of(n, o, v);
	packet *p = packet_of(n, c->head);

	c->head = p->next;
	if (c->head == NONE)
		o->queued &= (uint8_t)~(1u << v);
	o->waiting -= p->bytes;
	p->time = NEVER;
}

/* Take packet `id` out of the queue of channel v of o. */
static inline void
queue_take(network *n, uint32_t id, port *o, unsigned v)
{
	channel *c = channel_of(n, o, v);
	packet *p = packet_of(n, id);
	uint32_t before = NONE;

	if (c->head == id) {
		if (c->tail == id)
			c->tail = NONE;
		queue_take_first(n, o, v);
		return;
	}
	for (uint32_t at = c->head; at != id; at = packet_of(n, at)->next)
		before = at;
	packet_of(n, before)->next = p->next;
	if (c->tail == id)
		c->tail = before;
	o->waiting -= p->bytes;
	p->time = NEVER;
}

/* The channels of `queued` behind channel `turn`, and then the others: channel v is bit v, or MAX_CHANNELS bits further up. */
static inline unsigned
in_turn(unsigned queued, unsigned turn)
{
	unsigned behind = queued & ~((2u << turn) - 1);

	return behind | (queued & ~behind) << MAX_CHANNELS;
}
