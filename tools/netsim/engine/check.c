/* check -- is everything back at the end of a run? */
#include "netsim/engine/check.h"

#include <stdio.h>

#include "netsim/engine/credits.h"

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
