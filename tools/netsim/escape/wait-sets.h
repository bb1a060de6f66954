/* wait-sets -- packets that wait for tokens, by the channels that they may take.
 *
 * Packets that may take the same channels wait in one set, in the order in which they came; they hang together; their time is when they
 * came, their `via` their place among all that have come to the router to wait.  Only the first of a set needs to try.
 *
 * Every channel of a link between routers has a heap of candidates: the sets that wait for it.  So a channel that gets tokens finds the set
 * whose first packet came first, and no other set is looked at.  The heap is lazy.  When the first packet of a set leaves, the set's
 * entries stay: the next one came later, so they are too early, never too late, and are put right when they come to the top.  Those of a
 * set that has become empty are taken out there, or when the heap is full. */
#pragma once

#include "netsim/engine/network.h"

/* That a set waits for a channel: the place of its first packet, or of one that was its first. */
typedef struct set_candidate {
	uint32_t place;
	uint32_t set;
} set_candidate;

/* A channel as those see it who wait for its tokens. */
typedef struct token_vc {
	set_candidate *candidate;		/* a heap: the earliest first */
	uint32_t candidates, room;
	uint32_t least;		/* no first packet of a candidate has fewer bytes */
	bool escape;		/* an escape channel: the packet that came first has what comes free reserved */
} token_vc;

typedef struct wait_set {
	uint32_t first, last;	/* packets; first NONE: the set is empty and never used again */
	uint32_t hash;		/* of the channels */
	uint32_t next;		/* of the same bucket, or free */
	uint32_t candidates;		/* entries in heaps */
} wait_set;

typedef struct wait_sets {
	wait_set *set;
	uint32_t made, room, free;	/* sets used so far, room, free list */
	uint32_t *bucket;	/* heads of lists of sets that are not empty, by hash */
	uint32_t buckets, open;	/* a power of two; sets in them */
} wait_sets;

/* What waiting for tokens takes (tokens.c). */
typedef struct escape {
	uint32_t *room;		/* [routers], the packet that stands for those that wait there; NONE: none do */
	uint32_t rooms;		/* that are not NONE */
	token_vc *vc;		/* [router_links * stride] */
	int64_t *due;		/* [router_links * stride], when a channel has to be looked at; NEVER */
	uint64_t *due_bits;		/* [routers * words], a bit a channel of the router: that is not NEVER */
	uint32_t words;
	wait_sets *sets;
	uint32_t *ready;	/* [ready_room], channels of a router */
	uint32_t ready_room;
} escape;

void wait_sets_init(wait_sets *l);
void wait_sets_free(wait_sets *l);

/* Forget all sets; not the entries of heaps. */
void wait_sets_reset(wait_sets *l);

static inline wait_set *
wait_set_of(const network *n, uint32_t id)
{
	return &n->escape->sets->set[id];
}

/* A set of packet `id` alone, whose channels have this hash. */
uint32_t wait_set_open(network *n, uint32_t id, uint32_t hash);

/* The first set behind `set` (NONE: of all) whose channels have this hash; NONE. */
uint32_t wait_set_find(const network *n, uint32_t hash, uint32_t set);

/* Packet `p` waits in set `id`. */
void wait_set_join(network *n, uint32_t id, uint32_t p);

/* The first packet of the set goes.  Is it now empty? */
bool wait_set_leave(network *n, uint32_t id);

/* Did the first packet of set a come before that of set b? */
bool wait_set_before(const network *n, uint32_t a, uint32_t b);

/* The first packet of a candidate for o has that many bytes. */
static inline void
token_vc_expect(token_vc *o, uint32_t bytes)
{
	if (bytes < o->least)
		o->least = bytes;
}

/* Set `id` waits for channel o. */
void token_vc_add(network *n, token_vc *o, uint32_t id);

/* Of the candidates for o whose first packet has at most that many bytes, the one whose first packet came first; NONE, and then o->least is
 * as large as may be.  Of an escape channel, the set whose first packet came first of all, if that has at most that many bytes. */
uint32_t token_vc_first(network *n, token_vc *o, int64_t bytes);

/* Does a packet wait for o? */
bool token_vc_awaited(network *n, token_vc *o);
