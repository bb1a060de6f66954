/* ending -- what counts when a case is cut off while packets are under way. */
#include "netsim/engine/ending.h"

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

static void
take_back(network *n, const packet *p)
{
	if (p->link < n->machine->router_links)
		waits_take_back(n, p);
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
		else if (start_of(n, packet_of(n, id)) > end)
			take_back(n, packet_of(n, id));
	}
	n->calendar.now = end;
}

void
ending_cut(network *n, int64_t end)
{
	for (uint32_t k = 0; k < n->parts; k++)
		cut(part_at(n, k), end);
}
