/* handshake -- a message beyond `eager` asks first (rendezvous): it is announced to its receiver; when a receive has taken the
 * announcement, the answer goes back, and then its bytes leave.  Both take the way of a packet without bytes on an idle network, as
 * often as the machine says. */
#pragma once

#include "netsim/jobs/matching.h"

/* Does this send ask first, where it leaves its node? */
static inline bool
handshake_asks(const rank_context *s, const operation *o)
{
	return costs_of(s)->rendezvous > 0 && o->size > costs_of(s)->eager;
}

/* Announce the message to its receiver. */
void handshake_ask(rank_context *s, arrival m);

/* The receive op[at] has taken the announcement: answer. */
void handshake_answer(rank_context *s, uint32_t at, arrival m);

/* The receive that has taken the announcement of this message, which has come; NONE: it was not announced. */
uint32_t handshake_taker(rank_context *s, arrival m);
