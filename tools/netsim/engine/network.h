/* network -- the state of every link, channel and packet while a case runs.
 *
 * The model (hopline-model.7, "The network"): packet-level virtual cut-through
 * with credits.  A router has a buffer of vc_buffer bytes for each input link and
 * virtual channel; a packet leaves for the next router only when that buffer has
 * room for all of it.  A packet waits in a queue of the output channel it was
 * routed to, so one that waits never blocks another for a different output; or, where routers queue
 * at their inputs, behind those that came before it (crossbar.h).
 *
 * The hot path costs one event a hop (the head arrives at a router) and one more
 * where a packet finds its output taken (the link becomes free).  A credit is a
 * time stamp in a list; it becomes an event only when a sender waits for it.
 *
 * The engine knows no topology: a routing (routing.h) names the output. */
#pragma once

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "lib/machine/machine.h"
#include "lib/route/paths.h"
#include "netsim/engine/calendar.h"
#include "netsim/routing.h"

#define LONGEST_CASE INT64_C(1000000000000000000)	/* ps */

/* What a link's flags say. */
enum {
	TOUCHED = 1,		/* in network.touched: used in this case */
	ENDPOINT = 2,		/* leads to a node, which always has room */
	COUNTED = 4,		/* the routing may ask how much waits for it */
	CUT = 8			/* leads to a router of another part (parts.h) */
};

/* A virtual channel of a link as its sender sees it. */
typedef struct channel {
	uint32_t head, tail;	/* packets that wait for it, first ready first; NONE: none */
	int32_t credit;		/* bytes free at the receiver that no packet holds, counting the credits taken in so far */
	uint32_t first, last;	/* credits under way, by time.  No first: `last` is STARVED when the sender waits for one, else NONE */
} channel;

#define STARVED (UINT32_MAX - 1)

/* A link as its sender sees it; one cache line. */
typedef struct port {
	_Alignas(64) int64_t wake;		/* ps, its event; NEVER: none under way */
	int64_t free;		/* from then on the link is free */
	int64_t last;		/* when the last packet in its channels' queues is ready, at the latest */
	uint32_t waiting;	/* bytes in the queues of its channels */
	uint32_t ahead;		/* bytes of the packet sent last if its start, one transfer before `free`, was settled ahead; else 0 */
	uint32_t to;		/* the router (or node) at the other end */
	uint32_t extra;		/* channel v > 0 is v channels behind this byte of network.extra */
	uint8_t queued;		/* a bit a channel that has packets waiting */
	uint8_t served : 4;	/* channel served last */
	uint8_t highest : 4;	/* channel */
	uint8_t speed;		/* index into network.speed */
	uint8_t flags;
	channel vc0;		/* channel 0 */
} port;

/* A credit under way to a sender. */
typedef struct credit {
	int64_t time;		/* when it is there */
	uint32_t bytes, next;
} credit;

/* What the event of a packet means. */
typedef enum packet_kind { ARRIVE, DELIVER, TIMER, RETRY } packet_kind;

/* One cache line, too. */
typedef struct packet {
	int64_t time;		/* while it waits: when it may start, or came; else NEVER */
	int64_t tail;		/* when its tail is where its head is, or is going to */
	union {
		uint32_t next;	/* behind it in its queue, or in the pool */
		uint32_t waited;	/* while it is on a link: how long for that (waits.h) */
	};
	uint32_t link;		/* the link it came by or is on */
	uint32_t bytes;
	uint32_t message;	/* index into the run's flights */
	uint32_t out;		/* when settled: the link by which it leaves the router that `link` leads to */
	union {
		trip trip;	/* where it goes (route.h), and by other names, with what a trip keeps for others: */
		struct {
			uint32_t from, to;	/* nodes */
			uint32_t router;	/* that of node `to` */
			union {
				uint32_t via;	/* the target of its detour, NONE: go straight */
				uint32_t place;	/* while it waits for tokens (wait-sets.h) */
			};
			uint32_t word;		/* random bits */
			uint8_t channel_next : 4;	/* virtual channel on the link that the routes named last */
			uint8_t rank : 4;	/* how far up the order of channels it is */
			uint8_t channel : 4;	/* virtual channel on `link` */
			uint8_t kind : 2;
			uint8_t foreign : 1;	/* the sender of `link` is in another part (parts.h) */
			uint8_t settled : 1;	/* its route is decided: do not ask the decision again */
			uint16_t hops;		/* routers it has come to */
		};
		struct timer {	/* of a TIMER: what for, and whose (run.h) */
			uint32_t what, of;
		} timer;
		struct {	/* of a RETRY: the router, how many sets wait there, how many packets have come to wait (escape/tokens.c) */
			uint32_t router, sets, came;
		} room;
	};
	uint16_t sender;	/* of a foreign one: the part that the sender of `link` is in, */
	uint8_t speed;		/* and the link's speed */
} packet;

_Static_assert(sizeof(port) == 64 && sizeof(packet) == 64, "each is a cache line");

/* A speed that links have, and how long a transfer of that many bytes takes at it. */
typedef struct link_speed {
	speed speed;
	int64_t latency;
	int64_t byte;		/* ps a byte takes, rounded down, at most 2^31 */
	int32_t buffer;		/* bytes of a virtual channel at the end of a link of this speed */
	int64_t *transfer;	/* [packet_bytes + 1]; 0: not computed yet */
} link_speed;

enum { PATIENCE = 1000000 };

/* A packet has waited in a router. */
typedef struct router_wait {
	int64_t wait, end;	/* ps: how long, until when */
	uint32_t link, channel;	/* for which channel */
	uint32_t order;		/* it was noted by the event of this order, */
	int64_t noted;		/* and this time */
} router_wait;

/* The waits in routers (waits.h) that were longer than 0. */
typedef struct router_waits {
	uint64_t count, sum;	/* their number, their sum in units of 1024 ps */
	int64_t notable;	/* ps, from which on more is to be done than counting */
	router_wait longest;	/* wait 0: there was none */
	int64_t patience;	/* ps: packets of closed-loop jobs that wait longer are starved */
	int64_t look;		/* look for starved packets once the clock is past this */
	const char *left_job;	/* of the first packet that had starved when it left; NULL: none did */
	router_wait left;	/* its wait */
	const char *starved;	/* what is known of a starved packet; NULL: there was none */
} router_waits;

/* How routers queue their packets: at the outputs (router.c), or at the inputs (crossbar.h). */
typedef struct router_model {
	bool all_orders;	/* its events have any order, not only links' (link.h) */
	void (*arrive)(struct network *n, uint32_t id);	/* the head of packet `id` is at the router at the end of its link */
	void (*wake)(struct network *n, uint32_t link);	/* the event of a router's link: something may start there */
	void (*request)(struct network *n, uint32_t id, int64_t came);	/* packet `id`, which came at `came`, wants p->out and p->channel_next */
	void (*wake_by)(struct network *n, uint32_t link, int64_t time);	/* have a link wake up at `time` */
	void (*returned)(struct network *n, uint32_t link, uint32_t bytes, int64_t time);	/* credit will be back at `time`; may be NULL, as: */
	void (*reset)(struct network *n);	/* forget what the links used in this case held; may be NULL, as free */
	void (*free)(struct network *n);
} router_model;

extern const router_model output_queued;	/* that of a network when it is made */

/* Who hears what the engine does: the jobs, those who watch, packets that wait for an escape channel.  The engine includes none of their
 * headers. */
typedef struct listeners {
	void (*delivered)(struct network *n, uint32_t id);	/* packet `id` is on its last link, and now the listener's */
	void (*entered)(struct network *n, uint32_t interface);	/* a packet of an open-loop job's interface has come to its first router */
	void (*received)(const struct network *n, const packet *p);	/* p has come from another part: have at hand what it will need */
	void (*taken_back)(struct network *n, const packet *p);	/* the case ended before p, which is on a link or was delivered, started there */
	const char *(*job)(const struct network *n, const packet *p, bool *open);	/* that p belongs to, and whether it is open-loop */
	/* For statistics of links: packet p starts on `link` for x ps; the link is free and has a packet ready, but no credit; the case
	 * is over.  NULL: none are kept. */
	void (*started)(struct network *n, const packet *p, uint32_t link, int64_t x);
	void (*stalled)(struct network *n, uint32_t link);
	void (*unstarted)(struct network *n, const packet *p);	/* of the sender of p's link: `started` was not so */
	void (*over)(struct network *n);
	void (*divide)(struct network *part);	/* `part` is a fresh copy of the whole network: give it what each part keeps for itself; may be
						 * NULL */
	void (*collect)(struct network *n, struct network *part);	/* add up what the part has counted; may be NULL */
	void (*free)(struct network *n);	/* of a part: what it has for itself */
} listeners;

/* Packets that may leave a router by any of several channels, and wait in it until one has room (escape/tokens.c). */
typedef struct waiting_rooms {
	bool (*take)(struct network *n, uint32_t id, uint32_t router);	/* does packet `id` get a channel, with credit for it, at once? */
	void (*credit)(struct network *n, uint32_t link, unsigned v, int64_t time);	/* credit that a packet may wait for is there at `time` */
	void (*retry)(struct network *n, uint32_t id);	/* the event of the room whose cell is `id` */
	void (*reset)(struct network *n);
	void (*divide)(struct network *part);	/* as those of listeners */
	void (*free)(struct network *n);
} waiting_rooms;

typedef struct network {
	const machine *machine;
	const routing *routing;
	paths paths;		/* its routes on this machine */
	void (*choose)(struct network *n, packet *p, uint32_t router, int64_t now);	/* its decision; NULL: packets are settled from the start */
	calendar calendar;
	port *port;		/* [links] */
	packet *packet;		/* the pool of packets, */
	uintptr_t packet_base;	/* which begins with the one whose number is `links`: this lies that many before it */
	channel *extra;		/* channels but the first of links that have several */
	link_speed *speed;
	int64_t span, step;	/* ps: how far ahead a link puts events, at most and at least */
	int64_t router_latency;
	uint64_t bias;		/* bytes that a UGAL leaves out of account of those that wait for the minimal path */
	uint64_t threshold;	/* bytes: while no more wait for the minimal path, a UGAL counts none of them */
	int32_t margin;		/* credits.h, give_back: two of the largest packets; with tokens, or queues at inputs, no credit is that much */
	uint32_t packet_bytes;	/* the largest packet */
	uint32_t packet_end, packet_room, packet_free;	/* number of the first packet never used; room of the pool; free list */
	uint32_t packets_alive;
	credit *credit;
	uint32_t credits_made, credit_room, credit_free;
	uint32_t *coming;	/* [routers], heads that are still to come there in the picosecond `crowded`, else 0 (router.c) */
	int64_t crowded;
	uint32_t wake_bit;	/* set in the orders of links' events alone (link.h); over twice the number of links, routers and tasks */
	uint32_t *touched;	/* links used in this case */
	uint32_t touched_count;
	const router_model *model;
	listeners listeners;
	const waiting_rooms *rooms;	/* NULL: the routing has no escape channels */
	struct escape *escape;	/* what they keep */
	struct statistics *statistics;	/* of links (observe/statistics.h); or NULL */
	struct traffic_run *run;	/* the jobs of the case (run.h) */
	bool open_loop;		/* interfaces wait to hear that a packet has entered */
	bool watched;		/* a listener wants to hear of every packet that starts */
	uint64_t packets_sent;	/* so far */
	uint64_t hops;		/* routers traversed, all packets so far */
	uint32_t route_key[2];	/* of the random words that packets carry */
	uint32_t stride;	/* places for channels of a link in arrays by link: the most that any has */
	uint8_t channels[256];	/* by class: channels of a link */
	router_waits waits;
	struct crossbar *crossbar;	/* when routers queue at their inputs (crossbar.h); or NULL */
	struct usage *usage;	/* [router_links], credit in use, where such routers are asked (usage.h); or NULL */
	/* When it is divided among threads (parts.h): */
	uint32_t parts;		/* how many parts it has; 1: it is whole */
	uint32_t number;	/* of this part */
	struct network **part;	/* [parts], or NULL */
	const uint16_t *part_of;	/* [routers], or NULL */
	struct mail *mail;	/* [parts], what it sends to the others, */
	int64_t sent;		/* and the earliest time of that; NEVER: nothing */
} network;

/* Build the state for a machine under a routing, on `vcs` virtual channels a link (0: as many as it needs), for packets of at most
 * packet_bytes.  Every channel is empty and has all its credit.  False, and nothing is built, when the routing needs more channels. */
bool network_init(network *n, const machine *m, const routing *r, int vcs, uint32_t packet_bytes);
void network_free(network *n);

/* A packet of the largest size takes at most `transfer` ps, on a link or across a crossbar.  One that waits PATIENCE times as long is
 * starved. */
void network_slowest(network *n, int64_t transfer);

/* Part `number` of n: what n keeps by link, router or node is shared with it, the calendar and the pools are its own. */
network *network_part(const network *n, uint32_t number);
void network_part_free(network *part);

/* Give the links of nodes as many channels as a link between routers has at most; before the first packet. */
void network_widen(network *n);

/* Put everything back as network_init left it, the listeners stay; in time linear in what was used. */
void network_reset(network *n);

/* An event of this kind at `time`, in this order, that is no packet on a link: the caller says of what. */
packet *event_new(network *n, packet_kind what, int64_t time, uint32_t order);

/* Take from, and give back to, the pools. */
uint32_t packet_new(network *n);
void packet_delete(network *n, uint32_t id);
uint32_t credit_more(network *n);

/* The k-th of n->parts parts. */
static inline network *
part_at(const network *n, uint32_t k)
{
	return n->part ? n->part[k] : (network *)n;
}

static inline port *
port_of(const network *n, uint32_t link)
{
	return &n->port[link];
}

static inline packet *
packet_of(const network *n, uint32_t id)
{
	return (packet *)(n->packet_base + (size_t)id * sizeof(packet));
}

/* The router that p has come to, or is coming to.  The port of a link from another part (parts.h) is not looked at: its sender writes
 * it. */
static inline uint32_t
router_ahead(const network *n, const packet *p)
{
	return p->foreign ? n->machine->to[p->link] : port_of(n, p->link)->to;
}

/* Channel v of o.  Chosen without a branch: which channel a packet takes is what a
 * processor cannot guess. */
static inline channel *
channel_of(const network *n, port *o, unsigned v)
{
	uintptr_t vc0 = (uintptr_t)&o->vc0;
	uintptr_t other = (uintptr_t)n->extra + o->extra + v * sizeof(channel);

	return (channel *)(vc0 ^ ((vc0 ^ other) & -(uintptr_t)(v != 0)));
}

static inline uint32_t
credit_new(network *n)
{
	uint32_t id = n->credit_free;

	if (id == NONE)
		return credit_more(n);
	n->credit_free = n->credit[id].next;
	return id;
}

/* From now on the link leads to router `to`, NONE: nowhere.  Nothing is on it. */
void network_lead(network *n, uint32_t link, uint32_t to);

/* How many channels a link has. */
static inline unsigned
network_channels(const network *n, uint32_t link)
{
	return n->channels[n->machine->class[link]];
}

/* Picoseconds that a byte takes, rounded down, and at most 2^31: a lower bound that a product with the bytes of a buffer does not
 * overflow. */
int64_t byte_ps(uint64_t bits_per_s);

/* Time that `bytes` take on a link of speed s. */
int64_t network_transfer_slow(link_speed *s, uint32_t bytes);
static inline int64_t
network_transfer(const network *n, uint8_t s, uint32_t bytes)
{
	int64_t x = __atomic_load_n(&n->speed[s].transfer[bytes], __ATOMIC_RELAXED);	/* parts fill it in at once, with the same */

	return x ? x : network_transfer_slow(&n->speed[s], bytes);
}

/* True if the last packet's start time was fixed in advance and still lies ahead. */
static inline bool
network_ahead(const network *n, const port *o, int64_t now)
{
	return o->ahead && o->free > now && o->free - network_transfer(n, o->speed, o->ahead) >= now;
}

/* Bytes of credit that a link has in use, and of those that wait behind its output for some; of a link to a node, bytes that
 * wait behind its output (crossbar.h). */
uint64_t crossbar_used(struct network *n, uint32_t link);

/* Bytes that wait at the output for channel v of a link, behind the crossbar where there is one, and what there is room for. */
uint64_t network_behind(const struct network *n, uint32_t link, unsigned v);
int64_t network_output(const struct network *n, uint32_t link);

/* When a link is free again of what has been sent by now (crossbar.h). */
int64_t crossbar_link_free(const struct network *n, uint32_t link);

/* Bytes that a virtual channel at the end of a link holds. */
static inline int32_t
network_buffer(const network *n, uint32_t link)
{
	return n->speed[port_of(n, link)->speed].buffer;
}

/* Bytes that wait in the sending router for this link (never bytes under way), or, where routers queue at their
 * inputs, that it has in use; the link is COUNTED. */
static inline uint64_t
network_waiting(const network *n, uint32_t link, int64_t now)
{
	const port *o = port_of(n, link);

	assert(o->flags & COUNTED);
	if (n->crossbar)
		return crossbar_used((network *)n, link);
	return o->waiting + (network_ahead(n, o, now) ? (uint64_t)o->ahead : 0);
}

/* When a link is free again of what has been sent by now; NEVER: packets, perhaps empty ones, wait at its output without a crossbar. */
static inline int64_t
network_link_free(const network *n, uint32_t link)
{
	const port *o = port_of(n, link);

	return n->crossbar ? crossbar_link_free(n, link) : o->queued ? NEVER : o->free;
}

static inline void
network_touch(network *n, uint32_t link)
{
	port *o = port_of(n, link);

	if (!(o->flags & TOUCHED)) {
		o->flags |= TOUCHED;
		n->touched[n->touched_count++] = link;
	}
}
