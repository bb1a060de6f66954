/* tokens -- adaptive routing with an escape channel on lattices, restated.
 *
 * A packet may leave a router by any channel, but those of dimension order, of any link that is offered
 * (restated/lattice.h), or by the escape channel that the routes name. A channel's tokens are the bytes of its
 * buffer that are neither taken nor reserved by a packet that waits for it.  A packet takes the channel with most
 * tokens, of several any, at random; if none has enough, the escape
 * channel if that has enough; else it waits in the router.  There packets try again whenever time goes on, first
 * come first, but none before one that may take the same channels; and none takes the escape channel that one before it waits for. */
#pragma once

#include "unit/restated/lattice.h"
#include "unit/slow/slow.h"

static int64_t
tokens_of(const slow *s, uint32_t link, unsigned v)
{
	const link_state *l = &s->link_state[link];

	return buffer_of(s, link) - l->taken[v] - l->reserved[v];
}

/* May a packet for `target`, a router, take the link, from router to router or to a node, adaptively? */
static bool
may_take(const slow *s, uint32_t link, uint32_t target)
{
	const machine *m = s->machine;

	return !to_node(s, link) && is_adaptive_step(m, s->routing->name, link, coordinate(m, target, m->class[link] - 1));
}

static uint32_t
escape_of(const slow *s, packet p, uint32_t router, unsigned *v)
{
	uint32_t link;

	p.via = NONE;
	link = paths_next(&s->paths, &p.trip, router);
	*v = p.channel_next;
	return link;
}

/* The channel that q takes at `router`, by q->p.via for the routes; false: it has to wait.  Its escape channel may be
 * reserved for another. */
static bool
take_tokens(slow *s, parcel *q, uint32_t router, bool reserved)
{
	const machine *m = s->machine;
	int64_t most = q->p.bytes;
	uint32_t link, equals = 0, best_link[64], chosen;
	unsigned v, best[64];

	q->p.via = NONE;
	for (link = m->first[router]; link < m->first[router + 1]; link++) {
		unsigned first, end;

		if (!may_take(s, link, q->p.router))
			continue;
		first = is_ring(m, m->class[link] - 1) ? 2 : 1;
		end = s->vcs ? (unsigned)s->vcs : first + 1;
		for (v = first; v < end; v++) {
			if (tokens_of(s, link, v) < most)
				continue;
			if (tokens_of(s, link, v) > most)
				equals = 0;
			most = tokens_of(s, link, v);
			best_link[equals] = link;
			best[equals++] = v;
		}
	}
	if (equals) {
		chosen = toss(&q->p, router, equals);
		link = best_link[chosen];
		v = best[chosen];
		q->p.via = link + (v - (is_ring(m, m->class[link] - 1) ? 2 : 1)) * m->router_links;
		s->link_state[link].reserved[v] += q->p.bytes;
		return true;
	}
	link = escape_of(s, q->p, router, &v);
	if (reserved || tokens_of(s, link, v) < (int64_t)q->p.bytes)
		return false;
	s->link_state[link].reserved[v] += q->p.bytes;
	s->escapes++;
	return true;
}

/* May packets p and q, which wait in `router`, take the same channels? */
static bool
same_channels(const slow *s, uint32_t router, const packet *p, const packet *q)
{
	unsigned v, w;

	for (uint32_t i = s->machine->first[router]; i < s->machine->first[router + 1]; i++)
		if (may_take(s, i, p->router) != may_take(s, i, q->router))
			return false;
	return escape_of(s, *p, router, &v) == escape_of(s, *q, router, &w) && v == w;
}

/* Does one that came before the i-th packet in the waiting_room wait for the same escape channel? */
static bool
is_reserved(const slow *s, uint32_t router, uint32_t i)
{
	const pile *l = &s->waiting_room[router];
	unsigned v, w;

	for (uint32_t k = 0; k < i; k++)
		if (escape_of(s, l->item[k].p, router, &v) == escape_of(s, l->item[i].p, router, &w) && v == w)
			return true;
	return false;
}

/* Must the i-th packet in the waiting_room let another one pass first? */
static bool
is_behind(const slow *s, uint32_t router, uint32_t i)
{
	const pile *l = &s->waiting_room[router];

	for (uint32_t k = 0; k < i; k++)
		if (same_channels(s, router, &l->item[k].p, &l->item[i].p))
			return true;
	return false;
}
