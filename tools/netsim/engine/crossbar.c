/* crossbar -- routers that queue at their inputs. */
#include "netsim/engine/crossbar.h"

#include <stdlib.h>

#include "lib/cli/cli.h"
#include "lib/machine/build.h"
#include "netsim/observe/figures.h"
#include "netsim/engine/outputs.h"
#include "netsim/engine/router.h"
#include "netsim/jobs/run.h"
#include "netsim/escape/tokens.h"
#include "netsim/engine/waits.h"

static const inlet nothing_asks = { 0, NONE, NONE, NONE };
static const grant nobodys = { 0, NONE, UINT32_MAX };

/* The number of a channel, in the order of links. */
static size_t
number_of(const network *n, uint32_t link, unsigned v)
{
	return (size_t)link * n->stride + v;
}

static inlet *
inlet_of(const network *n, uint32_t link, unsigned v)
{
	return &n->crossbar->inlet[number_of(n, link, v)];
}

static grant *
grant_of(const network *n, uint32_t link, unsigned v)
{
	return &n->crossbar->grant[number_of(n, link, v)];
}

static int64_t
later(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

static void
sooner(int64_t *next, int64_t time)
{
	if (time < *next)
		*next = time;
}

/* The time that `bytes` take across the crossbar to a link of speed s. */
static int64_t
crossing(const network *n, uint8_t s, uint32_t bytes)
{
	const crossbar *b = n->crossbar;
	int64_t *x = &b->crossing[s][bytes];

	if (*x == 0)
		*x = b->speedup == 0 ? transfer_ps(bytes, &(speed){ b->bits_per_s, 0 })
			: (int64_t)(((wide)network_transfer(n, s, bytes) * CROSSBAR_ONE + b->speedup - 1) / b->speedup);
	return *x;
}

/* A packet may wait longer where the crossbar is slower than the links. */
static void
find_slowest(network *n)
{
	int64_t slowest = 0;

	for (int i = 0; i < n->machine->speed_count; i++)
		slowest = later(slowest, later(crossing(n, (uint8_t)i, n->packet_bytes), network_transfer(n, (uint8_t)i, n->packet_bytes)));
	waits_init(n, slowest);
}

/* How far ahead of now a link may be taken when a packet begins to cross, so that one of the largest still fits behind the output; by as
 * much more a start may lie ahead. */
static void
find_ahead(network *n)
{
	crossbar *b = n->crossbar;
	int64_t most = 0;

	for (int i = 0; i < n->machine->speed_count; i++) {
		b->ahead[i] = transfer_ps((uint32_t)n->buffer, &n->speed[i].speed) - transfer_ps(n->packet_bytes, &n->speed[i].speed);
		if (b->ahead[i] > LONGEST_CASE)
			b->ahead[i] = LONGEST_CASE;	/* and no sum overflows */
		most = later(most, b->ahead[i]);
	}
	if (b->speedup != CROSSBAR_ONE)
		n->span += most;
}

void
crossbar_init(network *n, const crossbar_plan *plan)
{
	uint32_t links = n->machine->links;
	size_t channels = number_of(n, links, 0), speeds = (size_t)n->machine->speed_count;
	crossbar *b = xcalloc(1, sizeof *b);

	if (channels > UINT32_MAX)
		die(FAIL_DATA, "the machine has too many virtual channels");
	*b = (crossbar){ .speedup = plan->speedup, .bits_per_s = plan->bits_per_s, .allocation = plan->allocation,
		.crossing = xcalloc(speeds, sizeof *b->crossing), .ahead = xcalloc(speeds, sizeof *b->ahead),
		.inlet = xlarge(channels, sizeof *b->inlet), .grant = xlarge(channels, sizeof *b->grant),
		.from = xlarge(links, sizeof *b->from), .to = xlarge(links, sizeof *b->to) };
	for (size_t i = 0; i < speeds; i++)
		b->crossing[i] = xcalloc((size_t)n->packet_bytes + 1, sizeof **b->crossing);
	for (size_t i = 0; i < channels; i++) {
		b->inlet[i] = nothing_asks;
		b->grant[i] = nobodys;
	}
	for (uint32_t i = 0; i < links; i++)
		b->from[i] = b->to[i] = 0;
	n->crossbar = b;
	n->margin = INT32_MAX;	/* router.c, give_back: an output uses up credit faster than its link, and routings look at it */
	network_widen(n);
	find_slowest(n);
	if (plan->output_buffer)
		b->outputs = outputs_init(n, plan->output_buffer);
	else
		find_ahead(n);
}

void
crossbar_free(network *n)
{
	crossbar *b = n->crossbar;

	if (!b)
		return;
	outputs_free(b->outputs);
	free(b->inlet);
	free(b->grant);
	free(b->from);
	free(b->to);
	free(b->ahead);
	for (int i = 0; i < n->machine->speed_count; i++)
		free(b->crossing[i]);
	free(b->crossing);
	free(b);
}

void
crossbar_reset(network *n)
{
	crossbar *b = n->crossbar;

	for (uint32_t i = 0; b && i < n->touched_count; i++) {
		uint32_t link = n->touched[i];

		b->from[link] = b->to[link] = 0;
		if (b->outputs)
			outputs_forget(n, b->outputs, link);
		for (unsigned v = 0; v < n->stride; v++) {
			*inlet_of(n, link, v) = nothing_asks;
			*grant_of(n, link, v) = nobodys;
		}
	}
}

/* The order in which outputs look in one picosecond: behind all other events (router.h), and another at every time. */
static uint32_t
look_order(uint32_t link, int64_t time)
{
	uint32_t mix = (uint32_t)((uint64_t)time * UINT64_C(0x9e3779b97f4a7c15) >> 33);

	return UINT32_C(1) << 31 | (link ^ mix);
}

void
crossbar_look_by(network *n, uint32_t link, int64_t time)
{
	calendar_by(&n->calendar, link, time, look_order(link, time));
}

/* When p could cross to p->out if nobody else were there: its tail must be able to keep up. */
static int64_t
soonest(const network *n, const packet *p)
{
	uint8_t s = port_of(n, p->out)->speed;
	int64_t in = network_transfer(n, port_of(n, p->link)->speed, p->bytes);
	int64_t out = later(network_transfer(n, s, p->bytes), crossing(n, s, p->bytes));

	return p->tail - (in < out ? in : out) + n->router_latency;
}

void
crossbar_ask(network *n, uint32_t id)
{
	packet *p = packet_of(n, id);
	uint32_t link = p->out;
	int64_t ready = later(soonest(n, p), inlet_of(n, p->link, p->channel)->open);

	network_touch(n, link);
	router_enqueue(n, id, ready);
	crossbar_look_by(n, link, later(later(ready, n->calendar.now), n->crossbar->to[link]));
}

/* Packet `id` is now the first of its channel: it is routed, and asks. */
static void
come_first(network *n, uint32_t id)
{
	packet *p = packet_of(n, id);
	uint32_t router = port_of(n, p->link)->to;

	inlet_of(n, p->link, p->channel)->asks = id;
	if (!p->settled) {
		n->choose(n, p, router, n->calendar.now);
		if (!n->desk || p->settled)
			p->out = paths_next(&n->paths, &p->trip, router);
		else if (!tokens_take(n, id, router))
			return;
	}
	crossbar_ask(n, id);
}

void
crossbar_arrive(network *n, uint32_t id)
{
	packet *p = packet_of(n, id);
	inlet *i = inlet_of(n, p->link, p->channel);
	uint32_t from = p->from;
	bool entered = n->open_loop && p->hops == 0;

	p->hops++;
	n->hops++;
	if (i->asks == NONE) {
		come_first(n, id);
	} else {
		p->slot.next = NONE;
		if (i->first == NONE)
			i->first = id;
		else
			packet_of(n, i->last)->slot.next = id;
		i->last = id;
	}
	if (entered)		/* last: a new packet may move all cells */
		run_entered(n, from);
}

/* The packet that asked begins to cross; the next one asks. */
static void
advance(network *n, inlet *i, int64_t crossed)
{
	uint32_t id = i->first;

	i->open = crossed + n->crossbar->allocation;
	i->asks = NONE;
	if (id == NONE)
		return;
	i->first = packet_of(n, id)->slot.next;
	come_first(n, id);
}

/* Take packet `id` out of the queue of channel v. */
static void
take_out(network *n, uint32_t id, port *o, unsigned v)
{
	channel *c = channel_of(n, o, v);
	packet *p = packet_of(n, id);
	uint32_t before = NONE;

	for (uint32_t at = c->head; at != id; at = packet_of(n, at)->slot.next)
		before = at;
	if (before == NONE)
		c->head = p->slot.next;
	else
		packet_of(n, before)->slot.next = p->slot.next;
	if (c->tail == id)
		c->tail = before;
	if (c->head == NONE)
		o->queued &= (uint8_t)~(1u << v);
	o->waiting -= p->bytes;
	p->slot.time = NEVER;
}

/* The holder of channel v of `link` crosses now. */
static void
cross(network *n, uint32_t link, unsigned v)
{
	crossbar *b = n->crossbar;
	grant *g = grant_of(n, link, v);
	uint32_t id = g->holder;
	packet *p = packet_of(n, id);
	port *o = port_of(n, link);
	inlet *i = inlet_of(n, p->link, p->channel);
	int64_t now = n->calendar.now, x = network_transfer(n, o->speed, p->bytes);
	int64_t crossed = now + crossing(n, o->speed, p->bytes), start = later(now, crossed - x), waited = now - soonest(n, p);

	g->holder = NONE;
	g->open = crossed + b->allocation;
	take_out(n, id, o, v);
	b->from[p->link] = b->to[link] = crossed;
	router_empty(n, id, later(crossed, p->tail + n->router_latency));
	if (b->outputs) {
		outputs_add(n, b->outputs, id, link, start, waited);
	} else {
		waits_note(n, p, link, later(start, o->free), waited + later(0, o->free - start));
		link_send(n, id, link, later(start, o->free), x);
		o->last = 0;
	}
	if (o->queued)
		crossbar_look_by(n, link, crossed);
	advance(n, i, crossed);
}

/* Give channel v of `link` to the next in turn of the packets that are ready for it.  When none is: when to look again. */
static bool
give(network *n, uint32_t link, unsigned v, int64_t *next)
{
	grant *g = grant_of(n, link, v);
	uint32_t least = UINT32_MAX, id = channel_of(n, port_of(n, link), v)->head;

	if (g->open > n->calendar.now) {
		sooner(next, g->open);
		return false;
	}
	for (; id != NONE && packet_of(n, id)->slot.time <= n->calendar.now; id = packet_of(n, id)->slot.next) {
		const packet *p = packet_of(n, id);
		uint32_t turn = (uint32_t)number_of(n, n->machine->reverse[p->link], p->channel);

		if (turn - g->turn - 1 <= least) {
			least = turn - g->turn - 1;
			g->holder = id;
		}
	}
	if (g->holder == NONE) {
		sooner(next, packet_of(n, id)->slot.time);
		return false;
	}
	g->turn += least + 1;
	return true;
}

/* May the holder of channel v cross to `link`?  If not: when to look again, and whether it is kept by credit alone. */
static bool
may_cross(network *n, uint32_t link, unsigned v, int64_t *next, bool *stalled)
{
	port *o = port_of(n, link);
	const packet *p = packet_of(n, grant_of(n, link, v)->holder);
	const crossbar *b = n->crossbar;
	int64_t now = n->calendar.now, when = later(b->from[p->link], b->outputs ? 0 : o->free - b->ahead[o->speed]);

	if (when > now) {
		sooner(next, when);
		return false;
	}
	if (b->outputs)
		return outputs_have_room(n, b->outputs, link, v, p->bytes);
	if (o->flags & ENDPOINT || channel_has(n, channel_of(n, o, v), p->bytes, now))
		return true;
	*stalled = true;
	sooner(next, channel_when(n, channel_of(n, o, v), p->bytes));
	return false;
}

/* Let a packet cross to `link`, if one may. */
static bool
cross_any(network *n, uint32_t link, int64_t *next, bool *stalled)
{
	port *o = port_of(n, link);
	const crossbar *b = n->crossbar;

	if (!o->queued)
		return false;
	if (b->to[link] > n->calendar.now) {
		sooner(next, b->to[link]);
		return false;
	}
	for (unsigned k = 0, v = b->outputs ? b->outputs->output[link].crossed : o->turn; k <= o->highest; k++) {
		v = v >= o->highest ? 0 : v + 1;
		if (!(o->queued & 1u << v))
			continue;
		if (grant_of(n, link, v)->holder == NONE && !give(n, link, v, next))
			continue;
		if (may_cross(n, link, v, next, stalled)) {
			cross(n, link, v);
			return true;
		}
	}
	return false;
}

/* crossbar_look where there are buffers behind the crossbar. */
static void
look_behind(network *n, uint32_t link)
{
	outputs *b = n->crossbar->outputs;
	int64_t next = NEVER, serve;
	bool stalled;

	serve = outputs_serve(n, b, link, &stalled);
	if (cross_any(n, link, &next, &stalled))
		serve = outputs_serve(n, b, link, &stalled);
	if (stalled && n->figures)
		figures_stall(n, link, n->calendar.now);
	sooner(&next, serve);
	if (next > n->calendar.now && next != NEVER)
		crossbar_look_by(n, link, next);
}

void
crossbar_look(network *n, uint32_t link)
{
	port *o = port_of(n, link);
	int64_t next = NEVER;
	bool stalled = false;

	if (n->crossbar->outputs) {
		look_behind(n, link);
		return;
	}
	if (cross_any(n, link, &next, &stalled))
		return;
	if (stalled && n->figures) {
		if (o->free <= n->calendar.now)
			figures_stall(n, link, n->calendar.now);
		else
			sooner(&next, o->free);	/* then it will be one */
	}
	if (next != NEVER)
		crossbar_look_by(n, link, next);
}

/* Bytes that have crossed and have still to go out on this link, by the whole picoseconds that a byte takes. */
static uint64_t
leaving(const network *n, const port *o)
{
	int64_t left = o->free - n->calendar.now, byte = (int64_t)(UINT64_C(8000000000000) / n->speed[o->speed].speed.bits_per_s);

	return left > 0 ? (uint64_t)(left / (byte ? byte : 1)) : 0;
}

uint64_t
crossbar_behind(const network *n, uint32_t link, unsigned v)
{
	const outputs *b = n->crossbar->outputs;

	return b ? outputs_waiting(n, b, link, v) : leaving(n, port_of(n, link));
}

int64_t
crossbar_output(const network *n)
{
	const outputs *b = n->crossbar->outputs;

	return b ? (int64_t)b->size : n->buffer;
}

/* Bytes of credit of channel v that are in use. */
static int64_t
credit_used(const network *n, const channel *c)
{
	int64_t used = n->buffer - c->credit;

	for (uint32_t id = c->first; id != NONE && n->credit[id].time <= n->calendar.now; id = n->credit[id].next)
		used -= n->credit[id].bytes;
	return used;
}

uint64_t
crossbar_used(const network *n, uint32_t link)
{
	const outputs *b = n->crossbar->outputs;
	port *o = port_of(n, link);
	uint64_t used = o->flags & ENDPOINT ? leaving(n, o) : 0;

	for (unsigned v = 0; v < network_channels(n, link); v++) {
		if (!(o->flags & ENDPOINT))
			used += (uint64_t)credit_used(n, channel_of(n, o, v));
		if (b)
			used += outputs_waiting(n, b, link, v);
	}
	return used;
}
