/* router -- packets on their way through routers.
 *
 * A packet costs one event a router, when its head arrives.  Where nobody can come
 * between any more, its start is settled there and then, though it lies ahead, and
 * its next event is its arrival at the next router.  That is so when no packet is
 * queued for the output, nothing else happens at this very picosecond, and
 *
 * - the output is free by the time the packet is ready: whoever comes later is ready
 *   later;
 * - or its channel is the next in turn: it will be served first whoever comes.
 *
 * Otherwise it queues, and the link wakes up when it is free.  Both ways start the
 * same packets at the same times. */
#include "netsim/engine/router.h"

#include "netsim/engine/crossbar.h"
#include "netsim/observe/figures.h"
#include "netsim/jobs/run.h"
#include "netsim/escape/tokens.h"
#include "netsim/engine/waits.h"

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

/* Put a credit between others: it comes back earlier than one that left before it. */
static void
insert_credit(network *n, channel *c, uint32_t id)
{
	uint32_t *at = &c->first;

	while (n->credit[*at].time <= n->credit[id].time)
		at = &n->credit[*at].next;
	n->credit[id].next = *at;
	*at = id;
}

/* The sender of `link`, or packets that may take it among others, wait for a credit that comes at `time`. */
static void
tell_of_credit(network *n, uint32_t link, unsigned v, int64_t time)
{
	if (n->desk && link < n->machine->router_links)
		tokens_come(n, link, v, time);
	else if (n->crossbar && link < n->machine->router_links)
		crossbar_look_by(n, link, time);
	else
		link_wake_by(n, link, time);
}

/* A credit of `bytes` will be back at the sender of (link, channel) at `time`.  If
 * the sender cannot use up what it has before then, even at full speed, nobody can
 * tell when it came, and it is taken in at once; else it is put on the list. */
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
		bool wanted = c->last == STARVED;

		c->first = c->last = id;
		if (wanted)
			tell_of_credit(n, link, v, time);
	} else if (n->credit[c->last].time <= time) {
		n->credit[c->last].next = id;
		c->last = id;
	} else {
		insert_credit(n, c, id);
		if (o->free <= n->calendar.now || n->desk || n->crossbar)	/* the sender may wait for a later one */
			tell_of_credit(n, link, v, time);
	}
}

bool
channel_has(network *n, channel *c, uint32_t bytes, int64_t time)
{
	while (c->credit < (int32_t)bytes) {
		if (c->first == NONE || n->credit[c->first].time > time)
			return false;
		take_credit(n, c);
	}
	return true;
}

int64_t
channel_when(network *n, channel *c, uint32_t bytes)
{
	int64_t sum = c->credit, time = NEVER;

	for (uint32_t id = c->first; id != NONE; id = n->credit[id].next) {
		sum += n->credit[id].bytes;
		time = n->credit[id].time;
		if (sum >= bytes)
			return time;
	}
	if (c->first == NONE)
		c->last = STARVED;
	return time;
}

/* Packet p starts on `link` for x ps; somebody wants to know. */
static void
tell_of_start(network *n, const packet *p, uint32_t link, int64_t x)
{
	if (n->figures)
		figures_sent(n, p, link, x);
	if (n->desk)
		tokens_sent(n, p, link);
}

/* link_send, inlined where it is hot. */
static inline void
send(network *n, uint32_t id, packet *p, uint32_t link, port *o, int64_t when, int64_t x)
{
	int64_t latency = n->speed[o->speed].latency;

	o->last = p->bytes;
	o->free = when + x;
	o->turn = p->channel_next;
	if (n->watched)
		tell_of_start(n, p, link, x);
	if (p->link != NONE)
		give_back(n, p->link, p->channel, p->bytes,
			when + x + n->speed[port_of(n, p->link)->speed].latency);
	p->link = link;
	p->channel = p->channel_next;
	p->tail = when + x + latency;
	if (o->flags & ENDPOINT) {
		run_delivered(n, id);
		return;
	}
	channel_of(n, o, p->channel)->credit -= (int32_t)p->bytes;
	if (p->settled)		/* known ahead of its arrival, so that run.c can have the link at hand */
		p->out = paths_next(&n->paths, &p->trip, o->to);
	calendar_push(&n->calendar, id, when + latency, link);
}

void
link_send(network *n, uint32_t id, uint32_t link, int64_t when, int64_t x)
{
	send(n, id, packet_of(n, id), link, port_of(n, link), when, x);
}

void
router_empty(network *n, uint32_t id, int64_t left)
{
	packet *p = packet_of(n, id);

	give_back(n, p->link, p->channel, p->bytes, left + n->speed[port_of(n, p->link)->speed].latency);
	p->link = NONE;
}

/* Is a packet ready at `ready`, from input link `link`, to be served before q? Ties
 * go to the lower input port. */
static bool
before(const network *n, int64_t ready, uint32_t link, const packet *q)
{
	const uint32_t *port_number = n->machine->reverse;

	return ready < q->slot.time || (ready == q->slot.time && port_number[link] < port_number[q->link]);
}

/* Put p, ready at `ready`, into the queue of its output channel. */
__attribute__((always_inline)) static inline void
enqueue(network *n, uint32_t id, packet *p, port *o, channel *c, int64_t ready)
{
	p->slot.time = ready;
	p->slot.next = NONE;
	o->waiting += p->bytes;
	o->queued |= (uint8_t)(1u << p->channel_next);
	if (c->head == NONE) {
		c->head = c->tail = id;
	} else if (!before(n, ready, p->link, packet_of(n, c->tail))) {
		packet_of(n, c->tail)->slot.next = id;
		c->tail = id;
	} else {
		uint32_t *at = &c->head;

		while (!before(n, ready, p->link, packet_of(n, *at)))
			at = &packet_of(n, *at)->slot.next;
		p->slot.next = *at;
		*at = id;
	}
}

/* When p, ready at `ready`, starts on o, if that is settled now; else NEVER. */
static inline int64_t
settled_start(network *n, const port *o, channel *c, const packet *p, int64_t ready)
{
	int64_t start = ready, now = n->calendar.now;

	if (o->queued)
		return NEVER;
	if (o->free > ready) {
		if (p->channel_next != (o->turn >= o->highest ? 0 : o->turn + 1))
			return NEVER;
		start = o->free;
	}
	if (o->flags & COUNTED && network_ahead(n, o, now))
		return NEVER;	/* network_waiting knows of one packet that is settled, not of two */
	if (c->credit < (int32_t)p->bytes && !channel_has(n, c, p->bytes, start))
		return NEVER;
	return calendar_alone(&n->calendar) ? start : NEVER;
}

void
router_arrive(network *n, uint32_t id)
{
	packet *p = packet_of(n, id);
	int64_t now = n->calendar.now, x, ready, start = NEVER;
	uint32_t link, from = p->from;
	bool entered = n->open_loop && p->hops == 0;
	channel *c;
	port *o;

	p->hops++;
	n->hops++;
	if (!p->settled) {
		uint32_t router = port_of(n, p->link)->to;

		n->choose(n, p, router, now);
		if (!n->desk || p->settled) {
			p->out = paths_next(&n->paths, &p->trip, router);
		} else if (!tokens_take(n, id, router)) {
			if (entered)
				run_entered(n, from);
			return;
		}
	}
	link = p->out;
	o = port_of(n, link);
	c = channel_of(n, o, p->channel_next);
	if (!(o->flags & TOUCHED))
		network_touch(n, link);
	x = network_transfer(n, o->speed, p->bytes);
	if (p->tail - x <= now) {
		ready = now + n->router_latency;
		start = settled_start(n, o, c, p, ready);
	} else {	/* the tail must be able to keep up */
		ready = p->tail - x + n->router_latency;
	}
	if (start != NEVER) {
		waits_note(n, p, link, start, start - ready);
		send(n, id, p, link, o, start, x);
	} else {
		enqueue(n, id, p, o, c, ready);
		link_wake_by(n, link, o->free > ready ? o->free : ready);
	}
	if (entered)		/* last: a new packet may move all cells */
		run_entered(n, from);
}

void
router_enqueue(network *n, uint32_t id, int64_t ready)
{
	packet *p = packet_of(n, id);
	port *o = port_of(n, p->out);

	enqueue(n, id, p, o, channel_of(n, o, p->channel_next), ready);
}

void
router_queue(network *n, uint32_t id, int64_t came)
{
	packet *p = packet_of(n, id);
	uint32_t link = p->out;
	port *o = port_of(n, link);
	int64_t x = network_transfer(n, o->speed, p->bytes), now = n->calendar.now;
	int64_t ready = (p->tail - x <= came ? came : p->tail - x) + n->router_latency, start = ready > now ? ready : now;

	if (n->crossbar) {
		crossbar_ask(n, id);
		return;
	}
	network_touch(n, link);
	enqueue(n, id, p, o, channel_of(n, o, p->channel_next), ready);
	link_wake_by(n, link, o->free > start ? o->free : start);
}

/* May the packet at the head of channel v start now?  If not: when to look again
 * (NEVER: when a credit is on its way), and whether it waits for credit. */
static inline bool
may_start(network *n, port *o, unsigned v, int64_t *when, bool *stalled)
{
	channel *c = channel_of(n, o, v);
	const packet *p = packet_of(n, c->head);

	*when = p->slot.time;
	if (*when > n->calendar.now)
		return false;
	if (c->credit >= (int32_t)p->bytes || channel_has(n, c, p->bytes, n->calendar.now))
		return true;
	*stalled = true;
	*when = channel_when(n, c, p->bytes);
	return false;
}

/* The channels of o whose first packet may start now; *next: when to look again if
 * there are none; *stalled: a packet is ready, but no credit. */
static unsigned
eligible(network *n, port *o, int64_t *next, bool *stalled)
{
	unsigned may = 0;

	*next = NEVER;
	*stalled = false;
	for (unsigned left = o->queued; left; left &= left - 1) {
		unsigned v = (unsigned)__builtin_ctz(left);
		int64_t when;

		if (may_start(n, o, v, &when, stalled))
			may |= 1u << v;
		else if (when < *next)
			*next = when;
	}
	return may;
}

/* Round-robin: the first channel of `may` behind `turn`. */
static inline unsigned
pick(unsigned may, unsigned turn)
{
	unsigned behind = may & ~((2u << turn) - 1);

	return (unsigned)__builtin_ctz(behind ? behind : may);
}

/* Take the packet at the head of channel v out of its queue. */
static void
dequeue(network *n, port *o, unsigned v)
{
	channel *c = channel_of(n, o, v);
	uint32_t id = c->head;
	packet *p = packet_of(n, id);

	c->head = p->slot.next;
	if (c->head == NONE)
		o->queued &= (uint8_t)~(1u << v);
	o->waiting -= p->bytes;
	p->slot.time = NEVER;
}

void
router_wake(network *n, uint32_t link)
{
	port *o = port_of(n, link);
	int64_t now = n->calendar.now, next;
	unsigned may, v;
	bool stalled;
	uint32_t id;

	if (!o->queued)
		return;
	if (o->free > now) {
		link_wake_by(n, link, o->free);
		return;
	}
	may = eligible(n, o, &next, &stalled);
	if (!may) {
		if (stalled && n->figures)
			figures_stall(n, link, now);
		if (next != NEVER)
			link_wake_by(n, link, next);
		return;
	}
	v = pick(may, o->turn);
	id = channel_of(n, o, v)->head;
	waits_note(n, packet_of(n, id), link, now, now - packet_of(n, id)->slot.time);
	dequeue(n, o, v);
	send(n, id, packet_of(n, id), link, o, now, network_transfer(n, o->speed, packet_of(n, id)->bytes));
	o->last = 0;
	if (o->queued) {	/* whether the next is ready by then is seen then: its cell is far away */
		if (o->queued & 1u << v)
			__builtin_prefetch(packet_of(n, channel_of(n, o, v)->head));
		link_wake_by(n, link, o->free);
	}
}
