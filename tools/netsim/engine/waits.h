/* waits -- how long packets wait in routers, and which wait too long.
 *
 * A packet's wait in a router is how much later it starts on its next link than on an idle network.  A packet of a closed-loop
 * job is starved when it waits longer than PATIENCE of the largest packets take on the slowest link, and the case ends.  This is seen
 * when the packet leaves or, if it never does, by looking at all packets from time to time. */
#pragma once

#include "netsim/engine/network.h"

/* Was a noted before b? */
bool waits_noted_before(const router_wait *a, const router_wait *b);

/* waits_note of a long wait. */
void waits_long(network *n, const packet *p, uint32_t link, int64_t when, int64_t wait);

/* Packet p starts on `link` at `when`, which is `wait` ps later than on an idle network; that is kept in p->waited, where 0 is none, and
 * else one more than its units. */
static inline void
waits_note(network *n, packet *p, uint32_t link, int64_t when, int64_t wait)
{
	p->waited = 0;
	if (wait == 0)
		return;
	p->waited = wait >> 10 < UINT32_MAX - 1 ? (uint32_t)(wait >> 10) + 1 : UINT32_MAX;
	n->waits.count++;
	n->waits.sum += (uint64_t)wait >> 10;
	if (wait > n->waits.notable)
		waits_long(n, p, link, when, wait);
}

/* The clock has come to n->waits.look: look at the packets that wait, and set when to do so again.  NULL, or a description of a
 * starved packet, which has left or still waits: "a packet of job '1' has waited at router 3, …". */
const char *waits_look(network *n);

/* The mean of the waits of the case that were longer than 0, in ps; 0 when there were none. */
double waits_mean(const network *n);

/* Where the longest wait of the case was, and until when, for a message. */
const char *waits_longest(const network *n);

/* The packet that has waited longest in a router, as a place for a message: "router 3, port 5 (global link to r17), channel 1, since
 * 1.25e-05 s"; NULL when none has waited since before `time`. */
const char *waits_oldest(const network *n, int64_t time);
