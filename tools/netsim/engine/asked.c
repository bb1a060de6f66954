/* asked -- what routings ask of routers (network.h): where these queue at their inputs, not what is settled ahead and has not begun. */
#include "netsim/engine/crossbar.h"
#include "netsim/engine/outputs.h"
#include "netsim/engine/usage.h"

/* Does the crossing to `link` that was settled last, and begins then, still lie ahead of what happens now? */
static bool
lies_ahead(const network *n, uint32_t link, int64_t begins)
{
	int64_t now = n->calendar.now;

	return begins >= now && (begins > now || calendar_order(&n->calendar) < arbitration_order(link, now));
}

int64_t
crossbar_link_free(const network *n, uint32_t link)
{
	const crossbar *b = n->crossbar;

	return lies_ahead(n, link, n->usage[link].begins) ? output_of(b, link)->link_free : port_of(n, link)->free;
}

/* Bytes that have crossed and have still to go out on this link, by the whole picoseconds that a byte takes. */
static uint64_t
leaving(const network *n, uint32_t link)
{
	const link_speed *s = &n->speed[port_of(n, link)->speed];
	int64_t left = crossbar_link_free(n, link) - n->calendar.now, byte = (int64_t)(UINT64_C(8000000000000) / s->speed.bits_per_s);

	return left > 0 ? (uint64_t)(left / (byte ? byte : 1)) : 0;
}

uint64_t
network_behind(const network *n, uint32_t link, unsigned v)
{
	const outputs *b = n->crossbar ? n->crossbar->outputs : NULL;

	if (!n->crossbar)
		return network_waiting(n, link, n->calendar.now);
	return b ? outputs_waiting(n, b, link, v) : leaving(n, link);
}

int64_t
network_output(const network *n, uint32_t link)
{
	const outputs *b = n->crossbar ? n->crossbar->outputs : NULL;

	return b ? (int64_t)b->size : network_buffer(n, link);
}

uint64_t
crossbar_used(network *n, uint32_t link)
{
	const crossbar *b = n->crossbar;
	uint64_t used = usage_now(n, link);

	if (lies_ahead(n, link, n->usage[link].begins))
		used -= n->usage[link].ahead;
	if (used == 0 && port_of(n, link)->flags & ENDPOINT)
		used = leaving(n, link);
	for (unsigned v = 0; b->outputs && v < n->stride; v++)
		used += outputs_waiting(n, b->outputs, link, v);
	return used;
}
