/* outputs -- buffers behind a crossbar (`netsim --router input --output-buffer SIZE`).
 *
 * Each channel of an output has a buffer of its own.  A packet crosses where that has room for it, and takes the room when it
 * begins to cross; the credit of the next router it takes when it starts on the link.  The packets of a channel leave in the order
 * in which they crossed; the link serves in turn the channels whose first packet has its credit and may start, which is as soon as
 * the crossbar can keep up with the link.  The room is free when the tail has left. */
#pragma once

#include "netsim/engine/network.h"

/* The buffer of a channel. */
typedef struct output_queue {
	uint32_t head, tail;	/* packets, those that cross included; NONE: none */
	uint32_t waiting;	/* their bytes */
} output_queue;

/* The end of a link where its packets start. */
typedef struct output {
	uint32_t leaving;	/* bytes of the packet that started last, until the link is free */
	uint8_t channel;	/* its channel */
	uint8_t crossed;	/* the channel to which a packet crossed last */
	uint8_t holds;		/* a bit a channel that has packets */
} output;

typedef struct outputs {
	uint32_t size;		/* of a channel's buffer, bytes */
	output_queue *queue;	/* [links * stride] */
	output *output;		/* [links] */
} outputs;

/* Give the channels of all links between routers, and to nodes, buffers of `size` bytes, at least one of the largest packets. */
outputs *outputs_init(const network *n, uint32_t size);
void outputs_free(outputs *b);

/* Forget what a link held. */
void outputs_forget(const network *n, outputs *b, uint32_t link);

/* Is there room for `bytes` more in the buffer of channel v? If not, it comes when the link's next packet has left. */
bool outputs_have_room(const network *n, const outputs *b, uint32_t link, unsigned v, uint32_t bytes);

/* Packet `id` begins to cross to p->channel_next of `link`, having waited so long in the router; it may start at `ready`. */
void outputs_add(network *n, outputs *b, uint32_t id, uint32_t link, int64_t ready, int64_t waited);

/* The first packet of channel v starts on the link at `when`. */
void outputs_start(network *n, outputs *b, uint32_t link, unsigned v, int64_t when);

/* Start what may start on `link`.  When to look again, NEVER: when something comes; *stalled: it is free, and a packet is kept
 * by credit alone. */
int64_t outputs_serve(network *n, outputs *b, uint32_t link, bool *stalled);

/* Bytes that wait in the buffer of channel v of `link`, the packet on the link left out. */
uint64_t outputs_waiting(const network *n, const outputs *b, uint32_t link, unsigned v);
