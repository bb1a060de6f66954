/* follow -- a packet through every choice that its routing may make. */
#pragma once

#include <stdlib.h>
#include <string.h>

#include "lib/machine/broken.h"
#include "lib/machine/kinds/rdragonfly.h"
#include "netsim/engine/network.h"
#include "unit/tap.h"

enum { LOST = 64 };	/* routers: the packet does not arrive */

/* At each router and for each choice: p came, by link p->link and channel p->channel, to its hops-th
 * router (from 1 on), and s is the packet as it leaves by `link` on channel s->channel_next. */
typedef void (*visitor)(void *context, const network *n, const packet *p, const packet *s, uint32_t link);

__attribute__((unused)) static packet
new_packet(const network *n, uint32_t from, uint32_t to)
{
	return (packet){ .from = from, .to = to, .router = n->machine->interface_router[to], .via = NONE,
		.link = n->machine->router_links + from, .bytes = 64, .settled = !n->choose };
}

/* From `router` on, to which the head of p has come.  What `choose` may choose is what `targets` says;
 * whether it will be asked again, what it says itself, but that a packet of a dragonfly or Dragonfly+ keeps the detour it has. */
__attribute__((unused)) static void
follow(network *n, packet p, uint32_t router, visitor visit, void *context)
{
	const decision *d = n->routing->decision;
	packet asked;
	uint32_t via = NONE;

	if (p.hops++ > LOST) {
		ok(false, "a packet of %s does not arrive", n->routing->name);
		exit(1);
	}
	asked = p;
	if (!p.settled)
		n->choose(n, &p, router, 0);
	for (uint32_t k = 0; asked.settled || !d->targets ? k == 0 : d->targets(&n->paths, &asked.trip, router, k, &via); k++) {
		packet s = p;
		uint32_t link;

		if (!asked.settled) {
			s.via = via;
			s.settled |= via != NONE && kind_among(n->machine, "dragonfly dragonflyplus");
		}
		link = paths_next(&n->paths, &s.trip, router);
		if (s.channel_next >= network_channels(n, link)) {
			ok(false, "%s uses channel %u of a link that has %u", n->routing->name, s.channel_next, network_channels(n, link));
			exit(1);
		}
		visit(context, n, &p, &s, link);
		if (port_of(n, link)->flags & ENDPOINT)
			continue;
		s.link = link;
		s.channel = s.channel_next;
		follow(n, s, port_of(n, link)->to, visit, context);
	}
}

/* Is there a way at all between two interfaces?  Not to those of broken routers, nor to another plane.  Between groups a packet needs a circuit, where there are such. */
__attribute__((unused)) static bool
has_way(const network *n, uint32_t from, uint32_t to)
{
	const machine *m = n->machine;
	uint32_t x, y;
	const uint16_t *exit;

	if (!m->kind->circuits)
		return !router_broken(m, m->interface_router[from]) && !router_broken(m, m->interface_router[to]) &&
			from / (m->interfaces / m->planes) == to / (m->interfaces / m->planes);
	x = m->level[1].of[from];
	y = m->level[1].of[to];
	return x == y || rdragonfly_exits(rdragonfly_of(m), x, y, &exit);
}

/* How many random words it takes, 0 …, to see all that routes.next makes of them: where a ring is as short either way, or an
 * express mesh has two links, the bits of the lowest dimensions say which it is (lib/route/lattice.c). */
__attribute__((unused)) static uint32_t
words(const network *n)
{
	bool ties = kind_among(n->machine, "torus expressmesh") && n->routing->routes->draws;

	return ties ? 1u << n->machine->dims : 1;
}

/* Follow packets from every `step`-th interface to all others to which there is a way, with each of these words. */
__attribute__((unused)) static void
follow_all(network *n, uint32_t step, visitor visit, void *context)
{
	for (uint32_t u = 0; u < n->machine->interfaces; u += step)
		for (uint32_t v = 0; v < n->machine->interfaces; v++)
			for (uint32_t word = 0; u != v && has_way(n, u, v) && word < words(n); word++) {
				packet p = new_packet(n, u, v);

				p.word = word;
				follow(n, p, n->machine->interface_router[u], visit, context);
			}
}
