/* matching -- which message goes to which receive, as in MPI.
 *
 * A message goes to the first receive posted that wants its source and its tag; a receive takes the first message that has come and fits.
 * Messages of one stream come in the order in which they were sent: one that has overtaken others waits for them. */
#pragma once

#include "netsim/jobs/progress.h"

/* A message of a stream: the serial-th that its sender has sent, from 0. */
typedef struct arrival {
	uint32_t stream, serial;
	bool asks;		/* it is only announced (handshake) */
} arrival;

/* The message has come to the rank.  Is it its turn? */
bool matching_in_turn(rank_context *s, arrival m);

/* The message, which has come in turn: the receive (of op[]) that gets it; NONE: it waits. */
uint32_t matching_message(rank_context *s, arrival m);

/* Has the message behind m come before its turn, which it is now?  Then m is that. */
bool matching_overtaken(rank_context *s, arrival *m);

/* The receive op[at] is posted.  Is there a message for it?  *m; else it waits. */
bool matching_receive(rank_context *s, uint32_t at, arrival *m);

/* Handshake: a message beyond `eager` asks first (rendezvous): it is announced to its receiver; when a receive has taken the
 * announcement, the answer goes back, and then its bytes leave.  Both take the way of a packet without bytes on an idle network, as
 * often as the machine says. */
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
