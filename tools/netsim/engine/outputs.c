/* outputs -- buffers behind a crossbar. */
#include "netsim/engine/outputs.h"

#include <stdlib.h>

#include "lib/cli/cli.h"
#include "netsim/engine/link.h"
#include "netsim/engine/usage.h"
#include "netsim/engine/waits.h"

static const output_queue empty = { NONE, NONE, 0 };
static const output nothing_left = { 0, MAX_CHANNELS - 1, MAX_CHANNELS - 1, 0 };

static output_queue *
queue_of(const network *n, const outputs *b, uint32_t link, unsigned v)
{
	return &b->queue[(size_t)link * n->stride + v];
}

outputs *
outputs_init(const network *n, uint32_t size)
{
	uint32_t links = n->machine->router_links;
	size_t channels = (size_t)links * n->stride;
	outputs *b = xcalloc(1, sizeof *b);

	*b = (outputs){ .size = size, .queue = xlarge(channels, sizeof *b->queue), .output = xlarge(links, sizeof *b->output) };
	for (size_t i = 0; i < channels; i++)
		b->queue[i] = empty;
	for (uint32_t i = 0; i < links; i++)
		b->output[i] = nothing_left;
	return b;
}

void
outputs_free(outputs *b)
{
	if (!b)
		return;
	free_all(b->queue, b->output, b);
}

void
outputs_forget(const network *n, outputs *b, uint32_t link)
{
	if (link >= n->machine->router_links)
		return;
	b->output[link] = nothing_left;
	for (unsigned v = 0; v < n->stride; v++)
		*queue_of(n, b, link, v) = empty;
}

bool
outputs_have_room(const network *n, const outputs *b, uint32_t link, unsigned v, uint32_t bytes)
{
	const output *o = &b->output[link];
	const port *p = port_of(n, link);
	uint32_t leaving = o->channel == v && p->free > n->calendar.now ? o->leaving : 0;

	return (uint64_t)queue_of(n, b, link, v)->waiting + leaving + bytes <= b->size;
}

void
outputs_add(network *n, outputs *b, uint32_t id, uint32_t link, int64_t ready, int64_t waited)
{
	packet *p = packet_of(n, id);
	output_queue *q = queue_of(n, b, link, p->channel_next);

	p->time = ready;
	p->next = NONE;
	p->tail = ready - waited;	/* its tail is known to the crossbar; from now on this is when it could have started */
	if (q->head == NONE)
		q->head = id;
	else
		packet_of(n, q->tail)->next = id;
	q->tail = id;
	q->waiting += p->bytes;
	b->output[link].holds |= (uint8_t)(1u << p->channel_next);
	b->output[link].crossed = p->channel_next;
}

void
outputs_start(network *n, outputs *b, uint32_t link, unsigned v, int64_t when)
{
	output_queue *q = queue_of(n, b, link, v);
	uint32_t id = q->head;
	packet *p = packet_of(n, id);
	port *o = port_of(n, link);

	q->head = p->next;
	if (q->head == NONE)
		b->output[link].holds &= (uint8_t)~(1u << v);
	q->waiting -= p->bytes;
	p->time = NEVER;
	waits_note(n, p, link, when, when - p->tail);
	usage_take(n, link, o, p->bytes);
	b->output[link].leaving = p->bytes;
	b->output[link].channel = (uint8_t)v;
	link_send(n, id, p, link, o, when, network_transfer(n, o->speed, p->bytes));
	o->ahead = 0;
}

int64_t
outputs_serve(network *n, outputs *b, uint32_t link, bool *stalled)
{
	port *o = port_of(n, link);
	int64_t next = NEVER;

	*stalled = false;
	if (o->free > n->calendar.now)
		return o->free;
	if (!b->output[link].holds)
		return NEVER;
	for (unsigned k = 0, v = b->output[link].channel; k <= o->highest; k++) {
		uint32_t id;
		int64_t when;

		v = v >= o->highest ? 0 : v + 1;
		id = queue_of(n, b, link, v)->head;
		if (id == NONE)
			continue;
		if (!channel_may_start(n, o, v, packet_of(n, id), &when, stalled)) {
			next = when < next ? when : next;
			continue;
		}
		outputs_start(n, b, link, v, n->calendar.now);
		*stalled = false;
		return o->free;
	}
	return next;
}

uint64_t
outputs_waiting(const network *n, const outputs *b, uint32_t link, unsigned v)
{
	return queue_of(n, b, link, v)->waiting;
}
