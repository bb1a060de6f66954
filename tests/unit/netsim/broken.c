/* link: netsim */
/* broken -- machines with broken parts: what is drawn, distances and ways against searches over what remains, and that no routing can
 * deadlock on them. */
#include "lib/machine/broken.h"
#include "lib/route/graph.h"
#include "lib/route/routes.h"
#include "unit/dies.h"
#include "unit/netsim/dependencies.h"
#include "unit/search.h"

static machine *
build(const char *text)
{
	return machine_build(text, NULL, 0, "test", FAIL_USAGE);
}

/* A machine, and the parts that break, which leave so many routers and cables. */
static const struct damaged {
	const char *whole, *parts;
	uint32_t routers, cables;
} machines[] = {
	{ "torus:k=4x4", "r0-r1", 16, 31 },
	{ "torus:k=4x4", "r5+r0-r1", 15, 27 },
	{ "torus:k=4x4", "r5+r5-r6", 15, 28 },	/* a cable of a broken router is gone already */
	{ "torus:k=16", "r3-r4", 16, 15 },	/* a row: detours have more turns than there are channels */
	{ "torus:k=18", "r0-r17", 18, 17 },	/* without detours */
	{ "mesh:k=4x3,p=2", "r11+links:0.1:3", 11, 13 },
	{ "hypercube:n=4", "links:0.125:7+routers:0.125:7", 14, 21 },
	{ "expressmesh:k=4x4,gap=1", "links:0.1:1", 16, 43 },
	{ "dragonfly:g=5,a=2,p=2", "r0-r1", 10, 14 },
	{ "dragonfly:g=5,a=2,p=2,h=4", "links:0.2:2", 10, 20 },
	{ "dragonfly:g=9,a=4,p=2", "routers:0.1:5", 32, 70 },
	{ "fattree:k=3", "r0+r9-r1", 0, 0 },
	{ "fattree:k=4,taper=2", "links:0.05:1", 0, 0 },
	{ "fattree:radix=4,pods=4", "r19", 0, 0 },
	{ "slimfly:q=3,p=1", "routers:0.1:1+links:0.1:1", 16, 0 },
};

static uint32_t
cables(const machine *m)
{
	uint32_t count = 0;

	for (uint32_t l = 0; l < m->router_links; l++)
		count += m->class[l] != CLASS_NODE && m->to[l] != NONE && l < m->reverse[l];
	return count;
}

/* Ports and distances: a cable is gone in both directions, what is left is as it was, nodes reach one another. */
static void
structure(const char *name, const machine *m, const machine *whole)
{
	uint32_t wrong = 0, routers = 0, *links = xalloc(m->routers, sizeof *links);

	for (uint32_t l = 0; l < m->links; l++) {
		bool gone = m->to[l] != whole->to[l];

		wrong += m->from[l] != whole->from[l] || m->class[l] != whole->class[l];
		wrong += gone && (m->to[l] != NONE || m->to[whole->reverse[l]] != NONE);
		wrong += !gone && m->reverse[l] != whole->reverse[l];
		wrong += !gone && m->to[l] != NONE && m->class[l] != CLASS_NODE && (router_broken(m, m->from[l]) || router_broken(m, m->to[l]));
	}
	is_int(wrong, 0, xprintf("%s: ports", name));
	wrong = 0;
	for (uint32_t a = 0; a < m->routers; a++) {
		search_from(m, a, links);
		routers += router_broken(m, a);
		for (uint32_t b = 0; b < m->routers; b++)
			wrong += m->kind->distance(m, a, b) != links[b];
	}
	is_int(wrong, 0, xprintf("%s: distances", name));
	is_int(routers, m->broken->routers, xprintf("%s: broken routers", name));
	is_int(cables(whole) - cables(m), m->broken->links, xprintf("%s: broken cables", name));
	wrong = 0;
	for (uint32_t v = 0; v < m->nodes; v++)
		wrong += machine_has(m, v) == router_broken(m, m->node_router[v]) ||
			(kind_of_node(m, v) == NODE_ABSENT) != router_broken(m, m->node_router[v]);
	is_int(wrong, 0, xprintf("%s: absent nodes", name));
	free(links);
}

/* A link begins a way if and only if its end is nearer; where ways are restricted a way is no shorter than that. */
static void
ways(const char *name, const machine *m, bool detours)
{
	graph_ways *g = routes_graph.prepare(m, detours);
	uint32_t wrong = 0, *links = xalloc(m->routers, sizeof *links);

	for (uint32_t to = 0; to < m->routers; to++) {
		if (router_broken(m, to))
			continue;
		search_from(m, to, links);
		for (uint32_t l = 0; l < m->router_links; l++) {
			const graph_ports *at = &g->ports[m->from[l]];
			uint32_t bit = l - at->first;
			bool begins = m->class[l] != CLASS_NODE && graph_ways_to(g, to)[at->word + bit / 64] >> bit % 64 & 1;

			if (m->class[l] != CLASS_NODE && m->to[l] == NONE)
				wrong += begins;
			else if (m->class[l] != CLASS_NODE && !g->restricted)
				wrong += begins != (links[m->from[l]] != NONE && links[m->to[l]] < links[m->from[l]]);
		}
		for (uint32_t r = 0; r < m->routers; r++)
			wrong += links[r] != NONE && (g->restricted ? g->links[to][r] < links[r] : g->links[to][r] != links[r]);
	}
	is_int(wrong, 0, xprintf("%s: ways%s", name, g->restricted ? ", restricted" : ""));
	graph_ways_free(g);
	free(links);
}

static void
try_one(const struct damaged *d)
{
	machine *whole = build(d->whole), *m = build(xprintf("%s,broken=%s", d->whole, d->parts));
	uint32_t served = 0;

	if (d->routers)
		is_int(m->routers - m->broken->routers, d->routers, xprintf("%s: routers left", m->spec));
	if (d->cables)
		is_int(cables(m), d->cables, xprintf("%s: cables left", m->spec));
	structure(m->spec, m, whole);
	ways(m->spec, m, false);
	ways(m->spec, m, true);
	for (const routing *r = routings; r->name; r++)
		if (routing_serves(r, m)) {
			served++;
			ok(!has_cycle(m, r, false), "%s on %s: no cycle", r->name, m->spec);
		}
	ok(served >= 4, "%s: routings", m->spec);
	machine_free(m);
	machine_free(whole);
}

/* More with a higher rate and the same seed, but all that broke before; others with another seed. */
static void
drawn(const char *what)
{
	machine *m[4] = { build(xprintf("torus:k=8x8,broken=%s:0.05:3", what)), build(xprintf("torus:k=8x8,broken=%s:0.1:3", what)),
		build(xprintf("torus:k=8x8,broken=%s:0.1:4", what)), build(xprintf("torus:k=8x8,broken=%s:0:4", what)) };
	uint32_t back = 0, others = 0;

	for (uint32_t l = 0; l < m[0]->router_links; l++) {
		back += m[0]->to[l] == NONE && m[1]->to[l] != NONE;
		others += m[1]->to[l] != m[2]->to[l];
	}
	is_int(back, 0, xprintf("%s: a higher rate breaks what a lower one does", what));
	ok(m[1]->broken->links > m[0]->broken->links, "%s: and more", what);
	ok(others > 0, "%s: another seed, others", what);
	ok(!m[3]->broken && m[3]->kind->bisection, "%s: none", what);
	for (int i = 0; i < 4; i++)
		machine_free(m[i]);
}

static void
try_bad(const void *text)
{
	build(text);
}

int
main(void)
{
	for (size_t i = 0; i < sizeof machines / sizeof *machines; i++)
		try_one(&machines[i]);
	drawn("links");
	drawn("routers");
	dies(try_bad, "mesh:k=4,broken=r0-r1", FAIL_USAGE, "hopline: test: broken: 'r0-r1': cuts the machine into pieces: no way is left from router 0 to router 1...");
	return done_testing();
}
