/* interface -- a node's network interface: it cuts messages into packets and puts
 * them on the link to the router.
 *
 * Tasks are served round-robin, packet by packet; a task's messages in posting
 * order (CONTRACT.md, "netsim"). */
#include "netsim/figures.h"
#include "netsim/router.h"
#include "netsim/run.h"

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
	uint32_t id = packet_new(n), to = r->flight[flight_id].node;
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
	p->settled = !n->routing->choose;
	p->word = p->settled ? 0 : next_word(n, f, node);
	f->packets++;
	n->packets_sent++;
	return id;
}

/* Is there credit for a packet of `bytes`?  When not, come back when there is. */
static bool
may_send(network *n, uint32_t link, uint32_t bytes)
{
	channel *c = &port_of(n, link)->zero;
	int64_t now = n->calendar.now, when;

	if (channel_has(n, c, bytes, now))
		return true;
	if (n->figures)
		figures_stall(n, link, now);
	when = channel_when(n, c, bytes);
	if (when != NEVER)
		link_wake_by(n, link, when);
	return false;
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
	task *k;

	if (f->leaving != NONE) {
		t = f->leaving;
		f->leaving = NONE;
		r->serving = node;
		program_left(r, t);
		r->serving = NONE;
	}
	at = whose_turn(r, f);
	if (at == f->count)
		return;
	t = r->node_task[f->first + at];
	k = &r->task[t];
	if (k->flight == NONE)
		program_next(r, t);
	bytes = packet_size(n, k->left);
	if (!may_send(n, link, bytes))
		return;
	flight_id = k->flight;
	k->left -= bytes;
	if (k->left == 0) {
		k->flight = NONE;
		k->uncut--;
		f->leaving = t;
	}
	f->turn = at + 1 == f->count ? 0 : at + 1;
	network_touch(n, link);
	link_send(n, interface_cut(r, node, flight_id, bytes), link, n->calendar.now,
		network_transfer(n, port_of(n, link)->speed, bytes));
	if (f->leaving != NONE || whose_turn(r, f) != f->count)
		link_wake_by(n, link, port_of(n, link)->free);
}

/* Open loop: nobody else uses this link, so when the next packet starts is known as
 * soon as the one before it has left and the credit for it is known: no event.  It is asked
 * for again when that packet comes to its router, always before the next one does. */
void
interface_follow(traffic_run *r, uint32_t node)
{
	network *n = r->net;
	interface *f = &r->interface[node];
	uint32_t link = link_of(r, node), bytes, flight_id;
	port *o = port_of(n, link);
	int64_t start = o->free;

	if (f->flight == NONE) {
		if (f->created == NEVER)
			return;
		if (f->created > start)
			start = f->created;
		source_next(r, f);
	}
	flight_id = f->flight;
	bytes = packet_size(n, f->left);
	if (!channel_has(n, &o->zero, bytes, start)) {
		if (n->figures)
			figures_stall(n, link, start);
		start = channel_when(n, &o->zero, bytes);
		if (start == NEVER || !channel_has(n, &o->zero, bytes, start))
			return;	/* woken when the credit is under way */
	}
	f->left -= bytes;
	if (f->left == 0)
		f->flight = NONE;
	network_touch(n, link);
	link_send(n, interface_cut(r, node, flight_id, bytes), link, start,
		network_transfer(n, o->speed, bytes));
}

void
interface_wake(traffic_run *r, uint32_t node)
{
	interface *f = &r->interface[node];
	uint32_t link = link_of(r, node);
	const port *o = port_of(r->net, link);

	if (r->job[f->job].open)
		interface_follow(r, node);
	else if (o->free > r->net->calendar.now)
		link_wake_by(r->net, link, o->free);
	else
		serve_tasks(r, f, node, link);
}
