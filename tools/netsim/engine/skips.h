/* skips -- wake-ups that are left out.
 *
 * A packet that comes to a router in the same picosecond as something else happens anywhere queues, and its link wakes up for it
 * (router.c).  On a large machine that is so with most.  Where the something has to do with other routers only, the start can be settled
 * all the same, and the wake-up is left out.  When the case is then cut, it shows which starts were settled on last links, where packets
 * are counted: so these are settled or not as if no wake-up had been left out.  For that it is kept in which picoseconds one was, and of
 * a link (port.until) until when its packet would have been queued. */
#ifndef HOPLINE_NETSIM_ENGINE_SKIPS_H
#define HOPLINE_NETSIM_ENGINE_SKIPS_H

#include "netsim/engine/network.h"

/* The picoseconds of a word of 64 in which wake-ups are left out. */
typedef struct skips {
	int64_t word;		/* time / 64 */
	uint64_t bits;
} skips;

enum { SKIPS = 1 << 13 };	/* a ring; a word stays until its time is over */

static inline skips *
skips_of(const network *n, int64_t time)
{
	return &n->skips[(time >> 6) % SKIPS];
}

/* Is a wake-up at `time`, now or later, left out? */
static inline bool
skips_at(const network *n, int64_t time)
{
	const skips *s = skips_of(n, time);

	return s->word == time >> 6 && s->bits >> (time & 63) & 1;
}

/* One at `time` is to be left out; false when there is no room to keep that. */
static inline bool
skips_add(network *n, int64_t time)
{
	skips *s = skips_of(n, time);

	if (s->word != time >> 6) {
		if (s->word >= n->calendar.now >> 6)
			return false;
		*s = (skips){ time >> 6, 0 };
	}
	s->bits |= UINT64_C(1) << (time & 63);
	return true;
}

#endif
