/* tokens -- waiting for any of several channels.
 *
 * Packets that may take the same channels wait in a line; only the first of a line needs to try. A line's packets hang
 * together by their slots, whose time is when they came. Lines, and the desk of a router, which has its lines and
 * the event that makes them try again, are cells of their own, as packets are:
 *
 *	desk	router; message: its first line
 *	line	message, out: its first and last packet; word: a hash of the channels; slot.next: the next line
 *
 * A channel without credit under way that a line hopes for is marked STARVED. */
#include "netsim/tokens.h"

#include <stdio.h>
#include <string.h>

#include "netsim/router.h"

void
tokens_init(network *n)
{
	const machine *m = n->machine;

	if (!n->routing->tokens)
		return;
	n->watched = true;
	n->desk = xlarge(m->routers, sizeof *n->desk);
	memset(n->desk, 0xff, m->routers * sizeof *n->desk);
	for (int k = 1; k < m->classes; k++)
		if (n->routing->channels(m, k) > (int)n->stride)
			n->stride = (uint32_t)n->routing->channels(m, k);
	n->promised = xlarge((size_t)m->router_links * n->stride, sizeof *n->promised);
	memset(n->promised, 0, (size_t)m->router_links * n->stride * sizeof *n->promised);
}

void
tokens_reset(network *n)
{
	if (!n->desk)
		return;
	if (n->desks)
		memset(n->desk, 0xff, n->machine->routers * sizeof *n->desk);
	n->desks = 0;
	for (uint32_t i = 0; i < n->touched_count; i++)
		if (n->touched[i] < n->machine->router_links)
			memset(n->promised + (size_t)n->touched[i] * n->stride, 0, n->stride * sizeof *n->promised);
}

static uint32_t *
promised(const network *n, uint32_t link, unsigned v)
{
	return &n->promised[(size_t)link * n->stride + v];
}

/* The tokens of channel v of a link now. */
static int64_t
tokens(network *n, uint32_t link, unsigned v)
{
	channel *c = channel_of(n, port_of(n, link), v);

	if (c->first != NONE)
		channel_has(n, c, INT32_MAX, n->calendar.now);	/* takes in what has come */
	return (int64_t)c->credit - *promised(n, link, v);
}

/* Find a channel for p and promise it: set p->out and p->channel_next. */
static bool
find(network *n, packet *p, uint32_t router)
{
	const routing *r = n->routing;
	uint32_t via, best = NONE;
	int64_t most = (int64_t)p->bytes - 1;

	for (uint32_t k = 0; r->targets(n, p, router, k, &via); k++) {
		int64_t have;

		if (via == NONE && best != NONE)
			break;
		p->via = via;
		p->out = r->next(n, p, router);
		have = tokens(n, p->out, p->channel_next);
		if (have <= most)
			continue;
		if (via == NONE) {
			*promised(n, p->out, p->channel_next) += p->bytes;
			return true;
		}
		best = via;
		most = have;
	}
	if (best == NONE)
		return false;
	p->via = best;
	p->out = r->next(n, p, router);
	*promised(n, p->out, p->channel_next) += p->bytes;
	return true;
}

/* Have the desk hear of the next tokens of every channel that p may take: it has found none. */
static void
watch(network *n, const packet *p, uint32_t router)
{
	const routing *r = n->routing;
	packet q = *p;

	for (uint32_t k = 0; r->targets(n, p, router, k, &q.via); k++) {
		uint32_t link = r->next(n, &q, router);
		channel *c = channel_of(n, port_of(n, link), q.channel_next);

		network_touch(n, link);
		if (c->first == NONE)
			c->last = STARVED;
		else
			tokens_come(n, router, n->credit[c->first].time);
	}
}

void
tokens_come(network *n, uint32_t router, int64_t time)
{
	if (n->desk[router] != NONE)
		calendar_by(&n->calendar, n->desk[router], time, retry_order(router));
}

/* A cell that is no packet, of a router; cells may move. */
static uint32_t
cell_new(network *n, uint32_t router)
{
	uint32_t id = packet_new(n);
	packet *c = packet_of(n, id);

	n->packets_alive--;
	c->kind = RETRY;
	c->router = router;
	c->message = c->out = NONE;
	c->slot.next = NONE;
	return id;
}

static void
cell_delete(network *n, uint32_t id)
{
	n->packets_alive++;
	packet_delete(n, id);
}

/* The channel that a packet takes with p's k-th target, as one number; false when there are no more. */
static bool
channel_number(const network *n, const packet *p, uint32_t router, uint32_t k, uint64_t *number)
{
	packet q = *p;

	if (!n->routing->targets(n, p, router, k, &q.via))
		return false;
	*number = n->routing->next(n, &q, router) * (uint64_t)MAX_CHANNELS;
	*number += q.channel_next;
	return true;
}

static uint32_t
hash_of(const network *n, const packet *p, uint32_t router)
{
	uint64_t hash = 0, c;

	for (uint32_t k = 0; channel_number(n, p, router, k, &c); k++)
		hash = (hash ^ c) * UINT64_C(0x9e3779b97f4a7c15);
	return (uint32_t)(hash >> 32);
}

/* May p and q take the same channels? */
static bool
alike(const network *n, const packet *p, const packet *q, uint32_t router)
{
	uint64_t a, b;

	for (uint32_t k = 0;; k++) {
		bool more = channel_number(n, p, router, k, &a);

		if (more != channel_number(n, q, router, k, &b) || (more && a != b))
			return false;
		if (!more)
			return true;
	}
}

/* The line of the desk in which p should wait; NONE. */
static uint32_t
line_of(const network *n, const packet *desk, const packet *p, uint32_t hash)
{
	uint32_t id = desk->message;

	while (id != NONE && (packet_of(n, id)->word != hash
		|| !alike(n, packet_of(n, packet_of(n, id)->message), p, desk->router)))
		id = packet_of(n, id)->slot.next;
	return id;
}

/* Packet `id` waits in a line of its own. */
static void
open_line(network *n, uint32_t id, uint32_t router, uint32_t hash)
{
	uint32_t line_id = cell_new(n, router);
	packet *line = packet_of(n, line_id), *desk = packet_of(n, n->desk[router]);

	line->message = line->out = id;
	line->word = hash;
	line->slot.next = desk->message;
	desk->message = line_id;
}

/* Packet `id` waits. */
static void
wait_in_line(network *n, uint32_t id, uint32_t router)
{
	packet *p = packet_of(n, id), *line;
	uint32_t hash = hash_of(n, p, router), line_id = line_of(n, packet_of(n, n->desk[router]), p, hash);

	p->slot.time = n->calendar.now;
	p->slot.next = NONE;
	if (line_id == NONE) {
		open_line(n, id, router, hash);
		tokens_come(n, router, n->calendar.now);
		return;
	}
	line = packet_of(n, line_id);
	packet_of(n, line->out)->slot.next = id;
	line->out = id;
}

bool
tokens_take(network *n, uint32_t id, uint32_t router)
{
	if (n->desk[router] == NONE) {
		if (find(n, packet_of(n, id), router))
			return true;
		n->desk[router] = cell_new(n, router);
		n->desks++;
	}
	wait_in_line(n, id, router);
	return false;
}

/* Did p come before q?  Of packets that come at once the one by the lower link does. */
static bool
earlier(const packet *p, const packet *q)
{
	return p->slot.time < q->slot.time || (p->slot.time == q->slot.time && p->link < q->link);
}

/* Where, in the list of the desk's lines, is the one whose first packet came first, of those that have not
 * tried in vain?  NULL: all have. */
static uint32_t *
first_line(const network *n, packet *desk)
{
	uint32_t *best = NULL;
	const packet *first = NULL;

	for (uint32_t *at = &desk->message; *at != NONE; at = &packet_of(n, *at)->slot.next) {
		const packet *line = packet_of(n, *at), *p = packet_of(n, line->message);

		if (!line->settled && (!first || earlier(p, first))) {
			best = at;
			first = p;
		}
	}
	return best;
}

/* The first packet of the line at *at goes: into the queue of the channel it has found. */
static void
leave(network *n, uint32_t *at)
{
	uint32_t line_id = *at, id = packet_of(n, line_id)->message;
	packet *line = packet_of(n, line_id), *p = packet_of(n, id);
	int64_t came = p->slot.time;

	line->message = p->slot.next;
	if (line->message == NONE) {
		*at = line->slot.next;
		cell_delete(n, line_id);
	}
	p->slot.time = NEVER;
	router_queue(n, id, came);
}

void
tokens_retry(network *n, uint32_t desk_id)
{
	packet *desk = packet_of(n, desk_id), *line;
	uint32_t router = desk->router, *at, id;

	for (id = desk->message; id != NONE; id = packet_of(n, id)->slot.next)
		packet_of(n, id)->settled = 0;
	while ((at = first_line(n, desk))) {
		line = packet_of(n, *at);
		if (find(n, packet_of(n, line->message), router))
			leave(n, at);
		else
			line->settled = 1;
	}
	for (id = desk->message; id != NONE; id = packet_of(n, id)->slot.next)
		watch(n, packet_of(n, packet_of(n, id)->message), router);
	if (desk->message == NONE) {
		cell_delete(n, desk_id);
		n->desk[router] = NONE;
		n->desks--;
	}
}

bool
tokens_oldest(const network *n, int64_t *oldest, char *text, size_t size)
{
	bool found = false;

	for (uint32_t r = 0; n->desks && r < n->machine->routers; r++) {
		uint32_t line = n->desk[r] == NONE ? NONE : packet_of(n, n->desk[r])->message;

		for (; line != NONE; line = packet_of(n, line)->slot.next) {
			const packet *p = packet_of(n, packet_of(n, line)->message);

			if (p->slot.time >= *oldest)
				continue;
			*oldest = p->slot.time;
			found = true;
			snprintf(text, size, "router %u, for room on any channel to %s, since %.9g s", r,
				machine_end(n->machine, n->machine->router_links + p->to, false), (double)*oldest * 1e-12);
		}
	}
	return found;
}
