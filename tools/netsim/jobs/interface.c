/* interface -- a node's network interfaces: they cut messages into packets and put
 * them on the link to the router.
 *
 * Tasks are served round-robin, packet by packet; a task's messages in posting
 * order (hopline-model.7, "The network").  Of a node's interfaces each serves tasks of its own, or all serve all tasks. */
#include <string.h>

#include "netsim/engine/link.h"
#include "netsim/engine/philox.h"
#include "netsim/jobs/program.h"
#include "netsim/jobs/run.h"
#include "netsim/jobs/turns.h"

static uint32_t
link_of(const traffic_run *r, uint32_t i)
{
	return r->net->machine->router_links + i;
}

void
interface_take(traffic_run *r, uint32_t i, uint32_t j)
{
	interface *f = &r->interface[i], before = *f;

	*f = (interface){ .job = j, .nic = before.nic, .leaving = NONE, .flight = NONE };
	if (before.job == NONE)
		return;
	f->packets = before.packets;
	memcpy(f->word, before.word, sizeof f->word);
}

/* An interface may have something to send. */
static void
wake(traffic_run *r, uint32_t i)
{
	uint32_t link = link_of(r, i);
	int64_t now = r->net->calendar.now, free = port_of(r->net, link)->free;

	link_wake_by(r->net, link, free > now ? free : now);
}

void
interface_post(traffic_run *r, uint32_t node)
{
	const machine *m = r->net->machine;

	if (m->nics == 1) {
		if (node != r->active_node)
			wake(r, node);
		return;
	}
	for (uint32_t k = 0; k < m->nics; k++)
		wake(r, interface_of(m, node, k));
	r->posted_meanwhile = node == r->active_node;
}

/* Where a node's interfaces take turns, the first one keeps whose turn it is. */
static bool
has_turn(const traffic_run *r, const interface *f, uint32_t i)
{
	const machine *m = r->net->machine;

	return m->nic_choice != NIC_ROUND_ROBIN || r->interface[interface_of(m, node_of_interface(m, i), 0)].next_nic == f->nic;
}

/* Has task t anything to send by interface i, one of several? */
__attribute__((noinline)) static bool
sends_by(traffic_run *r, const interface *f, uint32_t i, uint32_t t)
{
	bool shared;

	if (program_names(r, t))
		return program_outlet(r, t, f->nic, has_turn(r, f, i), &shared);
	return r->net->machine->nic_choice == NIC_OF_TASK ? r->task[t].nic == f->nic : has_turn(r, f, i);
}

/* The task whose turn it is, as an offset into the node's list; f->count: no task
 * has anything to send by this interface. */
__attribute__((always_inline)) static inline uint32_t
whose_turn(traffic_run *r, const interface *f, uint32_t i, bool several)
{
	for (uint32_t k = 0; k < f->count; k++) {
		uint32_t at = f->turn + k < f->count ? f->turn + k : f->turn + k - f->count, t = r->node_task[f->first + at];

		if (r->task[t].uncut && (!several || sends_by(r, f, i, t)))
			return at;
	}
	return f->count;
}

/* Random bits for the routing of the interface's next packet: the k-th packet has word
 * k mod 4 of block k / 4. */
static uint32_t
next_word(const network *n, interface *f, uint32_t i)
{
	if (f->packets % 4 == 0)
		philox4x32((uint32_t[4]){ f->packets / 4, i, 0, 0 }, n->route_key, f->word);
	return f->word[f->packets % 4];
}

/* The interface of the receiving node: that which the receive names, if it is in the sender's plane; the receiving task's own; or that of
 * the same place as the sender's, which is in its plane. */
static inline uint32_t
target_of(const traffic_run *r, const interface *f, const flight *sent)
{
	const machine *m = r->net->machine;

	if (m->nics == 1)
		return sent->node;
	if (sent->to_nic && (sent->to_nic - 1U) * m->planes / m->nics == f->nic * m->planes / m->nics)
		return interface_of(m, sent->node, sent->to_nic - 1U);
	if (m->nic_choice == NIC_OF_TASK && sent->to != NONE && m->planes == 1 && !sent->striped)
		return interface_of(m, sent->node, r->task[sent->to].nic);
	return interface_of(m, sent->node, f->nic);
}

uint32_t
interface_cut(traffic_run *r, uint32_t i, uint32_t flight_id, uint32_t bytes)
{
	network *n = r->net;
	interface *f = &r->interface[i];
	uint32_t id = packet_new(n), to = target_of(r, f, flight_of(r, flight_id));
	packet *p = packet_of(n, id);

	p->link = NONE;
	p->bytes = bytes;
	p->from = i;
	p->to = to;
	p->router = n->machine->interface_router[to];
	p->via = NONE;
	p->message = flight_id;
	p->out = NONE;
	p->channel_next = 0;
	p->rank = 0;
	p->hops = 0;
	p->kind = ARRIVE;
	p->foreign = 0;
	p->settled = !n->choose;
	p->word = p->settled ? 0 : next_word(n, f, i);
	f->packets++;
	n->packets_sent++;
	return id;
}

/* Cut a packet and put it on channel v of the interface's link at `start`; may move all packets. */
static void
send_cut(traffic_run *r, uint32_t i, uint32_t flight_id, uint32_t bytes, unsigned v, int64_t start)
{
	uint32_t link = link_of(r, i), id = interface_cut(r, i, flight_id, bytes);
	packet *p = packet_of(r->net, id);
	port *o = port_of(r->net, link);

	network_touch(r->net, link);
	p->channel_next = v & 15;
	link_send(r->net, id, p, link, o, start, network_transfer(r->net, o->speed, bytes));
}

/* The channel of an interface's link that the next packet, of `bytes`, takes: of those that have the credit at `time` the next in
 * turn; NO_CHANNEL when none has. */
enum { NO_CHANNEL = MAX_CHANNELS };
static inline unsigned
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
	if (n->listeners.stalled && n->machine->nic_choice != NIC_LEAST && n->machine->stripe == INT64_MAX)	/* else another may send */
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

/* Interface i, which shares its node's messages with others, has sent a packet: the next in turn looks; or all others, as one that had no
 * credit may have it for the next packet. */
static void
pass_on(traffic_run *r, const interface *f, uint32_t i)
{
	const machine *m = r->net->machine;
	uint32_t node = node_of_interface(m, i), next = f->nic + 1U < m->nics ? f->nic + 1U : 0;

	r->interface[interface_of(m, node, 0)].next_nic = (uint8_t)next;
	for (uint32_t k = 0; k < m->nics; k++)
		if (m->nic_choice == NIC_ROUND_ROBIN ? k == next : k != f->nic)
			wake(r, interface_of(m, node, k));
}

/* Of the interfaces of i's node that are free and have credit for a packet of `bytes`, as i does, any, at random: by how many packets the
 * node has sent. */
static uint32_t
any_free(const traffic_run *r, uint32_t i, uint32_t bytes)
{
	network *n = r->net;
	int64_t now = n->calendar.now;
	uint32_t node = node_of_interface(n->machine, i), at, sent = 0, open[MACHINE_NICS] = { 0 }, count = 0;

	for (uint32_t k = 0; k < n->machine->nics; k++) {
		at = interface_of(n->machine, node, k);
		sent += r->interface[at].packets;
		if (port_of(n, link_of(r, at))->free <= now && channel_with(n, link_of(r, at), bytes, now) != NO_CHANNEL)
			open[count++] = at;
	}
	return count == 1 ? i : open[(uint64_t)philox_word(n->route_key, sent, node) * count >> 32];
}

/* What has happened by now at the node of interface i counts, before any of its interfaces sends.  Is it i's turn to look then?  Else it
 * will be, behind others of the node that have been woken. */
static bool
catch_up(traffic_run *r, const interface *f, uint32_t i)
{
	r->active_node = node_of_interface(r->net->machine, i);
	r->posted_meanwhile = false;
	if (f->leaving != NONE || r->net->machine->nics > 1) {
		const machine *m = r->net->machine;

		/* What was leaving its node by its interfaces, and is off them, has left. */
		for (uint32_t k = 0; k < m->nics; k++) {
			uint32_t n = interface_of(m, r->active_node, k), t = r->interface[n].leaving;

			if (t == NONE || port_of(r->net, link_of(r, n))->free > r->net->calendar.now)
				continue;
			r->interface[n].leaving = NONE;
			tasks_left(r, t, r->interface[n].operation);
		}
	}
	tasks_catch_up(r, f);
	r->active_node = NONE;
	return !r->posted_meanwhile;
}

/* Send the next packet of a message of task t, *left bytes of which are left, by interface i, or, where `any` of its node will do, by one
 * that is as free.  The interface that it left by; NONE: i has no credit, and nothing is sent. */
__attribute__((always_inline)) static inline uint32_t
send_part(traffic_run *r, uint32_t i, uint32_t link, uint32_t t, uint32_t flight_id, int64_t *left, bool any)
{
	network *n = r->net;
	uint32_t bytes = packet_size(n, *left);
	unsigned v = may_send(n, link, bytes);

	if (v == NO_CHANNEL)
		return NONE;
	if (any) {
		i = any_free(r, i, bytes);
		v = may_send(n, link_of(r, i), bytes);
	}
	*left -= bytes;
	if (*left == 0) {
		r->task[t].uncut--;
		r->interface[i].leaving = t;
		r->interface[i].operation = flight_of(r, flight_id)->operation;
	}
	send_cut(r, i, flight_id, bytes, v, n->calendar.now);
	return i;
}

/* As send_part, of the message that is next in the queue of an outlet of task t. */
__attribute__((always_inline)) static inline uint32_t
send_first(traffic_run *r, uint32_t i, uint32_t link, uint32_t t, message_outlet *o, bool any)
{
	if (o->flight == NONE)
		tasks_next(r, t, o);
	i = send_part(r, i, link, t, o->flight, &o->left, any);
	if (i != NONE && o->left == 0)
		o->flight = NONE;
	return i;
}

/* As send_part, of the message whose turn it is in an outlet of task t. */
__attribute__((noinline)) static uint32_t
send_in_turn(traffic_run *r, uint32_t i, uint32_t link, uint32_t t, message_outlet *o, bool any)
{
	bool waits = program_names(r, t) ? o->out.first > 0 : r->task[t].uncut > o->turns.count;	/* a message that has not begun */
	int64_t bytes;

	if (o->flight == NONE && waits && o->turns.count < MOST_TURNS)
		tasks_next(r, t, o);
	bytes = o->left;
	if (o->flight != NONE && (o->turns.behind == 0 || takes_turns(r->net->machine, bytes))) {
		i = send_first(r, i, link, t, o, any);
		if (i != NONE)
			turns_sent_from_queue(r, o, bytes);
		return i;
	}
	i = send_part(r, i, link, t, turns_first(r, o)->flight, &turns_first(r, o)->left, any);
	if (i != NONE)
		turns_sent_in_turn(r, &o->turns);
	return i;
}

void
interface_serve(traffic_run *r, uint32_t i)
{
	network *n = r->net;
	interface *f = &r->interface[i];
	uint32_t link = link_of(r, i);
	const bool several = n->machine->nics > 1;
	bool shared = several && n->machine->nic_choice != NIC_OF_TASK, any = shared && n->machine->nic_choice == NIC_LEAST;
	uint32_t at, t;
	message_outlet *o;

	if (!catch_up(r, f, i) || (at = whose_turn(r, f, i, several)) == f->count)
		return;
	t = r->node_task[f->first + at];
	o = &r->task[t].outlet;
	if (several && program_names(r, t)) {
		o = program_outlet(r, t, f->nic, has_turn(r, f, i), &shared);
		any = shared && n->machine->nic_choice != NIC_ROUND_ROBIN;
	}
	i = n->machine->shares ? send_in_turn(r, i, link, t, o, any) : send_first(r, i, link, t, o, any);
	if (i == NONE)
		return;
	f->turn = at + 1 == f->count ? 0 : at + 1;
	f = &r->interface[i];
	link = link_of(r, i);
	if (!several || f->leaving != NONE || whose_turn(r, f, i, several) != f->count)
		link_wake_by(n, link, port_of(n, link)->free);
	if (shared)
		pass_on(r, f, i);
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

/* Open loop: no other job uses this link, so when the next packet starts is known as
 * soon as it is known to have credit; that may lie ahead. */
void
interface_follow(traffic_run *r, uint32_t i)
{
	network *n = r->net;
	interface *f = &r->interface[i];
	uint32_t link = link_of(r, i), bytes, flight_id;
	port *o = port_of(n, link);
	int64_t start = soonest(r, f, o), now = n->calendar.now;
	unsigned v, turn = o->served >= o->highest ? 0 : o->served + 1;

	f->entering = 0;
	if (start == NEVER)
		return;
	if (start < now)	/* it has waited for credit */
		start = now;
	if (f->flight == NONE)
		source_next(r, f);
	flight_id = f->flight;
	bytes = packet_size(n, f->left);
	if (start > now)	/* until then others may get their credit: only the channel that is the next in turn will do */
		v = channel_has(n, channel_of(n, o, turn), bytes, start) ? turn : NO_CHANNEL;
	else
		v = may_send(n, link, bytes);
	if (v == NO_CHANNEL) {
		if (start > now)
			link_wake_by(n, link, start);	/* more credit may come until then */
		return;
	}
	f->left -= bytes;
	if (f->left == 0)
		f->flight = NONE;
	send_cut(r, i, flight_id, bytes, v, start);
	ask_again(r, f, link, start);
}
