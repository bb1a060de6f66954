/* link: netsim */
/* dragonfly-routes -- where packets go on dragonflies: every choice that a routing may
 * make leads to the destination in at most the links it should take, and the length that
 * is computed is the length that is walked. */
#include <stdlib.h>

#include "lib/route/dragonfly.h"
#include "netsim/engine/network.h"
#include "unit/tap.h"

enum { TOO_MANY = 20 };	/* links: the packet is lost */

static packet
new_packet(const machine *m, uint32_t from, uint32_t to)
{
	return (packet){ .from = from, .to = to, .router = m->node_router[to], .via = NONE,
		.link = m->router_links + from, .bytes = 64 };
}

/* Links between routers that p takes from `router` on; TOO_MANY when it comes to a wrong node.
 * *seen: whether it came by group `pass` (NONE: none to come by). */
static uint32_t
walk(const network *n, packet p, uint32_t router, uint32_t pass, bool *seen)
{
	const dragonfly *d = dragonfly_of(&n->paths);

	*seen = pass == NONE;
	for (uint32_t links = 0; links < TOO_MANY; links++) {
		uint32_t link = paths_next(&n->paths, &p.trip, router);

		*seen = *seen || d->group[router] == pass;
		if (port_of(n, link)->flags & ENDPOINT)
			return n->machine->to[link] == p.to ? links : TOO_MANY;
		router = port_of(n, link)->to;
	}
	return TOO_MANY;
}

/* Over all pairs of nodes, all routers of the source's group and all detours: how often
 * dragonfly_length is not what a walk takes, or the detour's group is not come by. */
static uint32_t
wrong_links(const network *n)
{
	const machine *m = n->machine;
	const dragonfly *d = dragonfly_of(&n->paths);
	uint32_t wrong = 0, via = NONE;

	for (uint32_t u = 0; u < m->nodes; u++)
		for (uint32_t v = 0; v < m->nodes; v++)
			for (uint32_t place = 0; place < d->a && u != v; place++) {
				uint32_t router = d->group[m->node_router[u]] * d->a + place;
				packet p = new_packet(m, u, v);
				bool same = d->group[router] == d->group[p.router], seen;

				for (uint32_t k = 0; targets_either(&n->paths, &p.trip, router, k, &via); k++) {
					packet q = p;

					q.via = via;
					wrong += walk(n, q, router, same ? NONE : via, &seen) != dragonfly_length(&n->paths, &p.trip, router, via);
					wrong += !seen;
				}
			}
	return wrong;
}

/* Follow p through every choice of its routing; the links of the longest way that it may
 * go from `router` on, or more than TOO_MANY when one leads astray. */
static uint32_t
longest(network *n, packet p, uint32_t router, uint32_t taken)
{
	const decision *d = n->routing->decision;
	packet q = p;
	uint32_t most = 0, via = NONE;

	if (taken > TOO_MANY)
		return taken;
	if (!p.settled)
		n->choose(n, &p, router, 0);
	for (uint32_t k = 0; q.settled ? k == 0 : d->targets(&n->paths, &q.trip, router, k, &via); k++) {
		packet s = p;
		uint32_t link, way;

		if (!q.settled) {
			s.via = via;
			s.settled = p.settled || via != NONE;
		}
		link = paths_next(&n->paths, &s.trip, router);
		if (port_of(n, link)->flags & ENDPOINT) {
			way = n->machine->to[link] == p.to ? taken : TOO_MANY + 1;
		} else {
			s.link = link;
			way = longest(n, s, port_of(n, link)->to, taken + 1);
		}
		if (way > most)
			most = way;
	}
	return most;
}

/* The longest way of a routing between any two nodes; *not_shortest counts the pairs
 * whose way is longer than it must be. */
static uint32_t
longest_of_all(network *n, uint32_t *not_shortest)
{
	const machine *m = n->machine;
	uint32_t most = 0;

	*not_shortest = 0;
	for (uint32_t u = 0; u < m->nodes; u++)
		for (uint32_t v = 0; v < m->nodes; v++) {
			packet p = new_packet(m, u, v);
			uint32_t way;

			if (u == v)
				continue;
			p.settled = !n->choose;
			way = longest(n, p, m->node_router[u], 0);
			*not_shortest += way != node_distance(m, u, v);
			if (way > most)
				most = way;
		}
	return most;
}

static void
lengths(const machine *m)
{
	static const struct { const char *name; uint32_t most; } bound[] = {
		{ "minimal", 3 }, { "valiant", 5 }, { "ugal-l", 5 }, { "ugal-g", 5 }, { "par", 6 },
	};
	const dragonfly *d = m->shape;

	for (size_t i = 0; i < sizeof bound / sizeof *bound; i++) {
		uint32_t not_shortest;
		network n;

		network_init(&n, m, routing_find(m, bound[i].name), 0, 64);
		is_int(longest_of_all(&n, &not_shortest), bound[i].most, xprintf("%s on %s: links of the longest way", bound[i].name, m->spec));
		if (i == 0 && d->copies == 1)
			is_int(not_shortest, 0, xprintf("minimal on %s: all ways are shortest ones", m->spec));
		is_int(wrong_links(&n), 0, xprintf("%s on %s: lengths computed and walked", bound[i].name, m->spec));
		network_free(&n);
	}
}

int
main(void)
{
	static const char *const shape[] = {
		"dragonfly:g=9,a=4,p=1", "dragonfly:g=9,a=4,p=1,arrangement=relative", "dragonfly:g=9,a=4,p=1,arrangement=circulant",
		"dragonfly:g=5,a=4,p=2,h=2", "dragonfly:g=4,a=5,p=1,h=2,arrangement=circulant", NULL
	};

	for (int i = 0; shape[i]; i++) {
		machine *m = machine_build(shape[i], NULL, 0, "test", 1);

		lengths(m);
		machine_free(m);
	}
	return done_testing();
}
