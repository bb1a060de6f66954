/* interface -- a node's network interface: it cuts messages into packets and puts
 * them on the link to the router.
 *
 * Tasks are served round-robin, packet by packet; a task's messages in posting
 * order (hopline-model.7, "The network"). */
#include "netsim/engine/link.h"
#include "netsim/jobs/run.h"

static uint32_t
link_of(const traffic_run *r, uint32_t node)
{
	return r->net->machine->router_links + node;
}

void
interface_post(traffic_run *r, uint32_t node)
{
	uint32_t link = link_of(r, node);
	int64_t now = r->net->calendar.now, free = port_of(r->net, link)->free;

	if (node != r->serving)
		link_wake_by(r->net, link, free > now ? free : now);
}

/* The task whose turn it is, as an offset into the node's list; f->count: nobody
 * has anything to send. */
static uint32_t
whose_turn(const traffic_run *r, const interface *f)
{
	for (uint32_t i = 0; i < f->count; i++) {
		uint32_t at = f->turn + i < f->count ? f->turn + i : f->turn + i - f->count;

		if (r->task[r->node_task[f->first + at]].uncut)
			return at;
	}
	return f->count;
}

/* Random bits for the routing of the node's next packet: the k-th packet has word
 * k mod 4 of block k / 4. */
static uint32_t
next_word(const network *n, interface *f, uint32_t node)
{
	if (f->packets % 4 == 0)
		philox4x32((uint32_t[4]){ f->packets / 4, node, 0, 0 }, n->route_key, f->word);
	return f->word[f->packets % 4];
}

uint32_t
interface_cut(traffic_run *r, uint32_t node, uint32_t flight_id, uint32_t bytes)
{
	network *n = r->net;
	interface *f = &r->interface[node];
	uint32_t id = packet_new(n), to = flight_of(r, flight_id)->node;
	packet *p = packet_of(n, id);

	p->link = NONE;
	p->bytes = bytes;
	p->from = node;
	p->to = to;
	p->router = n->machine->node_router[to];
	p->via = NONE;
	p->message = flight_id;
	p->out = NONE;
	p->channel_next = 0;
	p->rank = 0;
	p->hops = 0;
	p->kind = ARRIVE;
	p->foreign = 0;
	p->settled = !n->choose;
	p->word = p->settled ? 0 : next_word(n, f, node);
	f->packets++;
	n->packets_sent++;
	return id;
}

/* Cut a packet and put it on channel v of the node's link at `start`; may move all packets. */
static void
send_cut(traffic_run *r, uint32_t node, uint32_t flight_id, uint32_t bytes, unsigned v, int64_t start)
{
	uint32_t link = link_of(r, node), id = interface_cut(r, node, flight_id, bytes);

	network_touch(r->net, link);
	packet_of(r->net, id)->channel_next = v & 15;
	link_send(r->net, id, link, start, network_transfer(r->net, port_of(r->net, link)->speed, bytes));
}

/* The channel of a node's link that the next packet, of `bytes`, takes: of those that have the credit at `time` the next in
 * turn; NO_CHANNEL when none has. */
enum { NO_CHANNEL = MAX_CHANNELS };
static unsigned
channel_with(network *n, uint32_t link, uint32_t bytes, int64_t time)
{
	port *o = port_of(n, link);

	if (o->highest == 0)
		return channel_has(n, &o->vc0, bytes, time) ? 0 : NO_CHANNEL;
	for (unsigned k = 0, v = o->served; k <= o->highest; k++) {
		v = v >= o->highest ? 0 : v + 1;
		if (channel_has(n, channel_of(n, o, v), bytes, time))
			return v;
	}
	return NO_CHANNEL;
}

/* The channel that is the next in turn, if it has the credit at `time`, which lies ahead; else NO_CHANNEL: until then others may get
 * theirs. */
static unsigned
next_channel(network *n, uint32_t link, uint32_t bytes, int64_t time)
{
	port *o = port_of(n, link);
	unsigned v = o->served >= o->highest ? 0 : o->served + 1;

	return channel_has(n, channel_of(n, o, v), bytes, time) ? v : NO_CHANNEL;
}

/* When one of them has it: NEVER when that takes a credit that is not under way. */
static int64_t
credit_when(network *n, uint32_t link, uint32_t bytes)
{
	port *o = port_of(n, link);
	int64_t first = NEVER;

	for (unsigned v = 0; v <= o->highest; v++) {
		int64_t when = channel_when(n, channel_of(n, o, v), bytes);

		if (when < first)
			first = when;
	}
	return first;
}

/* The channel with credit for a packet of `bytes` now.  When there is none, come back when there is. */
static unsigned
may_send(network *n, uint32_t link, uint32_t bytes)
{
	int64_t now = n->calendar.now, when;
	unsigned v = channel_with(n, link, bytes, now);

	if (v != NO_CHANNEL)
		return v;
	if (n->listeners.stalled)
		n->listeners.stalled(n, link);
	when = credit_when(n, link, bytes);
	if (when != NEVER)
		link_wake_by(n, link, when);
	return NO_CHANNEL;
}

static uint32_t
packet_size(const network *n, int64_t left)
{
	return left < (int64_t)n->packet_bytes ? (uint32_t)left : n->packet_bytes;
}

/* Closed loop: send the next packet of the task whose turn it is. */
static void
serve_tasks(traffic_run *r, interface *f, uint32_t node, uint32_t link)
{
	network *n = r->net;
	uint32_t at, t, bytes, flight_id;
	unsigned v;
	task *k;

	r->serving = node;
	if (f->leaving != NONE) {
		t = f->leaving;
		f->leaving = NONE;
		tasks_left(r, t);
	}
	tasks_catch_up(r, f);
	r->serving = NONE;
	at = whose_turn(r, f);
	if (at == f->count)
		return;
	t = r->node_task[f->first + at];
	k = &r->task[t];
	if (k->flight == NONE)
		tasks_next(r, t);
	bytes = packet_size(n, k->left);
	v = may_send(n, link, bytes);
	if (v == NO_CHANNEL)
		return;
	flight_id = k->flight;
	k->left -= bytes;
	if (k->left == 0) {
		k->flight = NONE;
		k->uncut--;
		f->leaving = t;
	}
	f->turn = at + 1 == f->count ? 0 : at + 1;
	send_cut(r, node, flight_id, bytes, v, n->calendar.now);
	if (f->leaving != NONE || whose_turn(r, f) != f->count)
		link_wake_by(n, link, port_of(n, link)->free);
}

/* Open loop: when may the next packet start at the earliest? NEVER: there is none. */
static int64_t
soonest(const traffic_run *r, const interface *f, const port *o)
{
	int64_t created = f->flight == NONE ? f->created : flight_of(r, f->flight)->posted;

	return created > o->free ? created : o->free;
}

/* Have the packet after the one that starts at `start` settled in time: nothing can
 * change when it does so before the first one comes to its router, which is an event; if
 * that is too late, the link wakes up for it. */
static void
ask_again(traffic_run *r, interface *f, uint32_t link, int64_t start)
{
	network *n = r->net;
	const port *o = port_of(n, link);
	int64_t next = soonest(r, f, o);

	f->entering = next != NEVER && next >= start + n->speed[o->speed].latency;
	if (!f->entering && next != NEVER)
		link_wake_by(n, link, next);
}

/* Open loop: nobody else uses this link, so when the next packet starts is known as
 * soon as it is known to have credit; that may lie ahead. */
void
interface_follow(traffic_run *r, uint32_t node)
{
	network *n = r->net;
	interface *f = &r->interface[node];
	uint32_t link = link_of(r, node), bytes, flight_id;
	port *o = port_of(n, link);
	int64_t start = soonest(r, f, o), now = n->calendar.now;
	unsigned v;

	f->entering = 0;
	if (start == NEVER)
		return;
	if (start < now)	/* it has waited for credit */
		start = now;
	if (f->flight == NONE)
		source_next(r, f);
	flight_id = f->flight;
	bytes = packet_size(n, f->left);
	v = start > now ? next_channel(n, link, bytes, start) : may_send(n, link, bytes);
	if (v == NO_CHANNEL) {
		if (start > now)
			link_wake_by(n, link, start);	/* more credit may come until then */
		return;
	}
	f->left -= bytes;
	if (f->left == 0)
		f->flight = NONE;
	send_cut(r, node, flight_id, bytes, v, start);
	ask_again(r, f, link, start);
}

void
interface_wake(traffic_run *r, uint32_t node)
{
	interface *f = &r->interface[node];
	uint32_t link = link_of(r, node);
	const port *o = port_of(r->net, link);

	if (o->free > r->net->calendar.now)
		link_wake_by(r->net, link, o->free);
	else if (r->job[f->job].open)
		interface_follow(r, node);
	else
		serve_tasks(r, f, node, link);
}
