/* foresee -- has at hand what the events that come next will touch, where packets take tokens. */
#include "netsim/escape/foresee.h"

#include "netsim/escape/ways.h"

/* The lines of a wait_set: two. */
__attribute__((always_inline)) static inline void
fetch_set(const network *n, uint32_t id)
{
	__builtin_prefetch(wait_set_of(n, id));
	__builtin_prefetch((const char *)(wait_set_of(n, id) + 1) - 1);
}

/* The channel that gets the room of p in the router's buffer back: itself, then the last of its credits. */
__attribute__((always_inline)) static inline void
fetch_behind(const network *n, const packet *p, unsigned look)
{
	const token_vc *o;

	if (p->link >= n->machine->router_links)
		return;
	o = &n->escape->vc[p->link * n->stride + p->channel];
	if (look == 0)
		__builtin_prefetch(o);
	else if (o->time != NEVER)
		__builtin_prefetch(&n->credit[o->last]);
}

/* Packet p comes to a router: the channels that it may take, and those who wait for them. */
__attribute__((always_inline)) static inline void
foresee_arrival(const network *n, uint32_t id, const packet *p, unsigned look)
{
	const escape *e = n->escape;
	uint32_t router = port_of(n, p->link)->to, set;
	const ways *w;

	if (look < 2)
		fetch_behind(n, p, look);
	if (router == p->router)
		return;
	w = ways_of(n, id, router);
	switch (look) {
	case 0:
		for (uint32_t k = 0; k < w->count; k++)
			__builtin_prefetch(&e->vc[w->vc[k]]);
		if (e->room[router] != NONE)
			__builtin_prefetch(wait_set_bucket(e->sets, router, w->key));
		break;
	case 1:
		if (e->room[router] != NONE) {
			set = *wait_set_bucket(e->sets, router, w->key);
			if (set != NONE)
				fetch_set(n, set);
		} else {
			for (uint32_t k = 0; k + 1 < w->count; k++)
				__builtin_prefetch(port_of(n, w->vc[k] / n->stride));
		}
		break;
	default:
		if (e->room[router] != NONE) {
			set = *wait_set_bucket(e->sets, router, w->key);
			if (set != NONE)
				__builtin_prefetch(packet_of(n, wait_set_of(n, set)->last));
			else
				for (uint32_t k = 0; k < w->count; k++)
					__builtin_prefetch(e->vc[w->vc[k]].waiting);
		}
	}
}

/* The first of the channels of a router that somebody waits for and to which credit comes by `time`; NULL. */
static const token_vc *
first_due(const network *n, uint32_t router, int64_t time)
{
	const escape *e = n->escape;

	for (uint32_t i = 0; i < e->words; i++) {
		for (uint64_t left = e->watched[(size_t)router * e->words + i]; left; left &= left - 1) {
			const token_vc *o = &e->vc[e->base[router] + 64 * i + (uint32_t)__builtin_ctzll(left)];

			if (o->time <= time)
				return o;
		}
	}
	return NULL;
}

/* The room tries: the channels, then the set that waits first for the one that gets credit, and its packet. */
__attribute__((always_inline)) static inline void
foresee_room(const network *n, packet *room, unsigned look)
{
	const escape *e = n->escape;
	const token_vc *o;

	if (look == 0) {
		for (uint32_t i = 0; i < e->words; i++)
			for (uint64_t left = e->watched[(size_t)room->router * e->words + i]; left; left &= left - 1)
				__builtin_prefetch(&e->vc[e->base[room->router] + 64 * i + (uint32_t)__builtin_ctzll(left)]);
		return;
	}
	o = first_due(n, room->router, room->time);
	if (!o || !o->waiting)
		return;
	if (look == 1) {
		__builtin_prefetch(o->waiting);
		__builtin_prefetch(&n->credit[o->first]);
	} else if (o->waiting->count) {
		fetch_set(n, o->waiting->entry[0].set);
	}
}

/* A link looks for work: what its packet gives back. */
__attribute__((always_inline)) static inline void
foresee_link(const network *n, uint32_t link, unsigned look)
{
	port *o = port_of(n, link);

	if (look < 2 && o->queued)
		fetch_behind(n, packet_of(n, channel_of(n, o, (unsigned)__builtin_ctz(o->queued))->head), look);
}

void
foresee(const network *n, uint32_t id, unsigned look)
{
	packet *p;

	if (id < n->machine->links) {
		foresee_link(n, id, look);
		return;
	}
	p = packet_of(n, id);
	if (p->kind == RETRY)
		foresee_room(n, p, look);
	else if (p->kind == ARRIVE && !p->settled)
		foresee_arrival(n, id, p, look);
}
