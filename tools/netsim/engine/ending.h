/* ending -- what counts when a case is cut off while packets are under way.
 *
 * A case ends at a picosecond: all events of that time are played, none behind it.  A packet counts on a link when it has started there
 * by then, and a message when it has arrived.  But a router may have settled earlier that a packet starts later, and has told of it: that
 * is taken back.  Such a packet has an event behind the end, so it is found in the calendar. */
#pragma once

#include "netsim/engine/network.h"

/* The case has ended at `end` (ps), and n, or each part of it, has played it: forget the events to come, and take back what starts behind
 * the end. */
void ending_cut(network *n, int64_t end);

/* If p, which is on a link, starts there behind the end of the case, take that back. */
void ending_take_back(network *n, const packet *p, int64_t end);

/* Conservation, where a case is not cut: all queues are empty, all credits back, all packets gone.  NULL, or what is wrong (a string that
 * lives until the next call). */
const char *network_check(network *n);
