/* tokens -- packets that may leave a router by any of several channels, and wait until one has room.
 *
 * For routings with an escape channel (Jain and others, IPDPS 2017, II-C; Duato 1993).  A channel's tokens are its credit, and a packet
 * that is given the channel takes them then, not when it leaves.  A packet takes, of those of its targets whose channels have tokens for
 * all of it, the one that has most (of equal ones any, at random); if there is none, the last target, its escape channel, when that has
 * tokens; else it waits in the router, at no link, and tries again when tokens come. So nothing ever waits for an adaptive channel alone,
 * and what has been given a channel never waits for credit.
 *
 * The packets of a router try in the order in which they came, all of them in the picosecond in which tokens come, before links look for
 * work; one that comes while others wait tries after them.  In one picosecond heads come first, by the numbers of their links; then, where
 * routers queue at their inputs, the packets behind those that begin to cross, in the order in which outputs look (crossbar.h).  Packets
 * that may take the same channels never pass each other.  One that waits keeps no link stalled (statistics.h). */
#pragma once

#include "netsim/escape/wait-sets.h"

/* decision.begin: make what waiting for tokens takes. */
void tokens_begin(network *n);
