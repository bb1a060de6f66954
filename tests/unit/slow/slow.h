/* slow -- the simulator once more, as plainly as the model can be put.
 *
 * The engine is fast because it settles starts ahead, keeps credits as time stamps
 * and visits only what has work.  Here nothing of that: the clock goes on to the next
 * time at which anything might happen, and then everything is looked at.  What
 * is restated, from hopline-model.7:
 * links, buffers, credits, arbitration, adaptive choices (links.h, choice.h, tokens.h);
 * routers that queue at their inputs (input.h); tasks, interfaces (tasks.h); programs of messages (programs.h) and what they cost (chores.h);
 * sources (sources.h);
 * the clock (run.h).
 * Taken as they are: the machine, the patterns, the programs as they are read and the routes (paths_next).
 *
 * At one picosecond whatever arrives comes first, by the number of the link it
 * came by; then links look for work, by their number, until none starts anything. */
#pragma once

#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/program/program.h"
#include "netsim/jobs/run.h"
#include "netsim/observe/statistics.h"

/* A packet, on a link or waiting in a router for the next. */
typedef struct parcel {
	packet p;		/* as the routing wants it; p.link: the link it is on or came by, p.channel: the channel there */
	uint32_t letter;
	int64_t head, tail;	/* when they come to the end of p.link */
	int64_t ready;		/* it waits: when it may start */
	int64_t idle;		/* when it might have, if nobody else were there */
	uint32_t port;		/* it waits: the input port it came by */
	bool detoured;		/* it has been sent by a detour */
} parcel;

typedef struct pile {
	parcel *item;
	uint32_t count, room;
} pile;

/* The queue of an input link's virtual channel, where routers queue at their inputs. */
typedef struct in_channel {
	enum { EMPTY, UNDECIDED, REQUESTS } state;	/* of the first packet: none, without a route for want of tokens, with one */
	parcel first;
	pile behind;		/* it, in the order in which they came */
	int64_t open;		/* before that the first is not ready */
} in_channel;

/* A virtual channel of an output there. */
typedef struct out_channel {
	in_channel *holder;		/* whose first packet it was given to; NULL: nobody's */
	uint32_t turn;		/* number at the router of the input channel that is the next in turn */
	int64_t open;		/* before that it is not given to anybody */
	uint32_t requests;	/* packets that ask for it */
} out_channel;

/* What routers are like. */
typedef struct router_plan {
	bool input;		/* they queue at their inputs */
	uint32_t speedup;	/* thousandths; 0: */
	uint64_t bandwidth;	/* of the crossbar, bits a second */
	int64_t allocation;	/* ps */
	uint32_t output_buffer;	/* bytes, of a channel behind the crossbar; 0: none */
	int64_t bias, threshold;	/* of UGALs, bytes */
} router_plan;

/* A link and what waits for it. */
typedef struct link_state {
	int64_t free;		/* from then on */
	unsigned served;	/* channel served last */
	int64_t taken[MAX_CHANNELS];	/* bytes of the buffers at its end, as its sender knows */
	int64_t reserved[MAX_CHANNELS];	/* bytes that wait for it, of routings with tokens */
	pile waiting, flying;
	int64_t port_in, port_out;	/* from then on the ports of crossbars at its end, and at its start, are free */
	uint32_t wanted;	/* packets that ask for its channels, or wait behind the crossbar */
	in_channel *in_channel;	/* [channels], at its end */
	out_channel *out_channel;	/* [channels] */
	pile *behind;		/* [channels], the crossbar, where there are buffers, in the order in which they crossed */
	unsigned crossed, leaving;	/* channels: to which a packet crossed last; of the packet that started last, */
	int64_t leaving_bytes;
	link_stats statistics;
} link_state;

typedef struct refund {
	int64_t time, bytes;
	uint32_t link;
	unsigned channel;
} refund;

/* A message within a node, under way. */
typedef struct errand {
	int64_t time;		/* when it arrives */
	int64_t bytes;
	uint32_t letter;
} errand;

/* A message. */
typedef struct letter {
	uint32_t job, from, to;	/* the tasks; of an open-loop job `from` is the node, `to` NONE */
	uint32_t node;		/* where it goes */
	uint64_t phase;		/* the receiver's, counted over all iterations */
	int64_t posted;
	int64_t bytes;
	int64_t uncut, missing;	/* bytes that have not left, not arrived */
	bool within;		/* its node or domain */
	bool cut, left;		/* it is in packets, or needs none; its last byte has left the node, or never does */
	bool handed;		/* the interface may have it: it does not wait for a gap */
	bool asks;		/* it was announced, and its bytes wait for an answer; then */
	uint32_t promised;	/* the receive that has taken the announcement; NONE */
	uint64_t sent;		/* when its last packet so far left, as s->sendings counts; 0: none has */
	/* of a program */
	uint32_t tag, earlier;	/* earlier: the one before it with this sender, receiver and tag; NONE */
	uint32_t leaves_by, comes_by;	/* the interface that its send names, and its receive; NONE */
	bool whole, come;	/* all of it has arrived; and all of those before it */
	bool received;
} letter;

/* An operation of a program, in the iteration under way. */
typedef struct op_state {
	enum { WAITS, STARTED, FINISHED } state;	/* WAITS: for others */
	uint32_t waits;		/* for so many starts and ends */
	uint64_t order;		/* in which receives are posted */
	bool done;		/* a calc, a receive; of a send: what it costs is over */
	uint32_t letter;	/* of a send; of a receive that has found one; NONE */
} op_state;

/* What a cpu of a rank does, and for how long. */
typedef struct chore {
	enum { COMPUTES, SENDS, PAYS_BYTES, TAKES_PACKET, HEARS_MESSAGE, RECEIVES } what;
	uint32_t which;		/* operation; letter */
	int64_t takes;
} chore;

typedef struct processor_state {
	chore *line;		/* the first of it is being done */
	uint32_t chores, chore_room;
	int64_t ends;		/* the first; NEVER: idle, */
	int64_t idle;		/* since then */
} processor_state;

/* What a rank is told at a time: a packet has come, or all of a letter. */
typedef struct tidings {
	int64_t time, bytes;
	uint32_t letter;	/* NONE: a packet */
	enum { HAS_COME, ASKS, ANSWERED } how;
} tidings;

typedef struct worker {
	uint32_t job, node, rank;	/* rank: which task of its job it is */
	enum { SLEEPS, WORKS, ENDED } state;
	int64_t wakes;
	uint64_t phase;		/* counted over all iterations */
	uint32_t *arrived;	/* [phases of all iterations], messages */
	uint32_t *outbox, posted, outbox_room;	/* its letters, in the order in which they were posted */
	uint32_t *queue, queued, queue_room;	/* those that may leave, in the order in which they were posted or answered */
	uint32_t next;		/* the first of these that has not been cut */
	uint64_t small[MACHINE_NICS + 1];	/* of small ones, where large ones leave in turn: when the last packet left, by group of letters (letters.h) */
	uint32_t unsent;	/* of them to other nodes and not wholly gone */
	/* of a program */
	op_state *op;
	int64_t iteration;
	uint64_t order;		/* the next one */
	tidings *news;		/* that it has not heard of */
	uint32_t told, news_room;
	processor_state *cpu;
	int64_t in_free[MACHINE_NICS], out_free;	/* from then on its next packet by an interface may be taken in, its next letter leave */
	uint32_t *inbox, came, inbox_room;	/* letters that have come and found no receive, first come first */
	int64_t end;		/* of its last operation */
} worker;

/* A network interface of a node; tasks and turn_of are its node's. */
typedef struct nic {
	uint32_t *task, tasks, task_room;	/* on the node */
	uint32_t turn;		/* which of them is looked at first */
	uint32_t turn_of;	/* whose turn it is, of the node's interfaces: of the first one */
	uint32_t leaving;	/* the letter of a task whose last packet is on the link, NONE: none */
	/* open loop */
	uint32_t job, index;	/* NONE: the node has no source */
	uint32_t drawn;		/* messages */
	int64_t created;	/* when the next one is */
	uint32_t word;		/* that says where it goes */
	uint32_t *queue;	/* its letters, first created first */
	uint32_t queued, queue_room, next;	/* next: the first that has not wholly left */
} nic;

/* A job, as it is to run and what came of it. */
typedef struct slow_job {
	bool open;
	int64_t start, end;
	/* closed loop */
	traffic traffic;
	int64_t compute, iterations;
	uint32_t tasks, phases;
	const program *program;	/* NULL: it has phases */
	bool left;		/* its sends finish when they have left, not when they are posted */
	/* open loop */
	endpoints endpoints;
	double gap;
	int64_t bytes, warm, stop, drained;
	bool background;
	uint32_t key[2];
	/* what came of it */
	uint64_t messages, packets, hops, payload;
	uint64_t latencies, latency_sum;
	int64_t latency_max;
} slow_job;

typedef struct slow {
	const machine *machine;
	const routing *routing;
	int vcs;		/* channels of a link; 0: as many as the routing needs */
	unsigned channels;	/* of any link, at most: those beyond are never used, and not looked at */
	bool shares;		/* large messages of a task take turns: interface-order=shared */
	paths paths;
	uint32_t packet_bytes;
	router_plan router;
	uint32_t route_key[2];
	int64_t now;
	int64_t end;		/* with open-loop jobs: the last picosecond that is played; NEVER: it is not known yet */
	int64_t looked;		/* the place of the output that looked last in this picosecond; -1: none has */
	link_state *link_state;	/* [links] */
	nic *nic;		/* [interfaces] */
	uint32_t stride;	/* of a node's interfaces */
	pile *waiting_room;		/* [routers], packets that no channel has tokens for, first come first */
	uint32_t *sent;		/* [interfaces], packets so far */
	uint64_t sendings;	/* and of all together */
	refund *refund;
	uint32_t refunds, refund_room;
	letter *letter;
	uint32_t letters, letter_room;
	uint32_t *posted, posts, post_room;	/* letters for domains, in this picosecond */
	int64_t *port_out, *port_in;	/* [nodes], when their ports into domains are free again */
	errand *errand;
	uint32_t errands, errand_room;
	slow_job *job;
	uint32_t jobs;
	worker *worker;
	uint32_t workers;
	uint64_t detours;	/* taken */
	uint64_t delays;	/* packets that started later than if nobody else had been there, by router; the longest, ps */
	int64_t longest;
	uint64_t waits, escapes;	/* packets that have waited for tokens; that took their escape channel */
} slow;

/* The next free place of an array that grows. */
#define NEW(array, count, room) \
	(*((count) == (room) ? (void)((array) = xrealloc(array, (room) = 2 * (room) + 8, sizeof *(array))) : (void)0, \
		&(array)[(count)++]))

static inline void
pile_add(pile *p, const parcel *q)
{
	NEW(p->item, p->count, p->room) = *q;
}

static inline parcel
pile_take(pile *p, uint32_t i)
{
	parcel q = p->item[i];

	memmove(p->item + i, p->item + i + 1, (--p->count - i) * sizeof *p->item);
	return q;
}

/* Does the link lead to a node, which has room for everything? */
static inline bool
to_node(const slow *s, uint32_t link)
{
	return link < s->machine->router_links && s->machine->class[link] == CLASS_NODE;
}

static inline const speed *
speed_of(const slow *s, uint32_t link)
{
	return &s->machine->speeds[s->machine->speed_of[link]];
}

/* One of `count` equals, by the random bits of a packet and a number: mixed by the last steps of MurmurHash3, then scaled. */
static inline uint32_t
toss(const packet *p, uint32_t number, uint32_t count)
{
	uint32_t h = p->word ^ (uint32_t)(UINT64_C(0x9e3779b1) * number);

	h ^= h >> 16;
	h *= 0x85ebca6b;
	h ^= h >> 13;
	h *= 0xc2b2ae35;
	h ^= h >> 16;
	return (uint32_t)(((uint64_t)h * count) >> 32);
}

__extension__ typedef unsigned __int128 huge;

static inline int64_t
time_of(int64_t bytes, uint64_t bits_per_s)
{
	return (int64_t)(((huge)bytes * 8 * UINT64_C(1000000000000) + bits_per_s - 1) / bits_per_s);
}

/* Bytes of a virtual channel at the end of a link: as the machine says, else the bytes that take no longer than a credit's way there and
 * back through the router do not suffice, these and three packets do; and 14000 always do. */
static inline int64_t
buffer_of(const slow *s, uint32_t link)
{
	const speed *v = speed_of(s, link);
	int64_t way = 2 * v->latency + s->machine->router_latency, bytes = (int64_t)((huge)way * v->bits_per_s / (8 * UINT64_C(1000000000000)));

	if (s->machine->vc_buffer)
		return s->machine->vc_buffer;
	while (time_of(bytes, v->bits_per_s) < way)
		bytes++;
	bytes += 3 * (int64_t)s->packet_bytes;
	return bytes > 14000 ? bytes : 14000;
}
