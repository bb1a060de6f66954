/* ways -- the channels by which a packet may leave a router. */
#ifndef HOPLINE_NETSIM_ESCAPE_WAYS_H
#define HOPLINE_NETSIM_ESCAPE_WAYS_H

#include "netsim/escape/wait-sets.h"

/* From `router` to router `goal`. */
typedef struct ways {
	uint64_t key;		/* a bit each, among all channels of the router; of more than 64 one bit stands for several */
	uint32_t router, goal;
	uint32_t count;
	uint32_t vc[MAX_WAYS];	/* numbers of token_vcs; the last is the escape channel */
} ways;

void ways_compute(const network *n, uint32_t router, uint32_t goal, ways *w);

/* Those of the packets of a set. */
void ways_of_set(const network *n, const wait_set *s, ways *w);

#endif
