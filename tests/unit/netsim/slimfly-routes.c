/* link: netsim */
/* slimfly-routes -- where packets go on Slim Fly: by all the shortest ways that there are, evenly; by
 * random routers, evenly; and which of the two UGAL takes. */
#include <math.h>
#include <stdlib.h>

#include "lib/rng/rng.h"
#include "unit/netsim/drawn-queues.h"
#include "unit/netsim/follow.h"

enum { SOURCES = 250 };	/* so many miss one of nine ways once in 10^12 */

static machine *
build(uint32_t q, uint32_t p)
{
	return machine_build(xprintf("slimfly:q=%u,p=%u", q, p), NULL, 0, "test", 1);
}

static bool
linked(const machine *m, uint32_t a, uint32_t b)
{
	for (uint32_t l = m->first[a]; l < m->first[a + 1]; l++)
		if (m->class[l] != CLASS_NODE && m->to[l] == b)
			return true;
	return false;
}

/* Shortest ways from router a to another one, b: the link, if there is one, else those over the routers that are linked to both. */
static uint32_t
shortest_ways(const machine *m, uint32_t a, uint32_t b)
{
	uint32_t count = 0;
	bool direct = linked(m, a, b);

	for (uint32_t l = m->first[a]; l < m->first[a + 1]; l++)
		count += m->class[l] != CLASS_NODE && (direct ? m->to[l] == b : linked(m, m->to[l], b));
	return count;
}

/* Of the links by which packets of SOURCES sources leave router a for router b: how many there are.  *wrong counts those on no shortest way. */
static uint32_t
first_links(const network *n, uint32_t a, uint32_t b, uint32_t *wrong)
{
	const machine *m = n->machine;
	uint32_t count = 0;
	bool *seen = calloc(m->links, sizeof *seen), direct = linked(m, a, b);

	for (uint32_t from = 0; from < SOURCES; from++) {
		trip t = { .from = from, .to = m->to[m->first[b]], .router = b, .via = NONE };
		uint32_t link = n->paths.routes->next(&n->paths, &t, a);

		count += !seen[link];
		seen[link] = true;
		*wrong += m->from[link] != a || (direct ? m->to[link] != b : !linked(m, m->to[link], b));
	}
	free(seen);
	return count;
}

/* Packets take each shortest way, and no other. */
static uint32_t
wrong_ways(const network *n)
{
	const machine *m = n->machine;
	uint32_t wrong = 0;

	for (uint32_t a = 0; a < m->routers; a++)
		for (uint32_t b = 0; b < m->routers; b++)
			if (a != b)
				wrong += first_links(n, a, b, &wrong) != shortest_ways(m, a, b);
	return wrong;
}

/* What follow() finds out. */
typedef struct findings {
	uint32_t arrivals, wrong, longest;
} findings;

static void
check_way(void *context, const network *n, const packet *p, const packet *s, uint32_t link)
{
	const machine *m = n->machine;
	findings *f = context;

	if (!(port_of(n, link)->flags & ENDPOINT)) {
		f->wrong += s->channel_next + 1u != p->hops;	/* channel 0 from the first router */
		return;
	}
	f->arrivals++;
	f->wrong += m->to[link] != p->to || s->channel_next != 0;
	if (!n->choose)
		f->wrong += p->hops != node_distance(m, p->from, p->to) + 1u;
	if (p->hops - 1u > f->longest)
		f->longest = p->hops - 1u;
}

/* Of a machine with so many nodes a router; packets from every `step`-th node. */
static void
ways(uint32_t q, uint32_t hosts, uint32_t step)
{
	static const struct { const char *name; uint32_t longest, more; } of[] = {
		{ "minimal", 2, 0 }, { "valiant", 4, 0 }, { "ugal-l", 4, 1 }, { "ugal-g", 4, 1 },
	};
	machine *m = build(q, hosts);
	int64_t sources = (m->nodes + step - 1) / step, near = sources * (hosts - 1), far = sources * (m->nodes - hosts);

	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		findings f = { 0 };
		network n;

		network_init(&n, m, routing_find(m, of[i].name), 0, 64);
		if (i == 0)
			is_int(wrong_ways(&n), 0, xprintf("q=%u: the shortest ways between all routers", q));
		follow_all(&n, step, check_way, &f);
		is_int(f.wrong, 0, xprintf("%s, q=%u: to the right node, the k-th link on channel k", of[i].name, q));
		is_int(f.longest, of[i].longest, "links of the longest way");
		is_int(f.arrivals, near + (i == 0 ? far : far * (m->routers - 2 + of[i].more)), "ways");
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

/* Detours: never by an end, by the router that was drawn, as long as computed. */
static void
detours(uint32_t q)
{
	machine *m = build(q, 1);
	uint32_t wrong = 0, via = NONE;
	network n;

	network_init(&n, m, routing_find(m, "ugal-l"), 0, 64);
	for (uint32_t u = 0; u < m->nodes; u++)
		for (uint32_t v = 0; v < m->nodes; v++) {
			packet p = new_packet(&n, u, v);

			for (uint32_t k = 0; u != v && n.routing->decision->targets(&n.paths, &p.trip, u, k, &via); k++) {
				bool pass = false;
				p.via = via;
				wrong += via == u || via == v || walk(&n, p, u, &pass) != n.paths.routes->length(&n.paths, &p.trip, u, via);
				wrong += !pass;
			}
		}
	is_int(wrong, 0, xprintf("q=%u: detours come by their router, lengths computed and walked", q));
	network_free(&n);
	machine_free(m);
}

/* Random bits that are spread evenly draw every router evenly, and none that is an end. */
static void
draws(void)
{
	machine *m = build(5, 2);
	uint32_t count[50] = { 0 }, wrong = 0, each = 1000, others = m->routers - 2;
	packet p;
	network n;

	network_init(&n, m, routing_find(m, "valiant"), 0, 64);
	p = new_packet(&n, 14, 63);
	for (uint32_t i = 0; i < each * others; i++) {
		p.word = (uint32_t)(((uint64_t)i << 32) / (each * others)) + 1;
		p.via = NONE;
		p.settled = 0;
		n.choose(&n, &p, 7, 0);
		wrong += !p.settled || p.via >= m->routers;
		count[p.via]++;
	}
	for (uint32_t r = 0; r < m->routers; r++)
		wrong += r == 7 || r == 31 ? count[r] != 0 : count[r] + 2 < each || count[r] > each + 2;
	is_int(wrong, 0, "valiant: every other router as often");
	p = new_packet(&n, 14, 15);
	n.choose(&n, &p, 7, 0);
	ok(p.via == NONE && p.settled, "within a router no detour");
	network_free(&n);
	machine_free(m);
}

/* The packets between the nodes of two routers take their several ways about as evenly as chance would. */
static void
even(uint32_t q, uint32_t hosts)
{
	machine *m = build(q, hosts);
	double sum = 0, freedom = 0;
	network n;

	network_init(&n, m, routing_find(m, "minimal"), 0, 64);
	for (uint32_t a = 0; a < m->routers; a += 3)
		for (uint32_t b = 0; b < m->routers; b++) {
			uint32_t ways = a == b ? 1 : shortest_ways(m, a, b), count[64] = { 0 }, taken = 0;
			double mean = (double)hosts * hosts / ways;

			if (ways == 1)
				continue;
			for (uint32_t i = 0; i < hosts * hosts; i++) {
				packet p = new_packet(&n, a * hosts + i / hosts, b * hosts + i % hosts);
				taken += count[paths_next(&n.paths, &p.trip, a) - m->first[a] - hosts]++ == 0;
			}
			for (uint32_t k = 0; k < 64; k++)
				sum += count[k] ? (count[k] - mean) * (count[k] - mean) / mean : 0;
			sum += (ways - taken) * mean;
			freedom += ways - 1;
		}
	ok(freedom > 0 && sum < freedom + 4 * sqrt(2 * freedom), "q=%u: several ways are taken evenly, chi-square %.0f of %.0f", q, sum, freedom);
	network_free(&n);
	machine_free(m);
}

/* Queues at random: which way UGAL takes, by the rule of hopline-routings.7. */
static void
ugal(const char *name, bool whole)
{
	machine *m = build(4, 2);
	uint32_t wrong = 0, detoured = 0, tries = 20000;
	network n;
	rng r;

	rng_init(&r, 1, "slimfly-routes", name, "");
	network_init(&n, m, routing_find(m, name), 0, 64);
	for (uint32_t i = 0; i < tries; i++) {
		uint32_t from = (uint32_t)rng_below(&r, m->nodes), to = (uint32_t)rng_below(&r, m->nodes), router = m->node_router[from], via;
		packet p = new_packet(&n, from, to), q = p;
		bool straight = true;

		p.word = q.word = rng_u32(&r);
		if (i % 16 == 0)
			draw_queues(&n, &r);
		via = paths_draw(&n.paths, &q.trip, router);
		if (router != p.router)
			straight = bytes_on_way(&n, q, router, NONE, whole) * m->kind->distance(m, router, p.router) <= bytes_on_way(&n, q, router, via, whole) *
				(m->kind->distance(m, router, via) + m->kind->distance(m, via, p.router));
		n.choose(&n, &p, router, 0);
		wrong += !p.settled || p.via != (straight ? NONE : via);
		detoured += !straight;
	}
	is_int(wrong, 0, xprintf("%s: the way that it takes", name));
	ok(detoured > tries / 100 && detoured < tries / 2, "a detour %u times of %u", detoured, tries);
	network_free(&n);
	machine_free(m);
}

int
main(void)
{
	ways(3, 1, 1);
	ways(4, 1, 1);
	ways(5, 2, 1);
	ways(7, 1, 5);
	ways(8, 1, 31);
	if (!CHECKED) {
		ways(9, 1, 31);
		ways(13, 1, 301);
	}
	detours(4);
	detours(5);
	detours(7);
	draws();
	even(9, 8);	/* 4w + 1: only within subgroups */
	even(7, 8);	/* 4w - 1: also to the other side */
	even(8, 8);	/* 4w */
	ugal("ugal-l", false);
	ugal("ugal-g", true);
	return done_testing();
}
