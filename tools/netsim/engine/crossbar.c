/* crossbar -- routers that queue at their inputs. */
#include "netsim/engine/crossbar.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/cli/wide.h"
#include "netsim/engine/link.h"
#include "netsim/engine/outputs.h"
#include "netsim/engine/queue.h"
#include "netsim/engine/usage.h"
#include "netsim/engine/waits.h"

/* The number of a channel, in the order of links. */
static inline size_t
number_of(const network *n, uint32_t link, unsigned v)
{
	return (size_t)link * n->stride + v;
}

/* The turn of packet p at an output: the number of the channel by which it came, by that of the link that leads back. */
static inline uint32_t
turn_of(const network *n, const packet *p)
{
	return (uint32_t)number_of(n, n->machine->reverse[p->link], p->channel);
}

static inline int64_t
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

static int64_t
crossing_slow(const network *n, uint8_t s, uint32_t bytes)
{
	const crossbar *b = n->crossbar;
	int64_t x = b->plan.speedup == 0 ? transfer_ps(bytes, &(speed){ b->plan.bits_per_s, 0 })
		: (int64_t)(((wide)network_transfer(n, s, bytes) * CROSSBAR_ONE + b->plan.speedup - 1) / b->plan.speedup);

	__atomic_store_n(&b->crossing[s][bytes], x, __ATOMIC_RELAXED);
	return x;
}

/* The time that `bytes` take across the crossbar to a link of speed s. */
static inline int64_t
crossing(const network *n, uint8_t s, uint32_t bytes)
{
	int64_t x = __atomic_load_n(&n->crossbar->crossing[s][bytes], __ATOMIC_RELAXED);	/* parts fill it in at once, with the same */

	return x ? x : crossing_slow(n, s, bytes);
}

/* The slowest way of a packet, which may wait longer where the crossbar is slower than the links; and what is small: it may cross, and its
 * channels be given to others, within the latency of a router. */
static void
find_extremes(network *n)
{
	crossbar *b = n->crossbar;
	int64_t slowest = 0;

	for (int i = 0; i < n->machine->speed_count; i++) {
		slowest = later(slowest, later(crossing(n, (uint8_t)i, n->packet_bytes), network_transfer(n, (uint8_t)i, n->packet_bytes)));
		while (b->small < n->packet_bytes && crossing(n, (uint8_t)i, b->small + 1) + b->plan.allocation <= n->router_latency)
			b->small++;
	}
	network_slowest(n, slowest);
}

/* What credits.h, give_back, needs to know: an output may use up credit as fast as its crossbar is, and what crosses is settled ahead by no
 * more than the router's latency. */
static void
find_margin(network *n)
{
	const crossbar_plan *plan = &n->crossbar->plan;
	int64_t least = INT32_MAX, margin;

	for (int i = 0; i < n->machine->speed_count; i++) {
		int64_t *byte = &n->speed[i].byte, across = plan->speedup ? *byte * CROSSBAR_ONE / plan->speedup : byte_ps(plan->bits_per_s);

		if (!plan->output_buffer && across < *byte)
			*byte = across;
		if (*byte < least)
			least = *byte;
	}
	margin = n->margin + n->router_latency / (least ? least : 1) + 1;
	n->margin = margin < INT32_MAX ? (int32_t)margin : INT32_MAX;
}

/* How far ahead of now a link may be taken when a packet begins to cross, so that one of the largest still fits behind the output; by as
 * much more a start may lie ahead. */
static void
find_ahead(network *n)
{
	crossbar *b = n->crossbar;
	int64_t most = 0;

	for (int i = 0; i < n->machine->speed_count; i++) {
		b->ahead[i] = transfer_ps((uint32_t)n->speed[i].buffer, &n->speed[i].speed) - transfer_ps(n->packet_bytes, &n->speed[i].speed);
		if (b->ahead[i] > LONGEST_CASE)
			b->ahead[i] = LONGEST_CASE;	/* and no sum overflows */
		most = later(most, b->ahead[i]);
	}
	if (b->plan.speedup != CROSSBAR_ONE)
		n->span += most;
}

static void
crossbar_free(network *n)
{
	crossbar *b = n->crossbar;

	outputs_free(b->outputs);
	free_all(b->input, b->output, b->open, b->unknown, n->usage, b->ahead);
	for (int i = 0; i < n->machine->speed_count; i++)
		free(b->crossing[i]);
	free_all(b->crossing, b);
}

/* The ends of a link as they are at first. */
static void
begin_ends(network *n, uint32_t link)
{
	const crossbar *b = n->crossbar;
	input_end *in = input_of(b, link);
	output_end *out = output_of(b, link);

	*in = (input_end){ .begins = -1 };
	*out = (output_end){ .begins = -1, .next = NONE };
	for (unsigned v = 0; v < n->stride; v++) {
		in->vc[v] = (input_vc){ 0, NONE, NONE };
		out->vc[v] = (output_vc){ NONE, UINT32_MAX };
		if (b->open)
			b->open[number_of(n, link, v)] = 0;
	}
	if (usage_kept(n, link))
		usage_forget(n, link);
}

static void
crossbar_reset(network *n)
{
	crossbar *b = n->crossbar;

	for (uint32_t i = 0; i < n->touched_count; i++) {
		begin_ends(n, n->touched[i]);
		if (b->outputs)
			outputs_forget(n, b->outputs, n->touched[i]);
	}
	memset(b->unknown, 0, n->machine->routers * sizeof *b->unknown);
}

/* Have an output look at `time`. */
static inline void
look_by(network *n, uint32_t link, int64_t time)
{
	calendar_by(&n->calendar, &port_of(n, link)->wake, link, time, arbitration_order(link, time));
}

static void
wake_by(network *n, uint32_t link, int64_t time)
{
	if (link < n->machine->router_links)
		look_by(n, link, time);
	else
		link_wake_by(n, link, time);
}

/* When p could cross to an output if it were alone: its tail must be able to keep up. */
static inline int64_t
soonest(const network *n, const packet *p, const port *o)
{
	uint8_t from = n->machine->speed_of[p->link];
	int64_t in = network_transfer(n, from, p->bytes), out;

	if (from != o->speed) {
		out = later(network_transfer(n, o->speed, p->bytes), crossing(n, o->speed, p->bytes));
		in = in < out ? in : out;
	}
	return p->tail - in + n->router_latency;
}

/* Packet `id`, the first of its input channel, is routed: it requests p->out and p->channel_next. */
__attribute__((always_inline)) static inline void
put_request(network *n, uint32_t id, packet *p, const input_end *in, port *o, const output_end *out)
{
	int64_t ready = later(soonest(n, p, o), in->vc[p->channel].open);

	network_touch(n, p->out);
	queue_add(n, id, p, o, channel_of(n, o, p->channel_next), ready);
	look_by(n, p->out, later(later(ready, n->calendar.now), out->free));
}

static void
crossbar_request(network *n, uint32_t id)
{
	packet *p = packet_of(n, id);

	put_request(n, id, p, input_of(n->crossbar, p->link), port_of(n, p->out), output_of(n->crossbar, p->out));
}

/* Packet `id` is now the first of its channel: it is routed.  False: it waits for a channel that has room. */
static inline bool
find_output(network *n, uint32_t id, packet *p)
{
	uint32_t router;

	if (p->settled)
		return true;
	router = router_ahead(n, p);
	n->choose(n, p, router, n->calendar.now);
	if (n->rooms && !p->settled)
		return n->rooms->take(n, id, router);
	p->out = paths_next(&n->paths, &p->trip, router);
	return true;
}

static inline bool
is_small(const network *n, uint32_t bytes)
{
	return bytes <= n->crossbar->small;
}

/* Count (or uncount) a packet queued behind a small one.  Such a packet can be ready before a newly arrived one; behind a large packet it
 * cannot. */
static void
count_behind(network *n, const packet *p, uint32_t more)
{
	if (p->settled)
		output_of(n->crossbar, p->out)->coming += more;
	else
		n->crossbar->unknown[router_ahead(n, p)] += more;
}

/* Packet `id` waits behind others of its channel, or for the crossing of the one before it to begin. */
static void
line_up(network *n, uint32_t id, packet *p, input_end *in)
{
	input_vc *i = &in->vc[p->channel];
	unsigned bit = 1u << p->channel;

	if (in->small & bit)
		count_behind(n, p, 1);
	p->next = NONE;
	if (i->first == NONE)
		i->first = id;
	else
		packet_of(n, i->last)->next = id;
	i->last = id;
}

/* A packet of `bytes` begins to cross: that behind it is the first now, and requests. */
static void
advance(network *n, input_vc *i, uint32_t bytes)
{
	uint32_t id = i->first;
	packet *p;

	if (id == NONE) {
		i->last = NONE;
		return;
	}
	p = packet_of(n, id);
	i->first = p->next;
	__builtin_prefetch(packet_of(n, p->next));	/* which may wait for long before it is the first, and have left all caches */
	if (is_small(n, bytes))
		count_behind(n, p, UINT32_MAX);
	if (find_output(n, id, p))
		crossbar_request(n, id);
}

/* What a packet that crosses has to do with. */
typedef struct passage {
	uint32_t id;		/* of the packet */
	packet *p;
	input_end *in;		/* from which it crosses, */
	uint32_t link;		/* and to which link */
	port *o;
	output_end *out;
} passage;

static inline passage
passage_of(const network *n, uint32_t id, uint32_t link, port *o, output_end *out)
{
	packet *p = packet_of(n, id);

	return (passage){ id, p, input_of(n->crossbar, p->link), link, o, out };
}

/* The tail of p leaves its input buffer at `left`. */
static inline void
give_room_back(network *n, packet *p, int64_t left)
{
	if (p->foreign) {
		mail_credit(n, p, left);
	} else {
		int64_t back = left + n->speed[n->machine->speed_of[p->link]].latency;

		if (usage_kept(n, p->link))
			usage_return(n, p->link, p->bytes, back);
		give_back(n, p->link, p->channel, p->bytes, back);
	}
	p->link = NONE;
}

/* A packet crosses to channel p->channel_next of the link from `when` on. */
__attribute__((always_inline)) static inline void
cross_at(network *n, passage t, int64_t when)
{
	crossbar *b = n->crossbar;
	packet *p = t.p;
	int64_t x = network_transfer(n, t.o->speed, p->bytes), waited = when - soonest(n, p, t.o);
	int64_t crossed = when + crossing(n, t.o->speed, p->bytes), start = later(when, crossed - x);

	t.in->free = t.out->free = crossed;
	t.in->vc[p->channel].open = crossed + b->plan.allocation;
	if (b->open)
		b->open[number_of(n, t.link, p->channel_next)] = crossed + b->plan.allocation;
	give_room_back(n, p, later(crossed, p->tail + n->router_latency));
	if (b->outputs) {
		outputs_add(n, b->outputs, t.id, t.link, start, waited);
	} else {
		waited += later(0, t.o->free - start);
		start = later(start, t.o->free);
		waits_note(n, p, t.link, start, waited);
		usage_take(n, t.link, t.o, p->bytes);
		link_send(n, t.id, p, t.link, t.o, start, x);
		t.o->ahead = 0;
	}
}

/* The holder of channel v of the link crosses now, and goes out at once if it may: then the one behind it is routed.  *serve, *stalled: as
 * outputs_serve has them; serve is NULL where there are no buffers. */
__attribute__((always_inline)) static inline void
cross(network *n, passage t, unsigned v, int64_t *serve, bool *stalled)
{
	input_vc *i = &t.in->vc[t.p->channel];
	uint32_t bytes = t.p->bytes;

	t.out->vc[v].holder = NONE;
	t.in->waiting--;
	queue_take(n, t.id, t.o, v);
	cross_at(n, t, n->calendar.now);
	if (t.o->queued)
		look_by(n, t.link, t.out->free);
	if (serve)
		*serve = outputs_serve(n, n->crossbar->outputs, t.link, stalled);
	advance(n, i, bytes);
}

/* Does no other packet come to the router of p in this picosecond any more? */
static bool
comes_alone(const network *n, const packet *p)
{
	const calendar *c = &n->calendar;
	uint32_t router;

	if (calendar_alone(c))
		return true;
	router = router_ahead(n, p);
	for (uint32_t i = c->at; i < c->end && c->run[i].time == c->now && c->run[i].order < n->machine->links; i++)
		if (n->machine->to[c->run[i].order] == router)
			return false;
	return true;
}

/* The packet of t has come now and is routed.  Are its ports and channels idle and requested by no other, so that it may begin to cross at
 * `when`? */
static inline bool
is_idle(const network *n, passage t, int64_t when)
{
	const crossbar *b = n->crossbar;
	int64_t taken = later(later(t.in->free, t.out->free), t.in->vc[t.p->channel].open), now = n->calendar.now;

	if ((t.in->waiting | t.o->queued | t.out->coming) != 0 || taken > when)
		return false;
	if (n->choose && (t.in->begins >= now || t.out->begins >= now || b->unknown[router_ahead(n, t.p)]))
		return false;
	if (b->open && b->open[number_of(n, t.link, t.p->channel_next)] > when)
		return false;
	return b->outputs ? b->outputs->output[t.link].holds == 0 && t.o->free <= when : t.o->free - b->ahead[t.o->speed] <= when;
}

/* The packet of t has come now and is routed.  If it will cross as soon as it is ready, whatever comes later, settle that. */
__attribute__((always_inline)) static inline bool
settle(network *n, passage t)
{
	crossbar *b = n->crossbar;
	packet *p = t.p;
	unsigned v = p->channel_next;
	int64_t now = n->calendar.now, when = now + n->router_latency;

	if (!b->settles || !is_idle(n, t, when))
		return false;
	if (!(t.o->flags & ENDPOINT) && !channel_has(n, channel_of(n, t.o, v), p->bytes, now))
		return false;
	if (soonest(n, p, t.o) != when || (b->outputs && crossing(n, t.o->speed, p->bytes) > network_transfer(n, t.o->speed, p->bytes)) ||
		t.o->free - when > n->waits.notable || !comes_alone(n, p))
		return false;
	network_touch(n, t.link);
	t.in->begins = t.out->begins = when;
	if (usage_kept(n, t.link))
		n->usage[t.link].begins = when;
	t.in->output = t.link;
	t.in->channel = p->channel;
	t.out->bytes = p->bytes;
	t.out->link_free = t.o->free;
	t.out->vc[v].turn = turn_of(n, p);
	cross_at(n, t, when);
	if (b->outputs)
		outputs_start(n, b->outputs, t.link, v, when);
	return true;
}

/* Packet `id` has come, and its channel holds no other whose crossing is not settled. */
__attribute__((always_inline)) static inline void
come_first(network *n, uint32_t id, packet *p, input_end *in)
{
	const crossbar *b = n->crossbar;
	input_vc *i = &in->vc[p->channel];

	if (!p->settled && in->begins >= n->calendar.now && in->channel == p->channel) {
		output_of(b, in->output)->next = p->link;
		look_by(n, in->output, in->begins);
		line_up(n, id, p, in);
	} else if (!find_output(n, id, p)) {
		i->last = id;
	} else {
		passage t = { id, p, in, p->out, port_of(n, p->out), output_of(b, p->out) };

		if (settle(n, t))
			return;
		i->last = id;
		put_request(n, id, p, in, t.o, t.out);
	}
	in->waiting++;
}

/* The head of packet `id` has arrived at the router at the end of its link. */
static void
crossbar_arrive(network *n, uint32_t id)
{
	packet *p = packet_of(n, id);
	input_end *in = input_of(n->crossbar, p->link);
	uint32_t from = p->from;
	unsigned bit = 1u << p->channel, small;
	bool entered = n->open_loop && p->hops == 0;

	p->hops++;
	n->hops++;
	small = is_small(n, p->bytes) ? bit : 0;
	if (in->vc[p->channel].last == NONE) {
		come_first(n, id, p, in);
	} else {
		line_up(n, id, p, in);
		in->waiting++;
	}
	in->small = (uint8_t)((in->small & ~bit) | small);
	if (entered)		/* last: a new packet may move all packets */
		n->listeners.entered(n, from);
}

/* Of the packets that are ready for channel c, the next in turn behind *turn, which becomes its turn.  NONE: none is ready; *next is when
 * to look again. */
static inline uint32_t
next_in_turn(const network *n, const channel *c, uint32_t *turn, int64_t *next)
{
	uint32_t id = c->head, best = id, least;
	const packet *p = packet_of(n, id);

	if (p->time > n->calendar.now) {
		sooner(next, p->time);
		return NONE;
	}
	least = turn_of(n, p) - *turn - 1;
	while ((id = p->next) != NONE) {
		uint32_t distance;

		p = packet_of(n, id);
		if (p->time > n->calendar.now)
			break;
		distance = turn_of(n, p) - *turn - 1;
		best = distance < least ? id : best;
		least = distance < least ? distance : least;
	}
	*turn += least + 1;
	return best;
}

/* The packet that channel v of `link` is given to, now or before.  NONE: none; *next is when to look again. */
static inline uint32_t
holder_of(const network *n, uint32_t link, unsigned v, output_vc *g, const channel *c, int64_t *next)
{
	const int64_t *open = n->crossbar->open;

	if (g->holder != NONE)
		return g->holder;
	if (open && open[number_of(n, link, v)] > n->calendar.now) {
		sooner(next, open[number_of(n, link, v)]);
		return NONE;
	}
	return g->holder = next_in_turn(n, c, &g->turn, next);
}

/* May the holder of channel c, whose number is v, cross?  If not: when to look again, and whether it is kept by credit alone. */
static inline bool
may_cross(network *n, passage t, channel *c, unsigned v, int64_t *next, bool *stalled)
{
	const crossbar *b = n->crossbar;
	int64_t now = n->calendar.now, when = t.in->free;

	if (!b->outputs)
		when = later(when, t.o->free - b->ahead[t.o->speed]);
	if (when > now) {
		sooner(next, when);
		return false;
	}
	if (b->outputs)
		return outputs_have_room(n, b->outputs, t.link, v, t.p->bytes);
	if (t.o->flags & ENDPOINT || channel_ready(n, c, t.p->bytes, now))
		return true;
	*stalled = true;
	sooner(next, channel_when(n, c, t.p->bytes));
	return false;
}

/* Let a packet cross to `link`, if one may; serve as `cross` has it. */
__attribute__((always_inline)) static inline bool
cross_any(network *n, uint32_t link, port *o, output_end *out, int64_t *next, int64_t *serve, bool *stalled)
{
	const crossbar *b = n->crossbar;

	if (!o->queued)
		return false;
	if (out->free > n->calendar.now) {
		sooner(next, out->free);
		return false;
	}
	for (unsigned left = in_turn(o->queued, b->outputs ? b->outputs->output[link].crossed : o->served); left; left &= left - 1) {
		unsigned v = (unsigned)__builtin_ctz(left) % MAX_CHANNELS;
		channel *c = channel_of(n, o, v);
		uint32_t id = holder_of(n, link, v, &out->vc[v], c, next);

		if (id != NONE && may_cross(n, passage_of(n, id, link, o, out), c, v, next, stalled)) {
			cross(n, passage_of(n, id, link, o, out), v, serve, stalled);
			return true;
		}
	}
	return false;
}

/* crossbar_arbitrate where there are buffers behind the crossbar. */
static void
arbitrate_behind(network *n, uint32_t link, output_end *out)
{
	outputs *b = n->crossbar->outputs;
	port *o = port_of(n, link);
	int64_t next = NEVER, serve;
	bool stalled;

	serve = outputs_serve(n, b, link, &stalled);
	cross_any(n, link, o, out, &next, &serve, &stalled);
	if (stalled && n->listeners.stalled)
		n->listeners.stalled(n, link);
	if (b->output[link].holds || o->queued)	/* else nothing waits for the link */
		sooner(&next, serve);
	if (next >= n->calendar.now && next != NEVER)	/* now: behind an empty packet */
		look_by(n, link, next);
}

/* A packet waits for the crossing to `link` that is settled ahead to begin: until then, nothing happens there. */
static void
next_comes(network *n, uint32_t link, output_end *out)
{
	const crossbar *b = n->crossbar;
	input_end *in;

	if (out->begins > n->calendar.now) {
		look_by(n, link, out->begins);
		return;
	}
	in = input_of(b, out->next);
	out->next = NONE;
	if (port_of(n, link)->queued)
		look_by(n, link, out->free);
	advance(n, &in->vc[in->channel], out->bytes);
}

/* The event of an output: look for a packet that may cross to `link`. */
static void
crossbar_arbitrate(network *n, uint32_t link)
{
	port *o = port_of(n, link);
	output_end *out = output_of(n->crossbar, link);
	int64_t next = NEVER;
	bool stalled = false;

	if (out->next != NONE) {
		next_comes(n, link, out);
		return;
	}
	if (n->crossbar->outputs) {
		arbitrate_behind(n, link, out);
		return;
	}
	if (cross_any(n, link, o, out, &next, NULL, &stalled))
		return;
	if (stalled && n->listeners.stalled) {
		if (o->free <= n->calendar.now)
			n->listeners.stalled(n, link);
		else
			sooner(&next, o->free);	/* then it will be one */
	}
	if (next != NEVER)
		look_by(n, link, next);
}

/* Packet `id` has waited for tokens; when it came is known by its tail. */
static void
request(network *n, uint32_t id, int64_t came)
{
	(void)came;
	crossbar_request(n, id);
}

static void
returned(network *n, uint32_t link, uint32_t bytes, int64_t time)
{
	if (usage_kept(n, link))
		usage_return(n, link, bytes, time);
}

static const router_model input_queued = { .all_orders = true, .arrive = crossbar_arrive, .wake = crossbar_arbitrate, .request = request,
	.wake_by = wake_by, .returned = returned, .reset = crossbar_reset, .free = crossbar_free };

void
crossbar_init(network *n, const crossbar_plan *plan)
{
	uint32_t links = n->machine->links;
	size_t channels = number_of(n, links, 0), speeds = (size_t)n->machine->speed_count;
	crossbar *b = xcalloc(1, sizeof *b);

	if (channels > UINT32_MAX)
		die(FAIL_DATA, "the machine has too many virtual channels");
	*b = (crossbar){ .plan = *plan, .crossing = xcalloc(speeds, sizeof *b->crossing), .ahead = xcalloc(speeds, sizeof *b->ahead),
		.input_size = sizeof(input_end) + n->stride * sizeof(input_vc), .output_size = sizeof(output_end) + n->stride * sizeof(output_vc),
		.unknown = xcalloc(n->machine->routers, sizeof *b->unknown),
		.settles = n->router_latency > 0 && n->step > 0 && !n->rooms };
	b->input = xlarge(links, b->input_size);
	b->output = xlarge(links, b->output_size);
	if (n->routing->decision->asks != ASKS_NOTHING)
		n->usage = xlarge(n->machine->router_links, sizeof *n->usage);
	if (plan->allocation)
		b->open = xlarge(channels, sizeof *b->open);
	for (size_t i = 0; i < speeds; i++)
		b->crossing[i] = xcalloc((size_t)n->packet_bytes + 1, sizeof **b->crossing);
	n->crossbar = b;
	for (uint32_t i = 0; i < links; i++)
		begin_ends(n, i);
	n->model = &input_queued;
	network_widen(n);
	find_extremes(n);
	find_margin(n);
	if (plan->output_buffer)
		b->outputs = outputs_init(n, plan->output_buffer);
	else
		find_ahead(n);
}
