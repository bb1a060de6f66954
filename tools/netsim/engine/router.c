/* router -- packets on their way through routers.
 *
 * A packet costs one event a router, when its head arrives.  Where no other packet can
 * start before it, its start is settled at once, though it lies ahead, and its next
 * event is its arrival at the next router.  That is so when no packet is queued for the
 * output, nothing else in this picosecond concerns it, and
 *
 * - the output is free by the time the packet is ready: packets that come later are
 *   ready later;
 * - or its channel is the next in turn: it is served first, whatever comes.
 *
 * Otherwise it queues, and the link wakes up when it is free.  Both ways start the
 * same packets at the same times. */
#include "netsim/engine/link.h"
#include "netsim/engine/queue.h"
#include "netsim/engine/waits.h"

enum { GLANCE = 4 };	/* events of one picosecond that are looked at one by one */

static inline bool
arrives(const network *n, uint32_t id)
{
	return id >= n->machine->links && packet_of(n, id)->kind == ARRIVE;
}

/* Count the heads that are still to come in this picosecond, in which much happens. */
static void
count_coming(network *n)
{
	const calendar *c = &n->calendar;

	n->crowded = c->now;
	for (uint32_t i = c->at; i < c->end && c->run[i].time == c->now; i++)
		if (arrives(n, c->run[i].id))
			n->coming[router_ahead(n, packet_of(n, c->run[i].id))]++;
}

/* p has come to a router now.  Does nothing else at the present time concern it?  Only heads that come to the same router do; where links
 * take no time, or packets wait for tokens, anything may. */
static inline bool
undisturbed(network *n, const packet *p)
{
	const calendar *c = &n->calendar;
	uint32_t router;

	if (calendar_alone(c))
		return true;
	if (n->step == 0 || n->rooms)
		return false;
	router = router_ahead(n, p);
	for (uint32_t i = c->at; n->crowded != c->now && i < c->end && c->run[i].time == c->now; i++) {
		if (i - c->at == GLANCE)
			count_coming(n);
		else if (arrives(n, c->run[i].id) && router_ahead(n, packet_of(n, c->run[i].id)) == router)
			return false;
	}
	return n->crowded != c->now || n->coming[router] == 0;
}

/* When p, ready at `ready`, starts on o, if that is settled now; else NEVER. */
static inline int64_t
settled_start(network *n, port *o, channel *c, const packet *p, int64_t ready)
{
	int64_t start = ready, now = n->calendar.now;

	if (o->queued)
		return NEVER;
	if (o->free > ready) {
		if (p->channel_next != (o->served >= o->highest ? 0 : o->served + 1))
			return NEVER;
		start = o->free;
	}
	if (o->flags & COUNTED && (p->bytes == 0 || network_ahead(n, o, now)))
		return NEVER;	/* network_waiting knows of one packet that is settled, not of two, and of none that is empty */
	if (p->bytes == 0 && o->flags & ENDPOINT)
		return NEVER;	/* it may be at its node in the picosecond in which it starts, behind what ranks do there */
	if (!channel_ready(n, c, p->bytes, start))
		return NEVER;
	if (start - ready > n->waits.notable)
		return NEVER;	/* the longest wait so far: it is noted when it is over */
	return undisturbed(n, p) ? start : NEVER;
}

/* The head of packet `id` has arrived at the router at the end of its link. */
static void
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
	if (n->crowded == now)
		n->coming[router_ahead(n, p)]--;
	if (!p->settled) {
		uint32_t router = router_ahead(n, p);

		n->choose(n, p, router, now);
		if (!n->rooms || p->settled) {
			p->out = paths_next(&n->paths, &p->trip, router);
		} else if (!n->rooms->take(n, id, router)) {
			if (entered)
				n->listeners.entered(n, from);
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
		link_send(n, id, p, link, o, start, x);
	} else {
		queue_add(n, id, p, o, c, ready);
		link_wake_by(n, link, o->free > ready ? o->free : ready);
	}
	if (entered)		/* last: a new packet may move all packets */
		n->listeners.entered(n, from);
}

/* Packet `id`, whose head came at `came`, has waited for tokens and now has them: queue it. */
static void
request(network *n, uint32_t id, int64_t came)
{
	packet *p = packet_of(n, id);
	uint32_t link = p->out;
	port *o = port_of(n, link);
	int64_t x = network_transfer(n, o->speed, p->bytes), now = n->calendar.now;
	int64_t ready = (p->tail - x <= came ? came : p->tail - x) + n->router_latency, start = ready > now ? ready : now;

	network_touch(n, link);
	queue_add(n, id, p, o, channel_of(n, o, p->channel_next), ready);
	link_wake_by(n, link, o->free > start ? o->free : start);
}

/* The next channel of o in turn whose first packet may start now; MAX_CHANNELS: none, and *next is when to look again, *stalled whether a
 * packet is ready, but no credit. */
static inline unsigned
first_to_start(network *n, port *o, int64_t *next, bool *stalled)
{
	*next = NEVER;
	*stalled = false;
	for (unsigned left = in_turn(o->queued, o->served); left; left &= left - 1) {
		unsigned v = (unsigned)__builtin_ctz(left) % MAX_CHANNELS;
		int64_t when;

		if (channel_may_start(n, o, v, packet_of(n, channel_of(n, o, v)->head), &when, stalled))
			return v;
		*next = when < *next ? when : *next;
	}
	return MAX_CHANNELS;
}

/* Something may start on a router's output link: it has become free, a packet has become ready, or a credit has come. */
static void
router_wake(network *n, uint32_t link)
{
	port *o = port_of(n, link);
	int64_t now = n->calendar.now, next, waited;
	bool stalled;
	unsigned v;
	uint32_t id;
	packet *p;

	if (!o->queued)
		return;
	if (o->free > now) {
		link_wake_by(n, link, o->free);
		return;
	}
	v = first_to_start(n, o, &next, &stalled);
	if (v == MAX_CHANNELS) {
		if (stalled && n->listeners.stalled)
			n->listeners.stalled(n, link);
		if (next != NEVER)
			link_wake_by(n, link, next);
		return;
	}
	id = channel_of(n, o, v)->head;
	p = packet_of(n, id);
	waited = now - p->time;
	queue_take_first(n, o, v);
	waits_note(n, p, link, now, waited);
	link_send(n, id, p, link, o, now, network_transfer(n, o->speed, p->bytes));
	o->ahead = 0;
	if (o->queued) {	/* whether the next is ready is checked then: its packet is far away in memory */
		if (o->queued & 1u << v)
			__builtin_prefetch(packet_of(n, channel_of(n, o, v)->head));
		link_wake_by(n, link, o->free);
	}
}

const router_model output_queued = { .arrive = router_arrive, .wake = router_wake, .request = request, .wake_by = link_wake_by };
