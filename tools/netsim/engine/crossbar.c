/* crossbar -- routers that queue at their inputs. */
#include "netsim/engine/crossbar.h"

#include <stdlib.h>

#include "lib/cli/cli.h"
#include "lib/machine/build.h"
#include "netsim/engine/link.h"
#include "netsim/engine/outputs.h"
#include "netsim/engine/queue.h"
#include "netsim/engine/waits.h"

static const input_vc empty_input = { 0, NONE, NONE, NONE };
static const output_vc free_output = { 0, NONE, UINT32_MAX };

/* The number of a channel, in the order of links. */
static size_t
number_of(const network *n, uint32_t link, unsigned v)
{
	return (size_t)link * n->stride + v;
}

static input_vc *
input_of(const network *n, uint32_t link, unsigned v)
{
	return &n->crossbar->input_vc[number_of(n, link, v)];
}

static output_vc *
output_of(const network *n, uint32_t link, unsigned v)
{
	return &n->crossbar->output_vc[number_of(n, link, v)];
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
	network_slowest(n, slowest);
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

static void
crossbar_free(network *n)
{
	crossbar *b = n->crossbar;

	outputs_free(b->outputs);
	free(b->input_vc);
	free(b->output_vc);
	free(b->from);
	free(b->to);
	free(b->ahead);
	for (int i = 0; i < n->machine->speed_count; i++)
		free(b->crossing[i]);
	free(b->crossing);
	free(b);
}

static void
crossbar_reset(network *n)
{
	crossbar *b = n->crossbar;

	for (uint32_t i = 0; i < n->touched_count; i++) {
		uint32_t link = n->touched[i];

		b->from[link] = b->to[link] = 0;
		if (b->outputs)
			outputs_forget(n, b->outputs, link);
		for (unsigned v = 0; v < n->stride; v++) {
			*input_of(n, link, v) = empty_input;
			*output_of(n, link, v) = free_output;
		}
	}
}

/* The order in which outputs look in one picosecond: behind all other events (router.h), and another at every time. */
static uint32_t
arbitration_order(uint32_t link, int64_t time)
{
	uint32_t mix = (uint32_t)((uint64_t)time * UINT64_C(0x9e3779b97f4a7c15) >> 33);

	return UINT32_C(1) << 31 | (link ^ mix);
}

static void
crossbar_wake_by(network *n, uint32_t link, int64_t time)
{
	calendar_by(&n->calendar, &port_of(n, link)->wake, link, time,
		link < n->machine->router_links ? arbitration_order(link, time) : wake_order(link));
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

/* Packet `id`, the first of its input channel, is routed: it requests p->out and p->channel_next. */
static void
crossbar_request(network *n, uint32_t id)
{
	packet *p = packet_of(n, id);
	uint32_t link = p->out;
	int64_t ready = later(soonest(n, p), input_of(n, p->link, p->channel)->open);

	network_touch(n, link);
	queue_add(n, id, p, port_of(n, link), channel_of(n, port_of(n, link), p->channel_next), ready);
	crossbar_wake_by(n, link, later(later(ready, n->calendar.now), n->crossbar->to[link]));
}

/* Packet `id` is now the first of its channel: it is routed, and requests an output. */
static void
come_first(network *n, uint32_t id)
{
	packet *p = packet_of(n, id);
	uint32_t router = port_of(n, p->link)->to;

	input_of(n, p->link, p->channel)->request = id;
	if (!p->settled) {
		n->choose(n, p, router, n->calendar.now);
		if (!n->rooms || p->settled)
			p->out = paths_next(&n->paths, &p->trip, router);
		else if (!n->rooms->take(n, id, router))
			return;
	}
	crossbar_request(n, id);
}

void
crossbar_arrive(network *n, uint32_t id)
{
	packet *p = packet_of(n, id);
	input_vc *i = input_of(n, p->link, p->channel);
	uint32_t from = p->from;
	bool entered = n->open_loop && p->hops == 0;

	p->hops++;
	n->hops++;
	if (i->request == NONE) {
		come_first(n, id);
	} else {
		p->next = NONE;
		if (i->first == NONE)
			i->first = id;
		else
			packet_of(n, i->last)->next = id;
		i->last = id;
	}
	if (entered)		/* last: a new packet may move all packets */
		n->listeners.entered(n, from);
}

/* The packet that requested begins to cross; the next one requests. */
static void
advance(network *n, input_vc *i, int64_t crossed)
{
	uint32_t id = i->first;

	i->open = crossed + n->crossbar->allocation;
	i->request = NONE;
	if (id == NONE)
		return;
	i->first = packet_of(n, id)->next;
	come_first(n, id);
}

/* The holder of channel v of `link` crosses now. */
static void
cross(network *n, uint32_t link, unsigned v)
{
	crossbar *b = n->crossbar;
	output_vc *g = output_of(n, link, v);
	uint32_t id = g->holder;
	packet *p = packet_of(n, id);
	port *o = port_of(n, link);
	input_vc *i = input_of(n, p->link, p->channel);
	int64_t now = n->calendar.now, x = network_transfer(n, o->speed, p->bytes);
	int64_t crossed = now + crossing(n, o->speed, p->bytes), start = later(now, crossed - x), waited = now - soonest(n, p);

	g->holder = NONE;
	g->open = crossed + b->allocation;
	queue_take(n, id, o, v);
	b->from[p->link] = b->to[link] = crossed;
	credit_leave(n, id, later(crossed, p->tail + n->router_latency));
	if (b->outputs) {
		outputs_add(n, b->outputs, id, link, start, waited);
	} else {
		waits_note(n, p, link, later(start, o->free), waited + later(0, o->free - start));
		link_send(n, id, link, later(start, o->free), x);
		o->ahead = 0;
	}
	if (o->queued)
		crossbar_wake_by(n, link, crossed);
	advance(n, i, crossed);
}

/* Give channel v of `link` to the next in turn of the packets that are ready for it.  When none is: when to look again. */
static bool
give(network *n, uint32_t link, unsigned v, int64_t *next)
{
	output_vc *g = output_of(n, link, v);
	uint32_t least = UINT32_MAX, id = channel_of(n, port_of(n, link), v)->head;

	if (g->open > n->calendar.now) {
		sooner(next, g->open);
		return false;
	}
	for (; id != NONE && packet_of(n, id)->time <= n->calendar.now; id = packet_of(n, id)->next) {
		const packet *p = packet_of(n, id);
		uint32_t turn = (uint32_t)number_of(n, n->machine->reverse[p->link], p->channel);

		if (turn - g->turn - 1 <= least) {
			least = turn - g->turn - 1;
			g->holder = id;
		}
	}
	if (g->holder == NONE) {
		sooner(next, packet_of(n, id)->time);
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
	const packet *p = packet_of(n, output_of(n, link, v)->holder);
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
	for (unsigned k = 0, v = b->outputs ? b->outputs->output[link].crossed : o->served; k <= o->highest; k++) {
		v = v >= o->highest ? 0 : v + 1;
		if (!(o->queued & 1u << v))
			continue;
		if (output_of(n, link, v)->holder == NONE && !give(n, link, v, next))
			continue;
		if (may_cross(n, link, v, next, stalled)) {
			cross(n, link, v);
			return true;
		}
	}
	return false;
}

/* crossbar_arbitrate where there are buffers behind the crossbar. */
static void
arbitrate_behind(network *n, uint32_t link)
{
	outputs *b = n->crossbar->outputs;
	int64_t next = NEVER, serve;
	bool stalled;

	serve = outputs_serve(n, b, link, &stalled);
	if (cross_any(n, link, &next, &stalled))
		serve = outputs_serve(n, b, link, &stalled);
	if (stalled && n->listeners.stalled)
		n->listeners.stalled(n, link);
	sooner(&next, serve);
	if (next > n->calendar.now && next != NEVER)
		crossbar_wake_by(n, link, next);
}

void
crossbar_arbitrate(network *n, uint32_t link)
{
	port *o = port_of(n, link);
	int64_t next = NEVER;
	bool stalled = false;

	if (n->crossbar->outputs) {
		arbitrate_behind(n, link);
		return;
	}
	if (cross_any(n, link, &next, &stalled))
		return;
	if (stalled && n->listeners.stalled) {
		if (o->free <= n->calendar.now)
			n->listeners.stalled(n, link);
		else
			sooner(&next, o->free);	/* then it will be one */
	}
	if (next != NEVER)
		crossbar_wake_by(n, link, next);
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

/* Packet `id` has waited for tokens; when it came is known by its tail. */
static void
request(network *n, uint32_t id, int64_t came)
{
	(void)came;
	crossbar_request(n, id);
}

static const router_model input_queued = { .arrive = crossbar_arrive, .wake = crossbar_arbitrate, .request = request,
	.wake_by = crossbar_wake_by, .reset = crossbar_reset, .free = crossbar_free };

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
		.input_vc = xlarge(channels, sizeof *b->input_vc), .output_vc = xlarge(channels, sizeof *b->output_vc),
		.from = xlarge(links, sizeof *b->from), .to = xlarge(links, sizeof *b->to) };
	for (size_t i = 0; i < speeds; i++)
		b->crossing[i] = xcalloc((size_t)n->packet_bytes + 1, sizeof **b->crossing);
	for (size_t i = 0; i < channels; i++) {
		b->input_vc[i] = empty_input;
		b->output_vc[i] = free_output;
	}
	for (uint32_t i = 0; i < links; i++)
		b->from[i] = b->to[i] = 0;
	n->crossbar = b;
	n->model = &input_queued;
	n->margin = INT32_MAX;	/* router.c, give_back: an output uses up credit faster than its link, and routings look at it */
	network_widen(n);
	find_slowest(n);
	if (plan->output_buffer)
		b->outputs = outputs_init(n, plan->output_buffer);
	else
		find_ahead(n);
}
