/* link -- packets start on links. */
#include "netsim/engine/link.h"

#include "netsim/engine/settled.h"

void
link_tell(network *n, const packet *p, uint32_t link, int64_t x)
{
	int64_t start = port_of(n, link)->free - x;

	if (n->settled && start > n->calendar.now && link < n->machine->router_links && !n->crossbar)
		settled_note(n, p, link, wake_order(link), start, x);
	if (n->listeners.started)
		n->listeners.started(n, p, link, x);
}

void
link_send(network *n, uint32_t id, uint32_t link, int64_t when, int64_t x)
{
	link_send_now(n, id, packet_of(n, id), link, port_of(n, link), when, x);
}
