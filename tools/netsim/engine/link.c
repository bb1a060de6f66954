/* link -- packets start on links. */
#include "netsim/engine/link.h"

void
link_tell(network *n, const packet *p, uint32_t link, int64_t x)
{
	n->listeners.started(n, p, link, x);
}

void
link_send(network *n, uint32_t id, uint32_t link, int64_t when, int64_t x)
{
	link_send_now(n, id, packet_of(n, id), link, port_of(n, link), when, x);
}
