/* turns -- messages of a task that share its interface (interface-order=shared), as real ones do.
 *
 * A large message that is posted begins at once with its first packet; then those that have begun send a packet each, the one whose last
 * packet is longest ago first.  Small ones, up to `eager` bytes, leave in order, and take turns with all large ones together. */
#pragma once

#include "netsim/jobs/progress.h"

/* Does a message of that many bytes take turns?  Without `eager` all do. */
static inline bool
takes_turns(const machine *m, int64_t bytes)
{
	return m->shares && (m->costs.eager == INT64_MAX || bytes > m->costs.eager);
}

/* Is the next packet of an outlet of task t, which has one to send, that of the first message in its queue?  That is then outlet.flight.
 * Else it is that of the message whose turn it is, turns_first(). */
bool turns_queue_is_next(traffic_run *r, uint32_t t, message_outlet *o);

/* The entry of the message whose turn it is: op is the flight, time the bytes that are left. */
static inline list_entry *
turns_first(const traffic_run *r, const message_outlet *o)
{
	return &r->entry[o->turns.begun.first];
}

/* A packet of the message in outlet.flight, of that many bytes before it, has been sent; or one of the message whose turn it was. */
void turns_sent_from_queue(traffic_run *r, message_outlet *o, int64_t bytes);
void turns_sent_in_turn(traffic_run *r, message_outlet *o);
