/* parts -- a network divided among threads.
 *
 * A part has some of the routers, their nodes, and the links that leave them, and plays them like a network of its own.  It has its own
 * calendar and pools, and shares with the others what is kept by link or router.  What crosses the cut, packets and the credits that
 * come back, takes the latency of a link at least.  So all parts may play a stretch of simulated time of the least such latency on
 * their own, and then take in what the others have sent them (Chandy and Misra 1979).  Events are ordered by time and link, not by
 * when they were put in: the results are those of a single calendar. */
#pragma once

#include "netsim/engine/mail.h"

typedef struct parts {
	uint32_t count;
	uint16_t *of;		/* [routers] */
	int64_t lookahead;	/* ps: what a part does reaches another no sooner than this; NEVER when nothing crosses */
	network **part;		/* [count]; the first is the network that was divided */
	mail *mail[2];		/* [from * count + to], of this stretch and of the last */
} parts;

/* How the machine is divided among `count` threads, at most one a router with nodes: routers with nodes in the order of their numbers,
 * whole domains of the machine's largest level together where there are enough, in parts of about as many links; other routers join the
 * part that most of their links lead to.  NULL when that cannot be, *why: the nodes are at one router, or routers or some
 * links take no time. */
parts *parts_plan(const machine *m, uint32_t count, const char **why);
void parts_free(parts *p);

/* Divide the network n so; n is the first part.  Before the first case. */
void parts_divide(network *n, parts *p);

/* It is whole again; p is freed. */
void parts_join(network *n, parts *p);

/* From now on n sends by mail[turn]; n->sent is the earliest time of what it sends. */
void parts_turn(network *n, const parts *p, unsigned turn);

/* Take in what the others have sent to n by mail[turn], and have it empty. */
void parts_receive(network *n, const parts *p, unsigned turn);

/* Add up what the parts have counted, in the first one, as if it had played all. */
void parts_collect(network *n);
