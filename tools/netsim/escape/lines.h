/* lines -- packets that wait for tokens, by the channels that they may take.
 *
 * Packets that may take the same channels wait in one line, in the order in which they came; they hang together by
 * their slots, whose time is when they came.  Only the first of a line needs to try.
 *
 * Every channel of a link between routers has an outlet, with a heap of the lines that hope for it, so
 * that a channel that gets tokens finds the line whose first packet came first, and no other line is looked at.
 * The heap is lazy. When the first packet of a line leaves, the line's entries stay: the next one came later, so
 * they are too early, never too late, and are put right when they come to the top. Those of a line that has become empty are
 * taken out there, or when the heap is full. */
#ifndef HOPLINE_NETSIM_ESCAPE_LINES_H
#define HOPLINE_NETSIM_ESCAPE_LINES_H

#include "netsim/engine/network.h"

/* That a line waits for a channel: when its first packet came, or one that was its first. */
typedef struct hope {
	int64_t came;		/* ps, */
	uint32_t link;		/* by this link */
	uint32_t line;
} hope;

/* A channel as those see it who wait for its tokens. */
typedef struct outlet {
	hope *hope;		/* a heap: the earliest first */
	uint32_t hopes, room;
	uint32_t promised;	/* bytes of packets that have been given the channel and have not left */
	uint32_t least;		/* no first packet of a line that hopes for it has fewer bytes */
	bool escape;		/* an escape channel: the packet that came first has what comes free reserved */
} outlet;

typedef struct line {
	uint32_t first, last;	/* packets; first NONE: the line is empty and never used again */
	uint32_t hash;		/* of the channels */
	uint32_t next;		/* of the same bucket, or free */
	uint32_t hopes;		/* entries in heaps */
} line;

typedef struct lines {
	line *line;
	uint32_t made, room, free;	/* lines used so far, room, free list */
	uint32_t *bucket;	/* heads of lists of lines that are not empty, by hash */
	uint32_t buckets, open;	/* a power of two; lines in them */
} lines;

void lines_init(lines *l);
void lines_free(lines *l);

/* Forget all lines; not the entries of heaps. */
void lines_reset(lines *l);

static inline line *
line_of(const network *n, uint32_t id)
{
	return &n->lines->line[id];
}

/* A line of packet `id` alone, whose channels have this hash. */
uint32_t line_open(network *n, uint32_t id, uint32_t hash);

/* The first line behind `line` (NONE: of all) whose channels have this hash; NONE. */
uint32_t line_find(const network *n, uint32_t hash, uint32_t line);

/* Packet `p` waits in line `id`. */
void line_join(network *n, uint32_t id, uint32_t p);

/* The first packet of the line goes.  Is it now empty? */
bool line_leave(network *n, uint32_t id);

/* Did the first packet of line a come before that of line b?  Of packets that come at once the one by the
 * lower link does. */
bool line_before(const network *n, uint32_t a, uint32_t b);

/* The first packet of a line that hopes for o has so many bytes. */
static inline void
outlet_expect(outlet *o, uint32_t bytes)
{
	if (bytes < o->least)
		o->least = bytes;
}

/* The line hopes for channel o. */
void outlet_hope(network *n, outlet *o, uint32_t id);

/* Of the lines that hope for o and whose first packet has at most so many bytes, the one whose first packet
 * came first; NONE, and then o->least is as large as may be.  Of an escape channel, the line whose first packet
 * came first of all, if that has at most so many bytes. */
uint32_t outlet_first(network *n, outlet *o, int64_t bytes);

/* Does a packet wait for o? */
bool outlet_awaited(network *n, outlet *o);

#endif
