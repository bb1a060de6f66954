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

enum { MOST_TURNS = 256 };	/* messages in turn at once; others wait in the queue */

/* The entry of the message whose turn it is. */
static inline list_entry *
turns_first(const traffic_run *r, const message_outlet *o)
{
	return &r->entry[o->turns.begun.first];
}

/* A packet of the message in outlet.flight, of that many bytes before it, has been sent. */
static inline void
turns_sent_from_queue(traffic_run *r, message_outlet *o, int64_t bytes)
{
	if (!takes_turns(r->net->machine, bytes)) {
		o->turns.behind = o->turns.count;
	} else if (o->flight != NONE) {
		list_append(r, &o->turns.begun, (list_entry){ .flight = o->flight, .left = o->left });
		o->turns.count++;
		o->flight = NONE;
	}
}

/* A packet of the message whose turn it was has. */
static inline void
turns_sent_in_turn(traffic_run *r, turns *w)
{
	list_entry n = list_take(r, &w->begun);

	w->behind -= w->behind > 0;
	if (n.left > 0)
		list_append(r, &w->begun, n);
	else
		w->count--;
}
