/* wait-sets -- packets that wait for tokens, by the channels that they may take.
 *
 * Packets that may take the same channels wait in one set, in the order in which they came; they hang together,
 * and their time is when they came.  Only the first of a set needs to try, and the set knows all that counts of it: packets
 * are far away.
 *
 * Every channel of a link between routers has a heap of candidates: the sets that wait for it.  So a channel that gets tokens
 * finds the set whose first packet came first, and no other set is looked at.  The heap is lazy.  When the first packet of a set
 * leaves, the set's entries stay: the next one came later, so they are too early, never too late, and are put right when they come
 * to the top.  Those of a set that has become empty are taken out there, or when the heap is full. */
#ifndef HOPLINE_NETSIM_ESCAPE_WAIT_SETS_H
#define HOPLINE_NETSIM_ESCAPE_WAIT_SETS_H

#include "netsim/escape/token-vc.h"

/* That a set waits for a channel: when its first packet came, or one that was its first. */
typedef struct candidate {
	int64_t came;		/* ps, */
	uint32_t turn;		/* of those that came then */
	uint32_t set;
} candidate;

/* A heap of them: the earliest first. */
typedef struct candidates {
	uint32_t count, room;
	uint32_t sets;		/* that are not empty, */
	bool escape;		/* of an escape channel: the packet that came first has what comes free reserved */
	candidate entry[];
} candidates;

typedef struct wait_set {
	uint64_t key;		/* of the channels, among those of the router */
	int64_t came;		/* of the first packet: when it came, */
	uint32_t turn;		/* which of those that came then it is, */
	uint32_t bytes;		/* and its size */
	uint32_t first, second, last;	/* packets; first NONE: the set is empty and never used again */
	uint32_t router, goal;	/* where they wait; where one of them goes, so that the channels can be found again */
	uint32_t last_way;	/* the escape channel */
	uint32_t next;		/* of the same bucket, or free */
	uint32_t entries;	/* in heaps */
} wait_set;

typedef struct wait_sets {
	wait_set *set;
	uint32_t made, room, free;	/* sets used so far, room, free list */
	uint32_t *bucket;	/* heads of lists of sets that are not empty, by hash of router and key */
	uint32_t buckets, open;	/* a power of two; sets in them */
} wait_sets;

/* What waiting for tokens takes (tokens.h). */
typedef struct escape {
	/* Each router's own. */
	uint32_t *room;		/* [routers], the packet that stands for those that wait there; NONE: none do */
	uint32_t *base;		/* [routers], the first token_vc of each: of its first link to another router */
	uint64_t *watched;	/* [routers * words], a bit for each token_vc, from base on: somebody may wait for it */
	uint32_t words;
	token_vc *vc;		/* [router_links * stride] */
	/* What all share. */
	uint32_t rooms;		/* that are not NONE */
	wait_sets *sets;
	uint32_t *ready;	/* [64 * words], token_vcs of a router */
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

/* The list of open sets in which those of this router and key are. */
static inline uint32_t *
wait_set_bucket(const wait_sets *l, uint32_t router, uint64_t key)
{
	return &l->bucket[((key ^ router * UINT64_C(0xd1b54a32d192ed03)) * UINT64_C(0x9e3779b97f4a7c15) >> 32) & (l->buckets - 1)];
}

/* A set of packet `id` alone, which waits at `router` for the channels of this key, the last of which is the escape channel. */
uint32_t wait_set_open(network *n, uint32_t id, uint32_t router, uint64_t key, uint32_t last);

/* The first set of this router and key behind `set` (NONE: of all); NONE. */
uint32_t wait_set_find(const network *n, uint32_t router, uint64_t key, uint32_t set);

/* Packet `p` waits in set `id`. */
void wait_set_join(network *n, uint32_t id, uint32_t p);

/* The first packet of the set goes.  Is it now empty? */
bool wait_set_leave(network *n, uint32_t id);

/* Did the first packet of set a come before that of set b?  Of packets that come at once the one by the
 * lower link does. */
bool wait_set_before(const network *n, uint32_t a, uint32_t b);

/* The first packet of a candidate for o has so many bytes. */
static inline void
token_vc_expect(token_vc *o, uint32_t bytes)
{
	if (bytes < o->least)
		o->least = bytes;
}

/* Set `id` waits for channel o; an escape channel `reserves`. */
void token_vc_add(network *n, token_vc *o, uint32_t id, bool reserves);

/* Of the candidates for o whose first packet has at most so many bytes, the one whose first packet
 * came first; NONE, and then o->least is as large as may be.  Of an escape channel, the set whose first packet
 * came first of all, if that has at most so many bytes. */
uint32_t token_vc_first(network *n, token_vc *o, int64_t bytes);

/* Does a packet wait for o, an escape channel? */
static inline bool
token_vc_awaited(const token_vc *o)
{
	return o->waiting && o->waiting->sets > 0;
}

#endif
