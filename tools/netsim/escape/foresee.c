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

/* The token_vc that gets the room of p in the router's buffer back; NULL: the room is a node's. */
static const token_vc *
behind(const network *n, const packet *p)
{
	return p->link < n->machine->router_links ? &n->escape->vc[vc_number(n, (way_out){ p->link, p->channel })] : NULL;
}

__attribute__((always_inline)) static inline void
fetch_out(const network *n, way_out w)
{
	const port *o = port_of(n, w.link);

	__builtin_prefetch(o);
}

/* Packet p comes to `router`: the channels that it may take, and those who wait for them. */
static void
foresee_arrival(const network *n, uint32_t id, const packet *p, unsigned look)
{
	const escape *e = n->escape;
	uint32_t router = port_of(n, p->link)->to, set;
	const token_vc *o = behind(n, p);
	const ways *w;

	if (look == 0)
		return;
	if (look == 1 && o)
		__builtin_prefetch(o);
	if (look == 2 && o && o->first != NONE)
		__builtin_prefetch(&n->credit[o->last]);
	if (router == p->router) {
		trip t = p->trip;

		if (look == 1)
			fetch_out(n, (way_out){ n->paths.routes->next(&n->paths, &t, router), 0 });
		return;
	}
	w = ways_of(n, id, router);
	switch (look) {
	case 1:
		for (uint32_t k = 0; k < w->count; k++)
			__builtin_prefetch(ways_vc(n, w, k));
		if (e->room[router] != NONE)
			__builtin_prefetch(wait_set_bucket(e->sets, router, w->key));
		break;
	case 2:
		for (uint32_t k = 0; k < w->count; k++) {
			o = ways_vc(n, w, k);
			if (o->first != NONE)
				__builtin_prefetch(&n->credit[o->first]);
			fetch_out(n, w->way[k]);
		}
		set = *wait_set_bucket(e->sets, router, w->key);
		if (e->room[router] != NONE && set != NONE)
			fetch_set(n, set);
		break;
	default:
		set = *wait_set_bucket(e->sets, router, w->key);
		if (set != NONE)
			__builtin_prefetch(packet_of(n, wait_set_of(n, set)->last));
		else
			for (uint32_t k = 0; k < w->count; k++)
				__builtin_prefetch(ways_vc(n, w, k)->waiting);
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
static void
foresee_room(const network *n, const packet *room, unsigned look)
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
		uint32_t set = o->waiting->entry[0].set;

		if (look == 2)
			fetch_set(n, set);
		else if (wait_set_of(n, set)->first != NONE)
			__builtin_prefetch(packet_of(n, wait_set_of(n, set)->first));
	}
}

/* A link looks for work: the channel that gets back the room that its packet had. */
static void
foresee_link(const network *n, uint32_t link, unsigned look)
{
	port *o = port_of(n, link);
	const packet *p;
	const token_vc *t;

	if (look < 1 || !o->queued)
		return;
	p = packet_of(n, channel_of(n, o, (unsigned)__builtin_ctz(o->queued))->head);
	t = behind(n, p);
	if (!t)
		return;
	if (look == 1)
		__builtin_prefetch(t);
	else if (look == 2 && t->first != NONE)
		__builtin_prefetch(&n->credit[t->last]);
}

void
foresee(const network *n, uint32_t id, unsigned look)
{
	const packet *p;

	if (id < n->machine->router_links) {
		foresee_link(n, id, look);
	} else if (id >= n->machine->links) {
		p = packet_of(n, id);
		if (p->kind == RETRY)
			foresee_room(n, p, look);
		else if (p->kind == ARRIVE && !p->settled)
			foresee_arrival(n, id, p, look);
	}
}
