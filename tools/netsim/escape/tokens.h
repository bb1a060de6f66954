/* tokens -- packets that may leave a router by any of several channels, and wait until one has room.
 *
 * For routings with an escape channel (Jain and others, IPDPS 2017, II-C; Duato 1993).  A channel's tokens
 * are its credit less the bytes of packets that have been given it and have not left. A packet takes,
 * of those of its targets whose channels have tokens for all of it, the one that has most (of equal ones the first);
 * if there is none, the last target, its escape channel, when that has tokens; else it waits in the router,
 * at no link, and tries again when tokens come. So nothing ever waits for an adaptive channel
 * alone, and what has been given a channel never waits for credit.
 *
 * The packets of a router try in the order in which they came, all of them in the picosecond in which
 * tokens come, before links look for work; one that comes while others wait tries after them.  Packets that
 * may take the same channels never pass each other.  One that waits keeps no link stalled (figures.h). */
#ifndef HOPLINE_NETSIM_ESCAPE_TOKENS_H
#define HOPLINE_NETSIM_ESCAPE_TOKENS_H

#include "netsim/escape/lines.h"

/* When the routing has tokens: make what waiting for them takes. */
void tokens_init(network *n);
void tokens_free(network *n);

/* Forget who waits; what has no event any more. */
void tokens_reset(network *n);

/* Packet `id` has come to `router`: does it get a channel at once?  Then its fields out and channel_next say
 * which.  Otherwise it waits; cells may have moved. */
bool tokens_take(network *n, uint32_t id, uint32_t router);

/* Packet p starts on `link`. */
static inline void
tokens_sent(network *n, const packet *p, uint32_t link)
{
	if (link < n->machine->router_links && !(port_of(n, link)->flags & ENDPOINT))
		n->outlet[(size_t)link * n->stride + p->channel_next].promised -= p->bytes;
}

/* Tokens for channel v of a link, for which somebody may wait, are there at `time`. */
void tokens_come(network *n, uint32_t link, unsigned v, int64_t time);

/* The event of a desk, a cell that stands for the packets that wait in one router: they try again. */
void tokens_retry(network *n, uint32_t desk);

#endif
