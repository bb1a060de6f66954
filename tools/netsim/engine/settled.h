/* settled -- starts that a part has settled ahead, and one calendar would not have.
 *
 * A router settles a packet's start ahead of time only if nothing else happens in the whole machine at the same picosecond (router.c);
 * else the packet queues and starts at the same time all the same.  A part sees its own events only.  The difference shows where a case
 * ends before such a start: what is settled has been counted.  So where a case may end so, parts note when they had events and what they
 * settled, and look through each other's notes at their meetings; what was settled too early and has not started at the end is taken
 * back.  What one calendar lets queue has a wake-up when it starts, which is an event, too. */
#ifndef HOPLINE_NETSIM_ENGINE_SETTLED_H
#define HOPLINE_NETSIM_ENGINE_SETTLED_H

#include "netsim/engine/network.h"

/* An event. */
typedef struct stamp {
	int64_t time;
	uint32_t order;
} stamp;

/* A start that was settled by the event `when`. */
typedef struct settled {
	stamp when;
	int64_t start, transfer;	/* ps */
	uint32_t link, bytes;
	uint32_t wake;		/* order of the link's wake-ups */
	uint32_t from;		/* the packet's first node, */
	uint32_t hops;		/* and the routers that it had come to */
	bool last;		/* of its message, on its last link */
} settled;

typedef struct stamps {
	stamp *item;
	size_t count, room;
} stamps;

typedef struct settled_list {
	settled *item;
	size_t count, room;
} settled_list;

/* The notes of a part. */
typedef struct settled_notes {
	stamps events[2];	/* by turn, as mail is */
	settled_list starts[2];
	stamps woken[2];	/* wake-ups of what was found early when that turn was reviewed */
	stamps wakes;		/* those of all parts that may lie ahead still, in order */
	settled_list early;	/* those that one calendar would not have settled, and that may lie ahead still */
	int64_t *until;		/* [router_links], shared by all parts: when the last of a link starts that was settled early */
	size_t *seen;		/* [parts], how far the notes of each have been looked through */
	int64_t reviewed;	/* ps, when the last start was settled that has been reviewed */
	unsigned turn;
} settled_notes;

/* Notes for each part of n. */
void settled_init(network *n, settled_notes *s);
void settled_free(network *n, settled_notes *s);

/* Forget all. */
void settled_clear(const network *n, settled_notes *s);

/* Take notes for this turn from now on, which has none yet. */
void settled_turn(settled_notes *s, unsigned turn);

/* An event of n at `time` of this order is played, or to come. */
void settled_event(network *n, int64_t time, uint32_t order);

/* Packet p starts on `link`, whose wake-ups have the order `wake`, later than now, for x ps. */
void settled_note(network *n, const packet *p, uint32_t link, uint32_t wake, int64_t start, int64_t x);

/* All parts have noted their events of this turn: which of n's starts are early? */
void settled_review(network *n, unsigned turn);

/* The same for all parts of n by one thread, before they go on with this turn. */
void settled_review_all(network *n, unsigned turn);

/* The case ended with the event `end`: take back what is early and behind it. */
void settled_take_back(network *n, stamp end);

#endif
