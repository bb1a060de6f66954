/* dragonfly -- what the routings of the dragonfly share.
 *
 * Channels are ordered l0 < g0 < l1 < g1 < l2 and a packet only goes up (the
 * virtual channels of Kim et al., ISCA 2008, one more pair for a detour inside a
 * group), so no cycle of waiting can close.  `par` puts one more local channel in
 * front, detours by way of a router one more behind the first global one (dragonfly-routers.c).
 * packet.rank counts how far up it is. */
#ifndef HOPLINE_NETSIM_ROUTINGS_DRAGONFLY_H
#define HOPLINE_NETSIM_ROUTINGS_DRAGONFLY_H

#include "lib/machine/kinds/dragonfly.h"
#include "netsim/engine/network.h"

/* In which order packets go up through the channels.  Rank 0 is a packet that has not left its first router; after a
 * hop on a channel the rank is that of the channel.  ascend[class][rank] is the next channel of the
 * class, and rank_of[class][channel] its rank. */
typedef struct channel_order {
	uint8_t ascend[3][7];
	uint8_t rank_of[3][5];
} channel_order;

/* Have p leave by `link`, of this class, on the next channel up. */
static inline uint32_t
channel_take(packet *p, const channel_order *o, int class, uint32_t link)
{
	unsigned v = o->ascend[class][p->rank], rank = o->rank_of[class][v];

	p->channel_next = v & 15;	/* both at once: they share a byte */
	p->rank = rank & 15;
	return link;
}

static inline const dragonfly *
dragonfly_of(const network *n)
{
	return n->machine->shape;
}

/* The port of group `from` by which a packet between two nodes goes to group `to`:
 * of parallel links the one that a hash of source and destination names. */
uint32_t dragonfly_exit(const dragonfly *d, const packet *p, uint32_t from, uint32_t to);

/* The link by which p, at `router` and not at its end, goes on towards group `goal`, and in that group towards router `aim`. */
static inline uint32_t
dragonfly_towards(const network *n, packet *p, uint32_t router, uint32_t goal, uint32_t aim, const channel_order *o)
{
	const machine *m = n->machine;
	const dragonfly *d = m->shape;
	uint32_t here = d->group[router], k = 0, place = d->place[aim];

	if (here != goal) {
		k = dragonfly_exit(d, p, here, goal);
		place = d->owner[k];
	}
	if (place != d->place[router])
		return channel_take(p, o, DRAGONFLY_LOCAL, dragonfly_local(m, d, router, place));
	return channel_take(p, o, DRAGONFLY_GLOBAL, dragonfly_global(m, d, router, k));
}

/* The link from p's last router to its node. */
static inline uint32_t
dragonfly_to_node(const network *n, packet *p)
{
	const machine *m = n->machine;
	const dragonfly *d = m->shape;

	p->channel_next = 0;
	return m->first[p->router] + p->to - p->router * d->p;
}

/* routing.next: local-global-local to p->via (a group; within a group, a router) if there is one, then to
 * the destination.  Two orders of channels: l0 g0 l1 g1 l2, and with one local more. */
uint32_t dragonfly_next(const network *n, packet *p, uint32_t router);
uint32_t dragonfly_next_par(const network *n, packet *p, uint32_t router);

/* A random detour for p, now at `router`: a group other than those of the router and
 * the destination, or, when these are one, a router of it other than both; drawn
 * with p->word.  NONE when there is none (also within one router). */
uint32_t dragonfly_detour(const network *n, const packet *p, uint32_t router);

/* The k-th of all such detours: routing.targets of valiant; those of ugal and par have
 * NONE in front. */
bool dragonfly_targets(const network *n, const packet *p, uint32_t router, uint32_t k, uint32_t *via);
bool dragonfly_targets_or_minimal(const network *n, const packet *p, uint32_t router, uint32_t k, uint32_t *via);

/* Router-to-router links of p's path from `router` by way of `via` (NONE: straight). */
uint32_t dragonfly_links(const network *n, const packet *p, uint32_t router, uint32_t via);

/* routing.channels of all but par. */
int dragonfly_channels(const machine *m, int class);

#endif
