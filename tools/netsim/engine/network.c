/* network -- building, resetting and checking the state of links and packets. */
#include "netsim/engine/network.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/machine/buffers.h"

int64_t
network_transfer_slow(link_speed *s, uint32_t bytes)
{
	int64_t x = transfer_ps(bytes, &s->speed);

	__atomic_store_n(&s->transfer[bytes], x, __ATOMIC_RELAXED);
	return x;
}

static void
forget_waits(network *n)
{
	int64_t patience = n->waits.patience;

	n->waits = (router_waits){ .patience = patience, .look = patience };
}

void
network_slowest(network *n, int64_t transfer)
{
	n->waits.patience = transfer < NEVER / PATIENCE ? transfer * PATIENCE : NEVER;
	forget_waits(n);
}

/* How far ahead a link puts events, at most and (but for wake-ups) at least. */
static void
find_steps(network *n)
{
	int64_t transfer = 0, latency = 0;

	n->step = NEVER;
	for (int i = 0; i < n->machine->speed_count; i++) {
		int64_t x = network_transfer(n, (uint8_t)i, n->packet_bytes);

		if (x > LONGEST_CASE)
			die(FAIL_DATA, "a packet of %u bytes takes more than %.0e s on a link of %llu bits a second", n->packet_bytes,
				LONGEST_CASE * 1e-12, (unsigned long long)n->machine->speeds[i].bits_per_s);
		if (x > transfer)
			transfer = x;
		if (n->speed[i].latency > latency)
			latency = n->speed[i].latency;
		if (n->speed[i].latency < n->step)
			n->step = n->speed[i].latency;
	}
	n->span = 2 * transfer + 2 * latency + n->router_latency;
	network_slowest(n, transfer);
}

/* Enough groups for the nodes, and for groups that are no wider than half a step. */
static uint32_t
calendar_groups(const network *n, uint32_t nodes)
{
	uint32_t groups = 64;

	while (groups < 1 << 18 && groups * 16 < nodes)
		groups *= 2;
	while (groups < 1 << 11 && n->span / groups * 4 > n->step)
		groups *= 2;
	return groups;
}

static void
count_channels(network *n)
{
	n->channels[CLASS_NODE] = 1;
	n->stride = 1;
	for (int k = 1; k < n->machine->classes; k++) {
		n->channels[k] = n->paths.channels[k];
		if (n->channels[k] > n->stride)
			n->stride = n->channels[k];
	}
}

/* The channels of a link are empty and have all their credit. */
static void
empty_channels(network *n, uint32_t link)
{
	for (unsigned v = 0; v < network_channels(n, link); v++)
		*channel_of(n, port_of(n, link), v) = (channel){ NONE, NONE, network_buffer(n, link), NONE, NONE };
}

static void
init_ports(network *n)
{
	const machine *m = n->machine;
	uint32_t more = n->stride - 1u;
	unsigned asks = n->routing->decision->asks;

	for (uint32_t i = 0; i < m->links; i++) {
		port *o = port_of(n, i);
		bool last = m->class[i] == CLASS_NODE && i < m->router_links;

		*o = (port){ .wake = NEVER, .to = m->to[i], .extra = i * more * (uint32_t)sizeof(channel), .served = MAX_CHANNELS - 1,
			.highest = (uint8_t)((network_channels(n, i) - 1) & 7), .speed = m->speed_of[i] };
		if (last)
			o->flags |= ENDPOINT;
		if (asks == ASKS_PATHS || (asks == ASKS_ROUTER && !last))
			o->flags |= COUNTED;
	}
	if ((uint64_t)m->links * more > UINT32_MAX / sizeof(channel) - 1)
		die(FAIL_DATA, "the machine has too many virtual channels");
	n->extra = xlarge((size_t)m->links * more + 1, sizeof *n->extra);	/* the first is never used: a port's `more` lies one before its own */
	for (uint32_t i = 0; i < m->links; i++)
		empty_channels(n, i);
}

int64_t
byte_ps(uint64_t bits_per_s)
{
	uint64_t ps = UINT64_C(8000000000000) / bits_per_s;

	return ps < INT32_MAX ? (int64_t)ps : INT32_MAX;
}

/* Grow the room of a pool by half, up to what an index can name. */
static uint32_t
more_room(uint32_t room)
{
	if (room > UINT32_MAX / 4)
		die(FAIL_DATA, "too many packets under way at once");
	return room + room / 2 + 1024;
}

/* A pool of that many packets. */
static void
make_pool(network *n, uint32_t room)
{
	n->packet_room = room;
	n->packet = xlarge(room, sizeof *n->packet);
	n->packet_base = (uintptr_t)n->packet - (size_t)n->machine->links * sizeof *n->packet;
}

/* The pool is full: all packets move. */
static void
widen_pool(network *n)
{
	packet *old = n->packet;
	size_t full = n->packet_room;

	make_pool(n, more_room(n->packet_room));
	memcpy(n->packet, old, full * sizeof *old);
	free(old);
}

/* `choose` where there is nothing to choose: only packets that are not settled have random bits. */
static void
choose_nothing(network *n, packet *p, uint32_t router, int64_t now)
{
	(void)n;
	(void)router;
	(void)now;
	p->settled = 1;
}

/* A calendar and pools, for that many nodes. */
static void
make_own(network *n, uint32_t nodes)
{
	n->packet_end = n->machine->links;
	make_pool(n, 1024);
	n->credit = NULL;
	n->credits_made = n->credit_room = 0;
	n->packet_free = n->credit_free = NONE;
	n->touched = xalloc(n->machine->links, sizeof *n->touched);
	n->touched_count = 0;
	n->coming = xcalloc(n->machine->routers, sizeof *n->coming);
	n->crowded = -1;
	calendar_init(&n->calendar, calendar_groups(n, nodes));
	calendar_span(&n->calendar, n->span, n->step);
	n->calendar.pending = &n->port->wake;
	n->calendar.pending_size = sizeof *n->port;
	n->calendar.pendings = n->machine->links;
}

static void
free_own(network *n)
{
	free_all(n->packet, n->credit, n->touched, n->coming);
	if (n->rooms)
		n->rooms->free(n);
	if (n->listeners.free)
		n->listeners.free(n);
	calendar_free(&n->calendar);
}

bool
network_init(network *n, const machine *m, const routing *r, int vcs, uint32_t packet_bytes)
{
	memset(n, 0, sizeof *n);
	if (!paths_init(&n->paths, m, r->routes, r->decision->detours, vcs))
		return false;
	n->machine = m;
	n->parts = 1;
	n->routing = r;
	n->choose = r->decision->choose;
	if (!n->choose && (r->routes->draws || n->paths.copies))
		n->choose = choose_nothing;
	n->model = &output_queued;
	n->wake_bit = UINT32_C(1) << 31;
	n->router_latency = m->router_latency;
	n->packet_bytes = packet_bytes;
	n->margin = packet_bytes > INT32_MAX / 2 || r->decision->tokens ? INT32_MAX : (int32_t)packet_bytes * 2;
	n->speed = xcalloc((size_t)m->speed_count, sizeof *n->speed);
	for (int i = 0; i < m->speed_count; i++) {
		n->speed[i].speed = m->speeds[i];
		n->speed[i].latency = m->speeds[i].latency;
		n->speed[i].byte = byte_ps(m->speeds[i].bits_per_s);
		n->speed[i].buffer = (int32_t)buffer_bytes(m, &m->speeds[i], packet_bytes);
		n->speed[i].transfer = xcalloc((size_t)packet_bytes + 1, sizeof(int64_t));
	}
	n->port = xlarge(m->links, sizeof *n->port);
	count_channels(n);
	init_ports(n);
	if (r->decision->begin)
		r->decision->begin(n);
	find_steps(n);
	make_own(n, m->interfaces);
	return true;
}

network *
network_part(const network *n, uint32_t number)
{
	network *part = xlarge(1, sizeof *part);

	*part = *n;
	part->number = number;
	make_own(part, n->machine->interfaces / n->parts);
	if (n->rooms)
		n->rooms->divide(part);
	if (n->listeners.divide)
		n->listeners.divide(part);
	return part;
}

void
network_widen(network *n)
{
	n->channels[CLASS_NODE] = (uint8_t)n->stride;
	free(n->extra);
	init_ports(n);
}

void
network_part_free(network *part)
{
	free_own(part);
	free(part);
}

void
network_free(network *n)
{
	free_own(n);
	if (n->model->free)
		n->model->free(n);
	paths_free(&n->paths);
	for (int i = 0; i < n->machine->speed_count; i++)
		free(n->speed[i].transfer);
	free_all(n->speed, n->port, n->extra);
}

void
network_lead(network *n, uint32_t link, uint32_t to)
{
	const machine *m = n->machine;
	port *o = port_of(n, link);
	bool cut = n->part_of && to != NONE && link < m->router_links && m->class[link] != CLASS_NODE &&
		n->part_of[to] != n->part_of[m->from[link]];

	o->to = to;
	o->flags = (uint8_t)(cut ? o->flags | CUT : o->flags & ~CUT);
}

uint32_t
packet_new(network *n)
{
	uint32_t id = n->packet_free;

	n->packets_alive++;
	if (id != NONE) {
		n->packet_free = packet_of(n, id)->next;
		return id;
	}
	if (n->packet_end - n->machine->links == n->packet_room)
		widen_pool(n);
	packet_of(n, n->packet_end)->time = NEVER;
	return n->packet_end++;
}

void
packet_delete(network *n, uint32_t id)
{
	n->packets_alive--;
	packet_of(n, id)->next = n->packet_free;
	n->packet_free = id;
}

packet *
event_new(network *n, packet_kind what, int64_t time, uint32_t order)
{
	uint32_t id = packet_new(n);
	packet *p = packet_of(n, id);

	p->kind = what & 3;
	p->link = p->out = NONE;
	calendar_push(&n->calendar, id, time, order);
	return p;
}

uint32_t
credit_more(network *n)
{
	if (n->credits_made == n->credit_room) {
		n->credit_room = more_room(n->credit_room);
		n->credit = xrealloc(n->credit, n->credit_room, sizeof *n->credit);
	}
	return n->credits_made++;
}

static void
reset(network *n)
{
	uint32_t id;

	while ((id = calendar_pop(&n->calendar)) != NO_EVENT)
		if (id < n->machine->links)
			port_of(n, id)->wake = NEVER;
	calendar_clear(&n->calendar);
	if (n->listeners.over)
		n->listeners.over(n);
	for (uint32_t i = 0; i < n->touched_count; i++) {
		uint32_t link = n->touched[i];
		port *o = port_of(n, link);

		o->free = o->last = 0;
		o->waiting = o->ahead = 0;
		o->queued = 0;
		o->served = MAX_CHANNELS - 1;
		o->flags &= (uint8_t)~TOUCHED;
		empty_channels(n, link);
	}
	if (n->rooms)
		n->rooms->reset(n);
	if (n->model->reset)
		n->model->reset(n);
	forget_waits(n);
	n->crowded = -1;
	n->touched_count = 0;
	n->packet_end = n->machine->links;
	n->packets_alive = 0;
	n->credits_made = 0;
	n->packet_free = n->credit_free = NONE;
	n->open_loop = false;
}

void
network_reset(network *n)
{
	for (uint32_t k = 0; k < n->parts; k++)
		reset(part_at(n, k));
}
