/* crossbar -- routers that queue at their inputs (`netsim --router input`).
 *
 * The packets of an input link's virtual channel wait in the order in which they came, and only the first of them requests
 * an output: it blocks those behind it, whatever they want (Karol, Hluchyj and Morgan 1987).  It is routed when it
 * becomes the first, that is when the one before it begins to cross.
 *
 * A channel of an output is given to one packet at a time, and is that packet's until its tail has crossed
 * (virtual-channel allocation: Dally 1992; Dally and Towles 2004, 16.1).  After that the channel is there for
 * another, and the input channel for the packet behind, only the allocation time later.
 *
 * A crossbar joins the inputs of a router to its outputs.  A packet crosses it at S times the speed of its output link,
 * S the speedup, or at a bandwidth of its own, and until it has, neither its input link's port of the crossbar nor the output's is there
 * for another. It begins when both are free and the next router has room for it: the credit is taken then.  Its room in the input
 * buffer is free when its tail has crossed, and not before that could be ready; ports and channels do not wait for
 * a tail that the crossbar is too fast for.
 *
 * An output that is free looks at its channels in turn, beginning behind the one that it served last.  It gives a free channel
 * to one of the packets that are ready for it, the next in turn by number of input link and channel.  The first packet that has
 * its channel and may cross does so.  At first both turns begin at the lowest.  Outputs that look in the same
 * picosecond do so in an order that is another at every time, so that none is always the last.
 *
 * Behind the crossbar a packet goes out at once, or when those that crossed before it have.  With S = 1 none ever
 * waits there (nor where the crossbar is slower than the link, which the packet leaves by only so early that the crossbar keeps up); else
 * an output holds what goes out in the time of one virtual channel's buffer, of the packet that is going out what is left of it, and a
 * packet crosses only where there is room for one of the largest: else small ones would take the room that a large one waits for, for
 * ever.  The link of a node has as many channels as links between routers have at most, and the node's interface uses those that have
 * credit in turn; the link to a node only those that the routing names.  An idle network's times are those of routers that queue at the
 * outputs.
 *
 * A packet that comes is ready one router latency later at the earliest.  So if its input link's channels are empty, no packet requests
 * its output, and both ports, the channels and the credit are there when it is ready, then no packet can cross before it.  Its crossing is
 * settled at once, though it lies ahead: its next event is its arrival at the next router.  Others behind it may be routed
 * only when it has begun to cross, and routings are told nothing of it before (asked.c).
 *
 * A queue of an output channel (network.h) holds those that ask for it; a wake-up of a link is when its output
 * looks.  Routings are told of the bytes of credit that a link has in use, as such routers know them, in place of
 * bytes that wait for it; of a link to a node, of those that have still to go out.  Its output stalls when it looks, the
 * link is free and nothing crosses, but something would if credit were there. */
#pragma once

#include "netsim/engine/network.h"

/* A virtual channel of a link, at its end. */
typedef struct input_vc {
	int64_t open;		/* from then on its first packet may be ready */
	uint32_t first;		/* of those behind the one that requests an output; NONE: none */
	uint32_t last;		/* of all that it holds and that have still to cross; NONE: none */
} input_vc;

/* The end of a link. */
typedef struct input_end {
	int64_t free;		/* from then on its port of the crossbar is */
	int64_t begins;		/* when the crossing that was settled ahead last does */
	uint32_t output;	/* the link to which that is */
	uint32_t waiting;	/* packets in its channels whose crossing is not settled */
	uint8_t channel;	/* from which it is */
	uint8_t small;		/* a bit a channel: the packet that came last to it is */
	input_vc vc[];
} input_end;

/* A virtual channel of a link, at its start. */
typedef struct output_vc {
	uint32_t holder;	/* the packet that has it; NONE: it is free */
	uint32_t turn;		/* number of the input channel that had it last */
} output_vc;

/* The start of a link. */
typedef struct output_end {
	int64_t free;		/* from then on its port of the crossbar is */
	int64_t begins;		/* when the crossing that was settled ahead last does */
	int64_t link_free;	/* before that crossing, the link was to be free from then on */
	uint32_t bytes;		/* that cross */
	uint32_t coming;	/* packets that will request this output, but wait behind small ones */
	uint32_t next;		/* the input link at which a packet waits for that crossing to begin; NONE: none */
	output_vc vc[];
} output_end;

enum { CROSSBAR_ONE = 1000 };	/* a speedup of 1 */

/* What a crossbar is to be like. */
typedef struct crossbar_plan {
	uint32_t speedup;	/* thousandths, at least CROSSBAR_ONE; or 0, and */
	uint64_t bits_per_s;	/* this is its bandwidth */
	int64_t allocation;	/* ps */
	uint32_t output_buffer;	/* bytes of a channel's buffer behind it, at least one of the largest packets; 0: none */
} crossbar_plan;

typedef struct crossbar {
	crossbar_plan plan;
	int64_t **crossing;	/* [speeds][packet_bytes + 1]: ps that a packet takes across to a link; 0: not computed yet */
	char *input, *output;	/* [links], of input_size and output_size bytes each */
	size_t input_size, output_size;
	int64_t *open;		/* [links * stride]: from when on an output's channel may be given to a packet; NULL: when the output is free */
	uint32_t small;		/* bytes of a packet that may cross within the latency of a router, at most */
	uint32_t *unknown;	/* [routers]: packets that wait behind small ones and will be routed only when they are the first */
	struct outputs *outputs;	/* buffers behind it (outputs.h); or NULL */
	int64_t *ahead;		/* [speeds]: ps that a link may be taken for when a packet begins to cross to its output */
	bool settles;		/* crossings ahead of time */
} crossbar;

/* Make the network's routers queue at their inputs; before the first packet. */
void crossbar_init(network *n, const crossbar_plan *plan);

static inline input_end *
input_of(const crossbar *b, uint32_t link)
{
	return (input_end *)(void *)(b->input + link * b->input_size);
}

static inline output_end *
output_of(const crossbar *b, uint32_t link)
{
	return (output_end *)(void *)(b->output + link * b->output_size);
}

/* The order in which outputs look in one picosecond: behind all other events (link.h), and another at every time. */
static inline uint32_t
arbitration_order(uint32_t link, int64_t time)
{
	uint32_t mix = (uint32_t)((uint64_t)time * UINT64_C(0x9e3779b97f4a7c15) >> 33);

	return UINT32_C(1) << 31 | (link ^ mix);
}

/* Have at hand the ends of p's links. */
__attribute__((always_inline)) static inline void
crossbar_fetch(const network *n, const packet *p)
{
	__builtin_prefetch(output_of(n->crossbar, p->out));
	__builtin_prefetch(input_of(n->crossbar, p->link));
}
