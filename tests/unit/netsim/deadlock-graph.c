/* link: netsim */
/* deadlock-graph -- as deadlock.c, for graphs: the channel dependency graph of every routing has no cycle,
 * also where ways have more turns than there are channels, and routings that are wrong are found out. */
#include "lib/route/graph.h"
#include "lib/route/routes.h"
#include "unit/netsim/dependencies.h"
#include "unit/netsim/graphs.h"

/* Shortest ways, whatever that needs. */
static void *
prepare_shortest(const machine *m, bool detours)
{
	graph_ways *g = routes_graph.prepare(m, detours);

	g->restricted = false;
	return g;
}

static void
try_all(const char *name, sketch s)
{
	machine *m = machine_of_sketch(&s, NULL, "");

	for (const routing *r = routings; r->name; r++)
		if (routing_serves(r, m))
			ok(!has_cycle(m, r, false), "%s on %s: no cycle", r->name, name);
	machine_free(m);
}

/* Try a machine of another kind that is a graph to packets. */
static void
try_kind(const char *spec_text)
{
	machine *m = machine_build(spec_text, NULL, 0, "test", 1);
	uint32_t served = 0;

	for (const routing *r = routings; r->name; r++)
		if (routing_serves(r, m)) {
			served++;
			ok(!has_cycle(m, r, false), "%s on %s: no cycle", r->name, spec_text);
		}
	is_int(served, 4, "routings");
	machine_free(m);
}

/* All routings with one channel, on a machine where they need more. */
static void
try_folded(const char *name, sketch s)
{
	machine *m = machine_of_sketch(&s, NULL, "");

	for (const routing *r = routings; r->name; r++)
		if (routing_serves(r, m) && routing_channels(r, m, 1) > 1)
			ok(has_cycle(m, spoilt(r, next_folded), false), "%s on %s with one channel a link: a cycle is found", r->name, name);
	machine_free(m);
}

int
main(void)
{
	sketch ring = row_of(34, true);
	machine *m = machine_of_sketch(&ring, NULL, "");
	routing minimal = *routing_find(m, "minimal");
	routes shortest = routes_graph;

	try_all("one router", row_of(1, false));
	try_all("a ring of 5", row_of(5, true));
	try_all("a ring of 15", row_of(15, true));	/* up to 7 links: detours by shortest ways need 8 channels */
	try_all("a ring of 16", row_of(16, true));
	try_all("a ring of 31", row_of(31, true));	/* without detours */
	try_all("a ring of 32", row_of(32, true));
	try_all("a row of 9", row_of(9, false));
	try_all("a star", star_of(8, 2));
	try_all("two cliques", cliques_of(10, 2));
	for (uint64_t i = 1; i <= 4; i++)
		try_all(xprintf("random graph %d", (int)i), random_of(8 + 3 * (uint32_t)i, 1 + i % 2, i));
	try_kind("twistedtorus:k=8x4");
	try_kind("twistedtorus:k=4x4x2");
	try_kind("twistedtorus:k=6x3x3,broken=r0-r1");
	try_kind("twistedtorus:k=30x3,twist=y:x:7");	/* detours have more turns than there are channels */
	try_kind("cubetorus:cubes=2x1x1,cube=2x2x2,twist=half");
	try_kind("cubetorus:cubes=1x2,cube=4x3");
	try_folded("a ring of 5", row_of(5, true));
	try_folded("a ring of 16", row_of(16, true));
	try_folded("a ring of 7", row_of(7, true));
	try_folded("a random graph", random_of(12, 2, 7));

	ok(!has_cycle(m, &minimal, false), "minimal on a ring of 34: no cycle");
	shortest.prepare = prepare_shortest;
	minimal.routes = &shortest;
	ok(has_cycle(m, spoilt(&minimal, next_folded), false), "shortest ways on it, with one channel: a cycle is found");
	machine_free(m);
	return done_testing();
}
