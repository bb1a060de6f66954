/* completions -- what has happened to a rank's operations: messages have arrived, sends have left or were received. */
#pragma once

#include "netsim/jobs/progress.h"

/* The kinds of completions of one picosecond, in the order in which a rank handles them; op and number say of what. */
enum { PACKET_ARRIVED /* the bytes, upper and lower half */, MESSAGE_ARRIVED /* stream, serial */, SEND_LEFT /* op */, SEND_RECEIVED,
	SEND_ASKED, SEND_ANSWERED /* stream, serial */ };

/* Have task t go on at `time`: behind all that comes to its node then, and before its interface sends. */
void rank_call(traffic_run *r, uint32_t t, int64_t time);

/* Something has completed at task t now. */
void completions_add(traffic_run *r, uint32_t t, list_entry n);

/* It completes at `when`. */
void completions_at(traffic_run *r, uint32_t t, int64_t when, list_entry n);

/* A packet of a message has come to its node, `last`: the last one.  The rank learns of it when it has received all of its bytes. */
void completions_packet(traffic_run *r, const flight *f, int64_t bytes, bool last);

/* Move what the rank has received by now from `arriving` to its completions, in the order in which it handles them. */
void completions_due(traffic_run *r, rank_state *k);
