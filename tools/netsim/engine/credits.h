/* credits -- the room at the end of a link's channels, as its sender knows it.
 *
 * A credit is a time stamp in a list; it becomes an event only when a sender waits for it. */
#pragma once

#include "netsim/engine/mail.h"

/* Does the channel have `bytes` of credit at `time`?  Takes in the credits that
 * have arrived by then. */
bool channel_has(network *n, channel *c, uint32_t bytes, int64_t time);

/* Does a channel of a router's link have credit for a packet that is routed to it?  Where packets take tokens (waiting_rooms), it has taken
 * its credit. */
static inline bool
channel_ready(network *n, channel *c, uint32_t bytes, int64_t time)
{
	return n->rooms || c->credit >= (int32_t)bytes || channel_has(n, c, bytes, time);
}

/* When the credits under way will make it `bytes`: NEVER when they do not suffice,
 * and then the channel is marked starved. */
int64_t channel_when(network *n, channel *c, uint32_t bytes);

/* May p, which waits for channel v of o, start now?  If not: when to look again, at *when (NEVER: when a credit is on its way), and
 * *stalled: it waits for credit. */
static inline bool
channel_may_start(network *n, port *o, unsigned v, const packet *p, int64_t *when, bool *stalled)
{
	channel *c = channel_of(n, o, v);

	*when = p->time;
	if (*when > n->calendar.now)
		return false;
	if (channel_ready(n, c, p->bytes, n->calendar.now))
		return true;
	*stalled = true;
	*when = channel_when(n, c, p->bytes);
	return false;
}

/* A credit of `bytes` will be back at the sender of (link, channel v) at `time`. */
void credit_back(network *n, uint32_t link, unsigned v, uint32_t bytes, int64_t time);

/* A credit of `bytes` between others: it comes back earlier than one that left before it; or the first of its channel. */
void credit_between(network *n, uint32_t link, unsigned v, uint32_t id);
void credit_first(network *n, uint32_t link, unsigned v, uint32_t id);

static inline void
free_credit(network *n, uint32_t id)
{
	n->credit[id].next = n->credit_free;
	n->credit_free = id;
}

/* Take in the first of the credits under way. */
static inline void
take_credit(network *n, channel *c)
{
	uint32_t id = c->first;

	c->credit += (int32_t)n->credit[id].bytes;
	c->first = n->credit[id].next;
	free_credit(n, id);
	if (c->first == NONE)
		c->last = NONE;
}

/* A credit of `bytes` will be back at the sender of (link, channel) at `time`.  If
 * the sender cannot use up what it has before then, even at full speed, it makes no
 * difference when the credit came, and it is taken in at once; else it is put on the list. */
__attribute__((always_inline)) static inline void
give_back(network *n, uint32_t link, unsigned v, uint32_t bytes, int64_t time)
{
	port *o = port_of(n, link);
	channel *c = channel_of(n, o, v);
	uint32_t id;

	if (time - n->calendar.now + n->speed[o->speed].latency < (c->credit - n->margin) * n->speed[o->speed].byte) {
		c->credit += (int32_t)bytes;
		return;
	}
	while (c->first != NONE && n->credit[c->first].time <= n->calendar.now)
		take_credit(n, c);
	id = credit_new(n);
	n->credit[id] = (credit){ time, bytes, NONE };
	if (c->first == NONE) {
		credit_first(n, link, v, id);
	} else if (n->credit[c->last].time <= time) {
		n->credit[c->last].next = id;
		c->last = id;
	} else {
		credit_between(n, link, v, id);
	}
}
