/* slow-links -- links, the buffers at their ends, the queues in front of them. */
#ifndef HOPLINE_SLOW_LINKS_H
#define HOPLINE_SLOW_LINKS_H

#include "slow-choice.h"
#include "slow-tokens.h"
#include "slow.h"

/* Does the buffer of `link` and channel v have room for so many bytes? */
static bool
has_room(const slow *s, uint32_t link, unsigned v, int64_t bytes)
{
	return to_node(s, link) || s->lane[link].taken[v] + bytes <= s->machine->vc_buffer;
}

static void
note_start(slow *s, uint32_t link, int64_t bytes, int64_t x)
{
	link_figures *f = &s->lane[link].figures;

	f->packets++;
	f->bytes += (uint64_t)bytes;
	f->busy += x;
	if (f->since != NEVER)
		f->stalled += s->now - f->since;
	f->since = NEVER;
}

/* Parcel q starts on `link`: it takes room at the end of it, and, when its tail is through, has left
 * the buffer that it was in; the sender there hears of it a latency later. */
static void
put_on(slow *s, uint32_t link, parcel q)
{
	lane *l = &s->lane[link];
	int64_t x = time_of(q.p.bytes, speed_of(s, link)->bits_per_s), latency = speed_of(s, link)->latency;

	note_start(s, link, q.p.bytes, x);
	if (q.p.link != NONE)
		NEW(s->refund, s->refunds, s->refund_room) = (refund){
			s->now + x + speed_of(s, q.p.link)->latency, q.p.bytes, q.p.link, q.p.channel };
	l->free = s->now + x;
	if (!to_node(s, link))
		l->taken[q.p.channel_next] += q.p.bytes;
	if (s->routing->tokens && !to_node(s, link) && link < s->machine->router_links)
		l->promised[q.p.channel_next] -= q.p.bytes;
	q.p.link = link;
	q.p.channel = q.p.channel_next;
	q.head = s->now + latency;
	q.tail = q.head + x;
	pile_add(&l->flying, &q);
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
		s->lane[c->link].taken[c->channel] -= c->bytes;
		*c = s->refund[--s->refunds];
	}
}

/* Parcel q waits in a router for the link that the routing names. */
static void
wait_for_link(slow *s, parcel q)
{
	const machine *m = s->machine;
	uint32_t router = m->to[q.p.link], out = s->routing->next(&s->blank, &q.p, router);
	int64_t x = time_of(q.p.bytes, speed_of(s, out)->bits_per_s);

	q.ready = (q.head > q.tail - x ? q.head : q.tail - x) + m->router_latency;
	q.port = m->reverse[q.p.link] - m->first[router];
	pile_add(&s->lane[out].waiting, &q);
}

/* The head of q has come to a router. */
static void
come_to_router(slow *s, parcel q)
{
	uint32_t router = s->machine->to[q.p.link];

	q.p.hops++;
	if (!s->routing->tokens) {
		choose(s, &q, router);
	} else if (router != q.p.router && (s->lobby[router].count || !take_tokens(s, &q, router))) {
		pile_add(&s->lobby[router], &q);
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
		pile *l = &s->lobby[r];

		for (uint32_t i = 0; i < l->count;) {
			parcel q = l->item[i];

			if (is_behind(s, r, i) || !take_tokens(s, &q, r)) {
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
first_ready(const slow *s, const lane *l, unsigned v)
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
	lane *l = &s->lane[link];

	for (unsigned k = 1; l->free <= s->now && l->waiting.count && k <= MAX_CHANNELS; k++) {
		unsigned v = (l->served + k) % MAX_CHANNELS;
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

#endif
