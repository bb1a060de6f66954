/* buffers -- how much room lets a stream of packets flow at its link's rate.
 *
 * A packet takes its room when its head starts, and the sender hears that the room is free a round trip later: when the head has come,
 * has passed the router, the tail has left, and the credit has come back. */
#include "lib/machine/buffers.h"

#include "lib/cli/wide.h"

enum { LEAST = 14000 };	/* the buffers of the Level-Spread paper's study */

/* The round trip without the transfer of the packet, ps. */
static wide
latencies(const machine *m, const speed *s)
{
	return 2 * (wide)s->latency + (wide)m->router_latency;
}

/* Bytes that the link carries meanwhile. */
static wide
carried(const machine *m, const speed *s)
{
	wide bits = latencies(m, s) * (wide)s->bits_per_s;

	return (bits + 7999999999999U) / 8000000000000U;
}

int64_t
buffer_needed(const machine *m, const speed *s, int64_t packet)
{
	wide size = (wide)packet, bytes = (carried(m, s) + 2 * size - 1) / size * size;

	return bytes < INT64_MAX ? (int64_t)bytes : INT64_MAX;
}

int64_t
buffer_bytes(const machine *m, const speed *s, int64_t packet)
{
	wide bytes = carried(m, s) + 3 * (wide)packet;

	if (m->vc_buffer)
		return m->vc_buffer;
	return bytes < LEAST ? LEAST : bytes < INT32_MAX ? (int64_t)bytes : INT32_MAX;
}

double
buffer_rate(const machine *m, const speed *s, int64_t packet, int64_t bytes)
{
	double link = (double)s->bits_per_s, trip = (double)latencies(m, s) * 1e-12 + 8 * (double)packet / link;
	double rate = 8 * (double)(bytes / packet * packet) / trip;

	return bytes >= buffer_needed(m, s, packet) || rate > link ? link : rate;
}
