/* skips -- wake-ups that are left out.
 *
 * A packet that comes to a router in the same picosecond as something else happens anywhere queues, and its link wakes up for it
 * (router.c).  On a large machine that is so with most.  Where the something has to do with other routers only, the start can be settled
 * all the same, and the wake-up is left out.  When the case is then cut, it shows which starts were settled on last links, where packets
 * are counted: so these are settled or not as if no wake-up had been left out.  For that it is kept in which picoseconds one was, and of
 * a link (port.until) until when its packet would have been queued. */
#ifndef HOPLINE_NETSIM_ENGINE_SKIPS_H
#define HOPLINE_NETSIM_ENGINE_SKIPS_H

#include <stdbool.h>
#include <stdint.h>

/* The picoseconds of a word of 64 in which wake-ups are left out. */
typedef struct skips_word {
	int64_t number;		/* time / 64; -1: none */
	uint64_t bits;
} skips_word;

enum { SKIPS = 1 << 13 };

/* A ring; a word stays until its time is over. */
typedef struct skips {
	skips_word word[SKIPS];
} skips;

static inline void
skips_clear(skips *s)
{
	for (uint32_t i = 0; s && i < SKIPS; i++)
		s->word[i] = (skips_word){ -1, 0 };
}

/* Is a wake-up at `time`, now or later, left out? */
static inline bool
skips_at(const skips *s, int64_t time)
{
	const skips_word *w = &s->word[(time >> 6) % SKIPS];

	return w->number == time >> 6 && w->bits >> (time & 63) & 1;
}

/* One at `time` is to be left out, and it is `now`; false when there is no room to keep that. */
static inline bool
skips_add(skips *s, int64_t now, int64_t time)
{
	skips_word *w = &s->word[(time >> 6) % SKIPS];

	if (w->number != time >> 6) {
		if (w->number >= now >> 6)
			return false;
		*w = (skips_word){ time >> 6, 0 };
	}
	w->bits |= UINT64_C(1) << (time & 63);
	return true;
}

#endif
