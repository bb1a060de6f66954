/* link: netsim */
/* graph-routing -- where packets go on a graph: by all shortest ways that there are, evenly; where these would
 * turn too often, by the shortest that only go up and then down; by random routers that have nodes; and which of the
 * two UGAL takes. */
#include <math.h>

#include "lib/machine/graph-search.h"
#include "lib/route/graph.h"
#include "lib/route/routes.h"
#include "unit/netsim/drawn-queues.h"
#include "unit/netsim/follow.h"
#include "unit/netsim/graphs.h"
#include "unit/search.h"

static bool
begins_way(const graph_ways *g, uint32_t link, uint32_t to, bool may_go_up)
{
	const graph_ports *at = &g->ports[g->machine->from[link]];
	uint32_t bit = link - at->first;

	return graph_ways_to((graph_ways *)g, to)[(may_go_up ? 0 : g->words) + at->word + bit / 64] >> bit % 64 & 1;
}

/* A link begins a way if and only if its end is nearer. */
static uint32_t
wrong_shortest(const machine *m, graph_ways *g)
{
	uint32_t *links = xalloc(m->routers, sizeof *links), wrong = 0;

	for (uint32_t to = 0; to < m->routers; to++) {
		search_from(m, to, links);
		for (uint32_t l = 0; l < m->router_links; l++)
			wrong += m->class[l] != CLASS_NODE && begins_way(g, l, to, true) != (links[m->to[l]] < links[m->from[l]]);
		for (uint32_t r = 0; r < m->routers; r++)
			wrong += g->links[to][r] != links[r];
	}
	free(links);
	return wrong;
}

static bool
goes_up(const graph_ways *g, uint32_t link)
{
	return g->place[g->machine->to[link]] < g->place[g->machine->from[link]];
}

/* Links of ways to `to` from each router: length[2 r] while they may go up, length[2 r + 1] when they may not; found
 * by going over all links until nothing changes. */
static void
relax(const graph_ways *g, uint32_t to, uint32_t *length)
{
	const machine *m = g->machine;
	bool changed = true;

	for (uint32_t r = 0; r < 2 * m->routers; r++)
		length[r] = r / 2 == to ? 0 : 1000000;
	while (changed) {
		changed = false;
		for (uint32_t l = 0; l < m->router_links; l++) {
			uint32_t here = 2 * m->from[l], there = m->class[l] == CLASS_NODE ? 0 : length[2 * m->to[l] + !goes_up(g, l)] + 1;

			for (uint32_t phase = 0; m->class[l] != CLASS_NODE && phase < (goes_up(g, l) ? 1 : 2); phase++)
				if (there < length[here + phase]) {
					length[here + phase] = there;
					changed = true;
				}
		}
	}
}

static uint32_t
wrong_restricted(const machine *m, graph_ways *g)
{
	uint32_t *length = xalloc(2 * (size_t)m->routers, sizeof *length), wrong = 0;

	for (uint32_t to = 0; to < m->routers; to++) {
		relax(g, to, length);
		for (uint32_t l = 0; l < m->router_links; l++)
			for (uint32_t phase = 0; m->class[l] != CLASS_NODE && phase < 2; phase++) {
				bool may = phase == 0 || !goes_up(g, l);
				wrong += begins_way(g, l, to, phase == 0) !=
					(may && length[2 * m->to[l] + !goes_up(g, l)] + 1 == length[2 * m->from[l] + phase]);
			}
		for (uint32_t r = 0; r < m->routers; r++)
			wrong += g->links[to][r] != length[2 * r];
	}
	free(length);
	return wrong;
}

/* From all routers but the first in the order a link leads up, so that there is always a way. */
static uint32_t
stranded(const machine *m, const graph_ways *g)
{
	uint32_t count = 0;

	for (uint32_t r = 0; r < m->routers; r++) {
		uint32_t up = 0;
		for (uint32_t l = g->ports[r].first; l < m->first[r + 1]; l++)
			up += goes_up(g, l);
		count += up == 0;
	}
	return count;
}

/* What follow() finds out. */
typedef struct findings {
	uint32_t arrivals, wrong, longest;
} findings;

static void
check_way(void *context, const network *n, const packet *p, const packet *s, uint32_t link)
{
	const machine *m = n->machine;
	const graph_ways *g = n->paths.tables;
	findings *f = context;
	bool first = p->link >= m->router_links, turn;

	if (!(port_of(n, link)->flags & ENDPOINT)) {
		turn = !first && goes_up(g, link) && !goes_up(g, p->link);
		f->wrong += s->channel_next != (first ? 0 : p->channel) + turn;
		return;
	}
	f->arrivals++;
	f->wrong += m->to[link] != p->to || s->channel_next != 0;
	if (!n->choose)
		f->wrong += p->hops != n->paths.routes->length(&n->paths, &p->trip, m->node_router[p->from], NONE) + 1;
	if (p->hops - 1u > f->longest)
		f->longest = p->hops - 1u;
}

/* Every routing on a network where each router has a node; the longest route of minimal and of the others, and
 * whether their ways are restricted. */
static void
ways(const char *name, sketch s, uint32_t longest, bool restricted, uint32_t longest_detour, bool restricted_detours)
{
	machine *m = machine_of_sketch(&s, NULL, "");
	uint32_t pairs = m->routers * (m->routers - 1), detours = m->routers < 3 ? 1 : m->routers - 2;

	for (const routing *r = routings; r->name; r++) {
		bool detour = r->decision->detours, may_be_straight = r->decision->asks != ASKS_NOTHING;
		findings f = { 0 };
		graph_ways *g;
		network n;

		if (!routing_serves(r, m) || r->routes != &routes_graph)
			continue;
		network_init(&n, m, r, 0, 64);
		g = n.paths.tables;
		is_int(g->restricted, detour ? restricted_detours : restricted, xprintf("%s on %s: are its ways restricted?", r->name, name));
		is_int(g->restricted ? wrong_restricted(m, g) : wrong_shortest(m, g), 0, "its ways");
		is_int(stranded(m, g), 1, "routers without a link up");
		follow_all(&n, 1, check_way, &f);
		is_int(f.wrong, 0, "to the right node, the next channel at each turn from down to up");
		is_int(f.longest, detour ? longest_detour : longest, "links of the longest route");
		is_int(f.arrivals, detour ? pairs * (detours + (may_be_straight && m->routers > 2)) : pairs, "routes");
		network_free(&n);
	}
	machine_free(m);
}

/* Links of p's way from `router`; *pass is set if it comes by router p.via. */
static uint32_t
walk(const network *n, packet p, uint32_t router, bool *pass)
{
	uint32_t via = p.via, links = 0, link;

	while (*pass = *pass || via == NONE || router == via, link = paths_next(&n->paths, &p.trip, router), !(port_of(n, link)->flags & ENDPOINT)) {
		router = port_of(n, link)->to;
		links++;
	}
	return links;
}

/* Every third router has no node: detours are by those that have one, come by it and are as long as computed; random
 * bits that are spread evenly draw each as often. */
static void
detours(const char *name, sketch s)
{
	uint32_t wrong = 0, via = NONE, each = 500, count[MOST_ROUTERS] = { 0 }, others = 0;
	bool hosts[MOST_ROUTERS];
	machine *m;
	network n;
	packet p;

	for (uint32_t r = 0; r < s.routers; r++)
		others += hosts[r] = r % 3 != 1;
	others -= 2;
	m = machine_of_sketch(&s, hosts, "");
	network_init(&n, m, routing_find(m, "valiant"), 0, 64);
	for (uint32_t u = 0; u < m->nodes; u++)
		for (uint32_t v = 0; v < m->nodes; v++)
			for (uint32_t k = 0; p = new_packet(&n, u, v), u != v && n.routing->decision->targets(&n.paths, &p.trip, m->node_router[u], k, &via); k++) {
				uint32_t from = m->node_router[u];
				bool pass = false;

				p.via = via;
				wrong += !hosts[via] || via == from || via == p.router || k >= others;
				wrong += walk(&n, p, from, &pass) != n.paths.routes->length(&n.paths, &p.trip, from, via) || !pass;
			}
	is_int(wrong, 0, xprintf("%s: detours", name));
	p = new_packet(&n, 1, 3);
	for (uint32_t i = 0; i < each * others; i++) {
		p.word = (uint32_t)(((uint64_t)i << 32) / (each * others)) + 1;
		p.via = NONE;
		p.settled = 0;
		n.choose(&n, &p, m->node_router[1], 0);
		wrong += !p.settled || p.via >= m->routers;
		count[p.via]++;
	}
	for (uint32_t r = 0; r < m->routers; r++)
		wrong += !hosts[r] || r == m->node_router[1] || r == p.router ? count[r] != 0 : count[r] + 2 < each || count[r] > each + 2;
	is_int(wrong, 0, xprintf("%s: valiant draws every other router with nodes as often", name));
	network_free(&n);
	machine_free(m);
}

/* Two routers with nodes and some between them: no detour. */
static void
nowhere(void)
{
	static const bool hosts[5] = { true, false, false, true, false };
	sketch s = row_of(5, true);
	machine *m = machine_of_sketch(&s, hosts, "");
	network n;

	for (const routing *r = routings; r->name; r++) {
		const decision *d = r->decision;
		uint32_t via = 0;
		packet p;

		if (!routing_serves(r, m) || !d->choose)
			continue;
		network_init(&n, m, r, 0, 64);
		p = new_packet(&n, 0, 1);
		ok(d->targets(&n.paths, &p.trip, 0, 0, &via) && via == NONE && !d->targets(&n.paths, &p.trip, 0, 1, &via),
			"%s: without a third router with nodes straight on", r->name);
		for (uint32_t l = 0; l < m->router_links; l++)
			port_of(&n, l)->waiting = 1000;
		d->choose(&n, &p, 0, 0);
		ok(p.settled && p.via == NONE, "as it chooses");
		network_free(&n);
	}
	machine_free(m);
}

/* The packets between the nodes of routers take their several next links about as evenly as chance would, also
 * those of a router that came by one link. */
static void
even(const char *name, sketch s, uint32_t hosts)
{
	machine *m = machine_of_sketch(&s, NULL, xprintf(",p=%u", hosts));
	uint32_t *count = xcalloc((size_t)m->links * m->router_links, sizeof *count), sample = 0;
	double sum = 0, freedom = 0;
	network n;

	network_init(&n, m, routing_find(m, "minimal"), 0, 64);
	for (uint32_t to = 0; to < m->routers; to++) {
		memset(count, 0, (size_t)m->links * m->router_links * sizeof *count);
		for (uint32_t i = 0; i < m->nodes * hosts; i++) {
			packet p = new_packet(&n, i / hosts, to * hosts + i % hosts);
			uint32_t router = m->node_router[p.from], came = m->links - 1, link;	/* as if all began alike */

			while (router != to) {
				link = paths_next(&n.paths, &p.trip, router);
				count[(size_t)came * m->router_links + link]++;
				came = link;
				router = m->to[link];
			}
		}
		for (uint32_t came = 0; came < m->links; came++)
			for (uint32_t r = 0; r < m->routers; r++) {
				uint32_t links = 0, packets = 0;
				const uint32_t *c = &count[(size_t)came * m->router_links];

				for (uint32_t l = n.machine->first[r]; l < m->first[r + 1]; l++)
					if (m->class[l] != CLASS_NODE && r != to && begins_way(n.paths.tables, l, to, true))
						links++, packets += c[l];
				if (links < 2 || packets < 5 * links)
					continue;
				for (uint32_t l = n.machine->first[r]; l < m->first[r + 1]; l++)
					if (m->class[l] != CLASS_NODE && begins_way(n.paths.tables, l, to, true))
						sum += (c[l] - (double)packets / links) * (c[l] - (double)packets / links) * links / packets;
				freedom += links - 1;
				sample++;
			}
	}
	ok(sample > 20 && sum < freedom + 4 * sqrt(2 * freedom), "%s: links are taken evenly, chi-square %.0f of %.0f", name, sum, freedom);
	free(count);
	network_free(&n);
	machine_free(m);
}

/* Queues at random: which way UGAL takes, by the rule of hopline-routings.7. */
static void
ugal(const char *name, bool whole)
{
	sketch s = random_of(24, 2, 3);
	machine *m = machine_of_sketch(&s, NULL, ",p=2");
	uint32_t wrong = 0, detoured = 0, tries = 20000;
	network n;
	rng r;

	rng_init(&r, 1, "graph-routing", name, "");
	network_init(&n, m, routing_find(m, name), 0, 64);
	for (uint32_t i = 0; i < tries; i++) {
		uint32_t from = (uint32_t)rng_below(&r, m->nodes), to = (uint32_t)rng_below(&r, m->nodes), router = m->node_router[from], via;
		packet p = new_packet(&n, from, to), q = p;
		bool straight = true, pass = false;

		p.word = q.word = rng_u32(&r);
		if (i % 16 == 0)
			draw_queues(&n, &r);
		via = paths_draw(&n.paths, &q.trip, router);
		if (router != p.router) {
			packet around = q;
			around.via = via;
			straight = bytes_on_way(&n, q, router, NONE, whole) * m->kind->distance(m, router, p.router) <=
				bytes_on_way(&n, q, router, via, whole) * walk(&n, around, router, &pass);
		}
		n.choose(&n, &p, router, 0);
		wrong += !p.settled || p.via != (straight ? NONE : via);
		detoured += !straight;
	}
	is_int(wrong, 0, xprintf("%s: the way that it takes", name));
	ok(detoured > tries / 100 && detoured < tries / 2, "a detour %u times of %u", detoured, tries);
	network_free(&n);
	machine_free(m);
}

/* The diameter, searched for from 64 routers at once. */
static void
diameters(void)
{
	static const uint32_t size[] = { 1, 2, 3, 63, 64, 65, 66, 95, 96 };
	uint32_t wrong = 0, r;
	sketch bush;
	machine *m;

	for (size_t i = 0; i < sizeof size / sizeof *size; i++) {
		sketch open = row_of(size[i], false), ring = row_of(size[i], size[i] > 2);
		machine *o = machine_of_sketch(&ring, NULL, "");

		m = machine_of_sketch(&open, NULL, "");
		wrong += graph_diameter(m) != (size[i] - 1 < GRAPH_LONG ? size[i] - 1 : GRAPH_LONG) || graph_diameter(o) != size[i] / 2;
		machine_free(m);
		machine_free(o);
	}
	is_int(wrong, 0, "diameters of rows and rings");
	bush = row_of(60, false);
	for (bush.routers = 96, r = 60; r < 96; r++)
		join(&bush, 30, r);
	m = machine_of_sketch(&bush, NULL, "");
	is_int(graph_diameter(m), 59, "where the last routers are nearer to all");
	machine_free(m);
}

/* Find the ways to a router when there is no memory left for them. */
static void
find_too_many(const void *m)
{
	graph_ways *g = graph_ways_new(m, 1);

	g->left = 2 * 9 * (8 + 2) - 1;
	graph_ways_find(g, 3);
	graph_ways_find(g, 4);
}

int
main(void)
{
	sketch star = star_of(9, 1);

	diameters();
	ways("a pair", row_of(2, false), 1, false, 1, false);
	ways("a ring of 15", row_of(15, true), 7, false, 14, false);
	ways("a ring of 16", row_of(16, true), 8, false, 27, true);
	ways("a ring of 31", row_of(31, true), 15, false, 57, true);
	ways("a ring of 32", row_of(32, true), 30, true, 59, true);
	ways("a tangled ring", tangle_of(60, 1), 11, false, 36, true);
	ways("a star", star_of(9, 3), 2, false, 4, false);
	ways("a star with more than 64 links", star_of(34, 4), 2, false, 4, false);
	ways("two cliques", cliques_of(10, 2), 3, false, 6, false);
	ways("a random graph", random_of(40, 2, 1), 5, false, 10, false);
	ways("another", random_of(30, 3, 2), 3, false, 6, false);
	detours("random graph", random_of(30, 2, 5));
	detours("ring of 21", row_of(21, true));
	nowhere();
	even("random graph", random_of(40, 3, 9), 12);
	even("star", star_of(12, 5), 12);
	ugal("ugal-l", false);
	ugal("ugal-g", true);
	dies(find_too_many, machine_of_sketch(&star, NULL, ""), 1, "hopline: the graph is too large: tables of the ways to more than 23860929 of its 9 routers take more than 2048 MiB");
	return done_testing();
}
