/* dragonfly -- what the routes of dragonflies share.
 *
 * Channels are ordered l0 < g0 < l1 < g1 < l2 and a packet only goes up (the virtual channels of Kim et al., ISCA 2008, one more pair
 * for a detour inside a group), so no cycle of waiting can close.  Routes that may be decided again put one more local channel in front,
 * detours by way of a router one more behind the first global one (dragonfly-routers.c).  trip.rank counts how far up it is. */
#pragma once

#include "lib/machine/kinds/dragonfly.h"
#include "lib/route/route.h"

/* In which order packets go up through the channels.  Rank 0 is a packet that has not left its first router; after a hop on a channel the
 * rank is that of the channel.  ascend[class][rank] is the next channel of the class, and rank_of[class][channel] its rank. */
typedef struct channel_order {
	uint8_t ascend[3][9], rank_of[3][5];
} channel_order;

/* Have t leave by `link`, of this class, on the next channel up. */
static inline uint32_t
channel_take(trip *t, const channel_order *o, int class, uint32_t link)
{
	unsigned v = o->ascend[class][t->rank], rank = o->rank_of[class][v];

	t->channel = v & 15;	/* both at once: they share a byte */
	t->rank = rank & 15;
	return link;
}

static inline const dragonfly *
dragonfly_of(const paths *w)
{
	return w->machine->shape;
}

/* The port of group `from` by which a packet between two nodes goes to group `to`:
 * of parallel links the one that a hash of source and destination names. */
uint32_t dragonfly_exit(const dragonfly *d, const trip *t, uint32_t from, uint32_t to);

/* The link by which t, at `router` and not at its end, goes on towards group `goal`, and in that group towards router `aim`. */
static inline uint32_t
dragonfly_towards(const paths *w, trip *t, uint32_t router, uint32_t goal, uint32_t aim, const channel_order *o)
{
	const machine *m = w->machine;
	const dragonfly *d = m->shape;
	uint32_t here = d->group[router], k = 0, place = d->place[aim];

	if (here != goal) {
		k = dragonfly_exit(d, t, here, goal);
		place = d->owner[k];
	}
	if (place != d->place[router])
		return channel_take(t, o, DRAGONFLY_LOCAL, dragonfly_local(m, d, router, place));
	return channel_take(t, o, DRAGONFLY_GLOBAL, dragonfly_global(m, d, router, k));
}

/* routes.again: is the router in t's source group? */
bool dragonfly_in_source(const paths *w, const trip *t, uint32_t router);

/* routes.detours and routes.detour: by way of a group other than those of the router and the destination, or, when these are one,
 * of a router of it other than both. */
uint32_t dragonfly_detours(const paths *w, const trip *t, uint32_t router);
uint32_t dragonfly_detour(const paths *w, const trip *t, uint32_t router, uint32_t k);

/* routes.length of such detours. */
uint32_t dragonfly_length(const paths *w, const trip *t, uint32_t router, uint32_t via);
