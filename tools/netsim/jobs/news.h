/* news -- what a rank is told: messages that come, sends that have left or were received. */
#pragma once

#include "netsim/jobs/progress.h"

/* What a note of a rank's news tells, in the order in which it is heard; op and number say of what. */
enum { NEWS_PACKET /* bytes */, NEWS_MESSAGE /* stream, serial */, NEWS_LEFT /* op */, NEWS_RECEIVED /* stream, serial */ };

/* The bytes of a NEWS_PACKET. */
static inline int64_t
news_bytes(const note *n)
{
	return (int64_t)((uint64_t)n->op << 32 | n->number);
}

/* Have task t go on at `time`: behind all that comes to its node then, and before its interface sends. */
void news_call(traffic_run *r, uint32_t t, int64_t time);

/* Tell task t now. */
void news_add(traffic_run *r, uint32_t t, note n);

/* A packet of a message has come to its node, `last`: the last one.  The rank is told when it has taken it in. */
void news_packet(traffic_run *r, const flight *f, int64_t bytes, bool last);

/* Put what the rank has taken in by now among its news, in the order in which they are heard. */
void news_due(traffic_run *r, rank_state *k);
