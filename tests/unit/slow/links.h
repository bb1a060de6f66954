/* links -- links, the buffers at their ends, the queues in front of them. */
#pragma once

#include "unit/slow/choice.h"
#include "unit/slow/slow.h"
#include "unit/slow/tokens.h"

/* Does the buffer of `link` and channel v have room for so many bytes? */
static bool
has_room(const slow *s, uint32_t link, unsigned v, int64_t bytes)
{
	return to_node(s, link) || s->link_state[link].taken[v] + bytes <= buffer_of(s, link);
}

/* The link is free and a packet ready, but there is no room for it. */
static void
note_stall(slow *s, uint32_t link)
{
	link_stats *f = &s->link_state[link].statistics;

	if (f->since != NEVER || s->link_state[link].free > s->now)
		return;
	f->since = s->now;
	f->stalls++;
}

static void
note_start(slow *s, uint32_t link, int64_t bytes, int64_t x)
{
	link_stats *f = &s->link_state[link].statistics;

	f->packets++;
	f->bytes += (uint64_t)bytes;
	f->busy += x;
	if (f->since != NEVER)
		f->stalled += s->now - f->since;
	f->since = NEVER;
}

/* The room that p needs at the end of `link`, which it takes. */
static void
take_room(slow *s, uint32_t link, const packet *p)
{
	if (to_node(s, link))
		return;
	s->link_state[link].taken[p->channel_next] += p->bytes;
	if (s->routing->decision->tokens && link < s->machine->router_links)
		s->link_state[link].reserved[p->channel_next] -= p->bytes;
}

/* The tail of p leaves the buffer that it was in at `left`; the sender there hears of it a latency later. */
static void
give_room_back(slow *s, const packet *p, int64_t left)
{
	if (p->link != NONE)
		NEW(s->refund, s->refunds, s->refund_room) = (refund){ left + speed_of(s, p->link)->latency, p->bytes, p->link, p->channel };
}

/* Parcel q is on `link` from `start` on, for x. */
static void
fly(slow *s, uint32_t link, parcel q, int64_t start, int64_t x)
{
	q.p.link = link;
	q.p.channel = q.p.channel_next;
	q.head = start + speed_of(s, link)->latency;
	q.tail = q.head + x;
	pile_add(&s->link_state[link].flying, &q);
}

/* Parcel q starts on a link at `start`. */
static void
note_delay(slow *s, const parcel *q, int64_t start)
{
	s->delays += start > q->idle;
	if (start - q->idle > s->longest)
		s->longest = start - q->idle;
}

/* What a packet takes to cross to `link`. */
static int64_t
crossing(const slow *s, uint32_t link, int64_t bytes)
{
	if (s->router.speedup == 0)
		return time_of(bytes, s->router.bandwidth);
	return (time_of(bytes, speed_of(s, link)->bits_per_s) * 1000 + s->router.speedup - 1) / s->router.speedup;
}

/* Parcel q starts on `link` out of the buffer that it was in. */
static void
put_on(slow *s, uint32_t link, parcel q)
{
	int64_t x = time_of(q.p.bytes, speed_of(s, link)->bits_per_s);

	note_start(s, link, q.p.bytes, x);
	if (link < s->machine->router_links)
		note_delay(s, &q, s->now);
	give_room_back(s, &q.p, s->now + x);
	take_room(s, link, &q.p);
	s->link_state[link].free = s->now + x;
	fly(s, link, q, s->now, x);
}

static void
credits_come(slow *s)
{
	for (uint32_t i = 0; i < s->refunds;) {
		refund *c = &s->refund[i];

		if (c->time > s->now) {
			i++;
			continue;
		}
		s->link_state[c->link].taken[c->channel] -= c->bytes;
		*c = s->refund[--s->refunds];
	}
}

static in_channel *
in_channel_of(const slow *s, const packet *p)
{
	return &s->link_state[p->link].in_channel[p->channel];
}

/* Parcel q waits in a router for the link that the routing names: there, or where it came in. */
static void
wait_for_link(slow *s, parcel q)
{
	const machine *m = s->machine;
	uint32_t router = m->to[q.p.link], out = paths_next(&s->paths, &q.p.trip, router);
	in_channel *in;
	int64_t x = time_of(q.p.bytes, speed_of(s, out)->bits_per_s);

	if (s->router.input && crossing(s, out, q.p.bytes) > x)
		x = crossing(s, out, q.p.bytes);
	q.idle = q.ready = (q.head > q.tail - x ? q.head : q.tail - x) + m->router_latency;
	q.port = m->reverse[q.p.link] - m->first[router];
	if (!s->router.input) {
		pile_add(&s->link_state[out].waiting, &q);
		return;
	}
	in = in_channel_of(s, &q.p);
	if (q.ready < in->open)
		q.ready = in->open;
	q.p.out = out;
	in->first = q;
	in->state = REQUESTS;
	s->link_state[out].out_channel[q.p.channel_next].requests++;
	s->link_state[out].wanted++;
}

/* The way of q is to be decided in the router that it has come to. */
static void
route(slow *s, parcel q)
{
	uint32_t router = s->machine->to[q.p.link];

	if (!s->routing->decision->tokens) {
		choose(s, &q, router);
	} else if (router != q.p.router && (s->waiting_room[router].count || !take_tokens(s, &q, router, false))) {
		pile_add(&s->waiting_room[router], &q);
		s->waits++;
		return;
	}
	wait_for_link(s, q);
}

/* Packets that wait for tokens try again. */
static void
lobbies_try(slow *s)
{
	for (uint32_t r = 0; r < s->machine->routers; r++) {
		pile *l = &s->waiting_room[r];

		for (uint32_t i = 0; i < l->count;) {
			parcel q = l->item[i];

			if (is_behind(s, r, i) || !take_tokens(s, &q, r, is_reserved(s, r, i))) {
				i++;
				continue;
			}
			memmove(l->item + i, l->item + i + 1, (--l->count - i) * sizeof *l->item);
			wait_for_link(s, q);
		}
	}
}

/* The place, in the pile that waits for `l`, of the first parcel that is ready on channel v; NONE. */
static uint32_t
first_ready(const slow *s, const link_state *l, unsigned v)
{
	uint32_t best = NONE;

	for (uint32_t i = 0; i < l->waiting.count; i++) {
		const parcel *q = &l->waiting.item[i], *b = best == NONE ? NULL : &l->waiting.item[best];

		if (q->p.channel_next == v && q->ready <= s->now
			&& (!b || q->ready < b->ready || (q->ready == b->ready && q->port < b->port)))
			best = i;
	}
	return best;
}

/* A router's link looks for work: does it start a parcel?  *starved: it is free and something is
 * ready, but there is no room. */
static bool
link_starts(slow *s, uint32_t link, bool *starved)
{
	link_state *l = &s->link_state[link];

	for (unsigned k = 1; l->free <= s->now && l->waiting.count && k <= s->channels; k++) {
		unsigned v = (l->served + k) % s->channels;
		uint32_t i = first_ready(s, l, v);

		if (i == NONE)
			continue;
		*starved = true;
		if (!has_room(s, link, v, l->waiting.item[i].p.bytes))
			continue;
		l->served = v;
		put_on(s, link, pile_take(&l->waiting, i));
		return true;
	}
	return false;
}
