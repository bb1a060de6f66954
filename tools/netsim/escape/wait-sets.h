/* wait-sets -- packets that wait for tokens, by the channels that they may take.
 *
 * Packets that may take the same channels wait in one set, in the order in which they came; they hang together; their time is when they
 * came, their place that among all that have come to the router to wait.  Only the first of a set needs to try.  Every channel of a
 * link between routers knows the sets that wait for it, few at a time: one that gets tokens looks at their first packets. */
#pragma once

#include "netsim/engine/network.h"

/* A channel as those see it who wait for its tokens. */
typedef struct token_vc {
	uint32_t *set;		/* those that wait for it, in no order */
	uint32_t sets;
	size_t room;
	uint32_t least;		/* no first packet of them has fewer bytes */
	bool escape;		/* an escape channel: the packet that came first has what comes free reserved */
} token_vc;

typedef struct wait_set {
	uint32_t first, last;	/* packets */
	uint32_t hash;		/* of the channels */
	uint32_t next;		/* free list */
} wait_set;

/* What waiting for tokens takes (tokens.c). */
typedef struct escape {
	uint32_t *room;		/* [routers], the packet that stands for those that wait there; NONE: none do */
	uint32_t rooms;		/* that are not NONE */
	token_vc *vc;		/* [router_links * stride] */
	int64_t *due;		/* [router_links * stride], when a channel has to be looked at; NEVER */
	uint32_t *ready;	/* [ready_room], channels of a router */
	uint32_t ready_room;
	wait_set *set;
	uint32_t sets_made, sets_free;	/* sets used so far, free list */
	size_t set_room;
} escape;

static inline wait_set *
wait_set_of(const network *n, uint32_t id)
{
	return &n->escape->set[id];
}

/* A set of packet `id` alone, whose channels have this hash. */
uint32_t wait_set_open(network *n, uint32_t id, uint32_t hash);

/* Packet `p` waits in set `id`. */
void wait_set_join(network *n, uint32_t id, uint32_t p);

/* The first packet of the set goes.  Is it now empty?  Then it is gone, and must be taken from its channels. */
bool wait_set_leave(network *n, uint32_t id);

/* Did the first packet of set a come before that of set b? */
bool wait_set_before(const network *n, uint32_t a, uint32_t b);

/* The first packet of a set that waits for o has that many bytes. */
static inline void
token_vc_expect(token_vc *o, uint32_t bytes)
{
	if (bytes < o->least)
		o->least = bytes;
}

/* Set `id` waits for channel o, or no longer. */
void token_vc_add(network *n, token_vc *o, uint32_t id);
void token_vc_remove(token_vc *o, uint32_t id);

/* Of the sets that wait for o and whose first packet has at most that many bytes, the one whose first packet came first; NONE, and then
 * o->least is as large as may be.  Of an escape channel, the set whose first packet came first of all, if that has at most that many
 * bytes. */
uint32_t token_vc_first(const network *n, token_vc *o, int64_t bytes);
