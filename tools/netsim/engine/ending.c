/* ending -- a case ends: all is back, or it is cut off while packets are under way. */
#include "netsim/engine/ending.h"

#include <stdio.h>

#include "netsim/engine/credits.h"
#include "netsim/engine/waits.h"

/* When p, whose event is still to come, starts on the link that it is on; -1: it is on none. */
static int64_t
start_of(const network *n, const packet *p)
{
	uint8_t s;

	if ((p->kind != ARRIVE && p->kind != DELIVER) || p->link == NONE)
		return -1;
	s = n->machine->speed_of[p->link];
	return p->tail - n->speed[s].latency - network_transfer(n, s, p->bytes);
}

void
ending_take_back(network *n, const packet *p, int64_t end)
{
	if (start_of(n, p) <= end)
		return;
	if (p->link < n->machine->router_links && p->waited) {	/* for that: waits_note */
		n->waits.count--;
		n->waits.sum -= p->waited - 1;
	}
	n->listeners.taken_back(n, p);
	if (n->listeners.unstarted)
		n->listeners.unstarted(p->foreign ? part_at(n, p->sender) : n, p);
}

static void
cut(network *n, int64_t end)
{
	uint32_t id;

	while ((id = calendar_pop(&n->calendar)) != NO_EVENT) {
		if (id < n->machine->links)
			port_of(n, id)->wake = NEVER;
		else
			ending_take_back(n, packet_of(n, id), end);
	}
	n->calendar.now = end;
}

void
ending_cut(network *n, int64_t end)
{
	for (uint32_t k = 0; k < n->parts; k++)
		cut(part_at(n, k), end);
}

static const char *
check_part(network *n)
{
	static char text[160];

	for (uint32_t i = 0; i < n->touched_count; i++) {
		uint32_t link = n->touched[i];
		port *o = port_of(n, link);

		if (o->queued || o->waiting) {
			snprintf(text, sizeof text, "%s holds %u bytes", machine_end(n->machine, link, false), o->waiting);
			return text;
		}
		for (unsigned v = 0; v < network_channels(n, link); v++) {
			channel *c = channel_of(n, o, v);

			channel_has(n, c, INT32_MAX, NEVER);
			if (c->credit == network_buffer(n, link))
				continue;
			snprintf(text, sizeof text, "the link from %s to %s has %d of %d bytes of credit",
				machine_end(n->machine, link, false), machine_end(n->machine, link, true),
				c->credit, network_buffer(n, link));
			return text;
		}
	}
	if (n->packets_alive) {
		snprintf(text, sizeof text, "%u packets have not arrived", n->packets_alive);
		return text;
	}
	return NULL;
}

const char *
network_check(network *n)
{
	const char *wrong = NULL;

	for (uint32_t k = 0; k < n->parts && !wrong; k++)
		wrong = check_part(part_at(n, k));
	return wrong;
}
