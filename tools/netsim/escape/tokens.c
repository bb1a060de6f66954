/* tokens -- who gets which channel.
 *
 * The packets that wait in a router have a desk, a cell as packets are: router; message: how many lines (lines.h) it
 * has.  Its event makes them try again.
 *
 * After every try none of the first packets of the lines fits into any of its channels.  So one that fits at the next
 * may take a channel that has got credit since, or it is that of a new line, or it is smaller than the one that was before it
 * in its line. The first two make outlets due, by network.due: at the time of the channel's next credit, or
 * now.  The desk's event comes when the first of its outlets is due.  A channel without credit under way is
 * marked STARVED, and due when credit gets under way. */
#include "netsim/escape/tokens.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "netsim/engine/router.h"

/* What a packet may take, and the tokens of each; the last is the escape channel. */
typedef struct ways {
	uint32_t count;
	way_out way[MAX_WAYS];
	int64_t tokens[MAX_WAYS];
} ways;

void
tokens_init(network *n)
{
	const machine *m = n->machine;
	size_t outlets = (size_t)m->router_links * n->stride;

	if (!n->routing->decision->tokens)
		return;
	n->watched = true;
	n->desk = xlarge(m->routers, sizeof *n->desk);
	memset(n->desk, 0xff, m->routers * sizeof *n->desk);
	n->lines = xalloc(1, sizeof *n->lines);
	lines_init(n->lines);
	n->outlet = xlarge(outlets, sizeof *n->outlet);
	n->due = xlarge(outlets, sizeof *n->due);
	for (size_t i = 0; i < outlets; i++) {
		n->outlet[i] = (outlet){ .least = UINT32_MAX };
		n->due[i] = NEVER;
	}
	for (uint32_t r = 0; r < m->routers; r++)
		if ((m->first[r + 1] - m->first[r]) * n->stride > n->ready_room)
			n->ready_room = (m->first[r + 1] - m->first[r]) * n->stride;
	n->ready = xalloc(n->ready_room, sizeof *n->ready);
}

void
tokens_free(network *n)
{
	if (!n->desk)
		return;
	for (size_t i = 0; i < (size_t)n->machine->router_links * n->stride; i++)
		free(n->outlet[i].hope);
	lines_free(n->lines);
	free(n->lines);
	free(n->outlet);
	free(n->due);
	free(n->ready);
	free(n->desk);
}

void
tokens_reset(network *n)
{
	if (!n->desk)
		return;
	if (n->desks)
		memset(n->desk, 0xff, n->machine->routers * sizeof *n->desk);
	n->desks = 0;
	lines_reset(n->lines);
	for (uint32_t i = 0; i < n->touched_count; i++) {
		size_t first = (size_t)n->touched[i] * n->stride;

		for (size_t k = first; n->touched[i] < n->machine->router_links && k < first + n->stride; k++) {
			outlet *o = &n->outlet[k];

			o->hopes = o->promised = 0;
			o->least = UINT32_MAX;
			n->due[k] = NEVER;
		}
	}
}

static uint32_t
outlet_number(const network *n, way_out w)
{
	return w.link * n->stride + w.channel;
}

/* Outlets of a router: from this number up to that of the next router. */
static uint32_t
first_outlet(const network *n, uint32_t router)
{
	return n->machine->first[router] * n->stride;
}

static way_out
way_of(const network *n, uint32_t number)
{
	return (way_out){ number / n->stride, number % n->stride };
}

static channel *
channel_by(const network *n, way_out w)
{
	return channel_of(n, port_of(n, w.link), w.channel);
}

/* The tokens of a channel now. */
static int64_t
tokens(network *n, way_out w)
{
	channel *c = channel_by(n, w);

	if (c->first != NONE)
		channel_has(n, c, INT32_MAX, n->calendar.now);	/* takes in what has come */
	return (int64_t)c->credit - n->outlet[outlet_number(n, w)].promised;
}

/* What p may take at `router`. */
static void
look_up(network *n, const packet *p, uint32_t router, ways *w)
{
	w->count = n->paths.routes->ways(&n->paths, &p->trip, router, w->way);
	for (uint32_t k = 0; k < w->count; k++)
		w->tokens[k] = tokens(n, w->way[k]);
}

/* Give p the best of its channels that has tokens for it: set p->out and p->channel_next.  Its escape channel may be
 * reserved for another packet. */
static bool
take(network *n, packet *p, const ways *w, bool reserved)
{
	uint32_t best = w->count - 1;
	int64_t most = (int64_t)p->bytes - 1;

	for (uint32_t k = 0; k + 1 < w->count; k++) {
		if (w->tokens[k] > most) {
			best = k;
			most = w->tokens[k];
		}
	}
	if (w->tokens[best] < (int64_t)p->bytes || (reserved && best == w->count - 1))
		return false;
	p->via = NONE;
	p->out = w->way[best].link;
	p->channel_next = w->way[best].channel & 15;
	n->outlet[outlet_number(n, w->way[best])].promised += p->bytes;
	return true;
}

/* An outlet is due at `time`. */
static void
make_due(network *n, uint32_t number, int64_t time)
{
	if (time < n->due[number])
		n->due[number] = time;
}

void
tokens_come(network *n, uint32_t link, unsigned v, int64_t time)
{
	uint32_t router = n->machine->from[link];

	if (n->desk[router] == NONE)
		return;
	make_due(n, outlet_number(n, (way_out){ link, v }), time);
	calendar_by(&n->calendar, n->desk[router], time, retry_order(router));
}

/* A channel is due at its next credit. */
static void
watch(network *n, way_out w)
{
	channel *c = channel_by(n, w);

	if (c->first == NONE)
		c->last = STARVED;
	else
		make_due(n, outlet_number(n, w), n->credit[c->first].time);
}

/* A desk for the router; cells may move. */
static void
open_desk(network *n, uint32_t router)
{
	uint32_t id = packet_new(n);
	packet *desk = packet_of(n, id);

	n->packets_alive--;
	desk->kind = RETRY;
	desk->router = router;
	desk->message = 0;
	desk->link = desk->out = n->machine->first[router];	/* what the event loop may fetch */
	n->desk[router] = id;
	n->desks++;
}

static void
close_desk(network *n, uint32_t router)
{
	for (uint32_t i = first_outlet(n, router); i < first_outlet(n, router + 1); i++)
		n->due[i] = NEVER;
	n->packets_alive++;
	packet_delete(n, n->desk[router]);
	n->desk[router] = NONE;
	n->desks--;
}

static uint32_t
hash_of(const network *n, const ways *w)
{
	uint64_t hash = 0;

	for (uint32_t k = 0; k < w->count; k++)
		hash = (hash ^ outlet_number(n, w->way[k])) * UINT64_C(0x9e3779b97f4a7c15);
	return (uint32_t)(hash >> 32);
}

/* Does p, too, have these ways? */
static bool
has_ways(const network *n, const packet *p, uint32_t router, const ways *w)
{
	way_out other[MAX_WAYS];

	if (n->paths.routes->ways(&n->paths, &p->trip, router, other) != w->count)
		return false;
	for (uint32_t k = 0; k < w->count; k++)
		if (other[k].link != w->way[k].link || other[k].channel != w->way[k].channel)
			return false;
	return true;
}

/* The line in which p should wait; NONE. */
static uint32_t
line_for(const network *n, const packet *p, uint32_t router, const ways *w)
{
	uint32_t hash = hash_of(n, w), id = line_find(n, hash, NONE);

	for (; id != NONE; id = line_find(n, hash, id)) {
		const packet *first = packet_of(n, line_of(n, id)->first);

		if (first->router == p->router || has_ways(n, first, router, w))
			break;
	}
	return id;
}

/* Is the last of these ways, the escape channel, reserved for a packet that waits? */
static bool
is_reserved(network *n, const ways *w)
{
	return outlet_awaited(n, &n->outlet[outlet_number(n, w->way[w->count - 1])]);
}

/* A line of packet `id` alone.  It tries when those that came before it do: now, if it fits anywhere. */
static void
open_line(network *n, uint32_t id, uint32_t router, const ways *w)
{
	uint32_t new = line_open(n, id, hash_of(n, w));
	int64_t next = NEVER;

	packet_of(n, n->desk[router])->message++;
	for (uint32_t k = 0; k < w->count; k++) {
		uint32_t number = outlet_number(n, w->way[k]);

		network_touch(n, w->way[k].link);
		n->outlet[number].escape = k == w->count - 1;
		outlet_hope(n, &n->outlet[number], new);
		if (w->tokens[k] >= (int64_t)packet_of(n, id)->bytes)
			make_due(n, number, n->calendar.now);
		else
			watch(n, w->way[k]);
		if (n->due[number] < next)
			next = n->due[number];
	}
	if (next != NEVER)
		calendar_by(&n->calendar, n->desk[router], next, retry_order(router));
}

/* Does a packet that has come to the router now, and joins no line, try before all that wait there?  They have
 * tried in vain, if none of the outlets is due now; and no head that comes by a lower link at this picosecond is
 * still to be seen, if links take some time. */
static bool
tries_first(const network *n, uint32_t router)
{
	return packet_of(n, n->desk[router])->slot.time > n->calendar.now && n->step > 0;
}

bool
tokens_take(network *n, uint32_t id, uint32_t router)
{
	packet *p = packet_of(n, id);
	uint32_t line_id = NONE;
	ways w;

	look_up(n, p, router, &w);
	if (n->desk[router] == NONE) {
		if (take(n, p, &w, false))
			return true;
		open_desk(n, router);
		p = packet_of(n, id);
	} else {
		line_id = line_for(n, p, router, &w);
		if (line_id == NONE && tries_first(n, router) && take(n, p, &w, is_reserved(n, &w))) {
			router_queue(n, id, n->calendar.now);	/* no start ahead: those that wait were here before it */
			return false;
		}
	}
	p->slot.time = n->calendar.now;
	p->slot.next = NONE;
	p->out = NONE;
	if (line_id != NONE)
		line_join(n, line_id, id);
	else
		open_line(n, id, router, &w);
	return false;
}

/* The outlets of a router that are due: into n->ready; how many. */
static uint32_t
list_due(network *n, uint32_t router)
{
	uint32_t count = 0, end = first_outlet(n, router + 1);

	for (uint32_t i = first_outlet(n, router); i < end; i++)
		if (n->due[i] <= n->calendar.now)
			n->ready[count++] = i;
	return count;
}

/* Of the lines whose first packets fit into one of the `count` outlets n->ready, the one whose came first; NONE. */
static uint32_t
first_line(network *n, uint32_t count)
{
	uint32_t best = NONE;

	for (uint32_t i = 0; i < count; i++) {
		uint32_t number = n->ready[i], id = outlet_first(n, &n->outlet[number], tokens(n, way_of(n, number)));

		if (id != NONE && (best == NONE || line_before(n, id, best)))
			best = id;
	}
	return best;
}

/* Outlet `number` is to be looked at, too. */
static void
add_ready(network *n, uint32_t number, uint32_t *count)
{
	uint32_t i = 0;

	while (i < *count && n->ready[i] != number)
		i++;
	if (i == *count)
		n->ready[(*count)++] = number;
}

/* A smaller packet is now the first of its line: add the outlets into which it fits to the `count` n->ready. */
static void
step_up(network *n, const packet *p, uint32_t router, uint32_t *count)
{
	ways w;

	look_up(n, p, router, &w);
	for (uint32_t k = 0; k < w.count; k++) {
		uint32_t number = outlet_number(n, w.way[k]);

		outlet_expect(&n->outlet[number], p->bytes);
		if (w.tokens[k] >= (int64_t)p->bytes)
			add_ready(n, number, count);
	}
}

/* The first packet of the line goes: into the queue of the channel that it finds. */
static void
leave(network *n, uint32_t router, uint32_t line_id, uint32_t *count)
{
	uint32_t id = line_of(n, line_id)->first;
	packet *p = packet_of(n, id), *next;
	int64_t came = p->slot.time;
	ways w;

	look_up(n, p, router, &w);
	take(n, p, &w, false);
	add_ready(n, outlet_number(n, w.way[w.count - 1]), count);	/* it was reserved: it may be another's now */
	if (line_leave(n, line_id)) {
		packet_of(n, n->desk[router])->message--;
	} else {
		next = packet_of(n, line_of(n, line_id)->first);
		if (next->bytes < p->bytes)
			step_up(n, next, router, count);
	}
	p->slot.time = NEVER;
	router_queue(n, id, came);
}

/* When the first outlet of a router is due. */
static int64_t
next_due(const network *n, uint32_t router)
{
	uint32_t end = first_outlet(n, router + 1);
	int64_t next = NEVER;

	for (uint32_t i = first_outlet(n, router); i < end; i++)
		if (n->due[i] < next)
			next = n->due[i];
	return next;
}

void
tokens_retry(network *n, uint32_t desk)
{
	uint32_t router = packet_of(n, desk)->router, count = list_due(n, router), first;
	int64_t next;

	while ((first = first_line(n, count)) != NONE)
		leave(n, router, first, &count);
	if (packet_of(n, desk)->message == 0) {
		close_desk(n, router);
		return;
	}
	for (uint32_t i = 0; i < count; i++) {
		n->due[n->ready[i]] = NEVER;
		if (n->outlet[n->ready[i]].hopes)
			watch(n, way_of(n, n->ready[i]));
	}
	next = next_due(n, router);
	if (next != NEVER)
		calendar_by(&n->calendar, desk, next, retry_order(router));
}
