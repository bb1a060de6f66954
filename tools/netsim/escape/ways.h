/* ways -- the channels by which a packet may leave a router; those asked for last are remembered. */
#ifndef HOPLINE_NETSIM_ESCAPE_WAYS_H
#define HOPLINE_NETSIM_ESCAPE_WAYS_H

#include "netsim/escape/wait-sets.h"

enum { WAYS_KEPT = 64 };	/* a power of two; more than the calendar looks ahead */

/* From `router` to router `goal`; the last is the escape channel. */
typedef struct ways {
	uint32_t router, goal;
	uint64_t key;		/* a bit each, among all channels of the router; of more than 64 one bit stands for several */
	uint32_t count;
	way_out way[MAX_WAYS];
} ways;

void ways_compute(const network *n, uint32_t router, uint32_t goal, ways *w);

/* The ways of packet `id` from this router.  They stay until WAYS_KEPT packets later. */
static inline const ways *
ways_of(const network *n, uint32_t id, uint32_t router)
{
	ways *w = &n->escape->ways[id % WAYS_KEPT];
	uint32_t goal = packet_of(n, id)->router;

	if (w->router != router || w->goal != goal)
		ways_compute(n, router, goal, w);
	return w;
}

/* The k-th of them. */
static inline token_vc *
ways_vc(const network *n, const ways *w, uint32_t k)
{
	return &n->escape->vc[vc_number(n, w->way[k])];
}

#endif
