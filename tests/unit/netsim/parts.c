/* link: netsim */
/* parts -- how a machine is divided among threads: what is said in parts.h, told again in plain words, on machines of every kind. */
#include <stdlib.h>

#include "lib/cli/cli.h"
#include "netsim/engine/parts.h"
#include "unit/netsim/limits.h"

/* Machines with groups or pods, and how many routers with nodes one has. */
static const struct { const char *spec; uint32_t groups, routers; } grouped[] = {
	{ "dragonfly:g=9,a=4,p=2", 9, 4 }, { "dragonfly:g=5,a=2,p=3,h=4,arrangement=relative", 5, 2 }, { "rdragonfly:g=8,a=4,p=2", 8, 4 },
	{ "fattree:radix=8", 4, 4 }, { "fattree:radix=6,pods=5", 5, 3 },
};

static bool
joins_routers(const machine *m, uint32_t link)
{
	return m->class[link] != CLASS_NODE && m->to[link] != NONE;
}

static uint32_t
nodes_of(const machine *m, uint32_t router)
{
	uint32_t count = 0;

	for (uint32_t v = 0; v < m->nodes; v++)
		count += m->node_router[v] == router;
	return count;
}

/* The least latency of links between parts, and of those that circuits may lead to any; NEVER. */
static int64_t
least_latency(const machine *m, const parts *p)
{
	int64_t least = NEVER;

	for (uint32_t i = 0; i < m->router_links; i++) {
		bool open = m->kind->circuits && m->class[i] != CLASS_NODE && m->to[i] == NONE;
		int64_t latency = m->speeds[m->speed_of[i]].latency;

		if ((open || (joins_routers(m, i) && p->of[m->from[i]] != p->of[m->to[i]])) && latency < least)
			least = latency;
	}
	return least;
}

/* Routers with nodes are in parts that ascend with their number, `together` of them at once.  Have the parts up to each their share of the
 * links at least, unless the others have no more than so many routers each, and less than those of so many routers more? */
static bool
is_even(const machine *m, const parts *p, uint32_t together)
{
	uint64_t all = 0, most = 0, *sum = xcalloc(p->count, sizeof *sum), up_to = 0;
	uint32_t last = 0, left = 0, *routers = xcalloc(p->count, sizeof *routers);
	bool good = true;

	for (uint32_t r = 0; r < m->routers; r++) {
		uint64_t links = m->first[r + 1] - m->first[r];

		if (nodes_of(m, r) == 0)
			continue;
		good = good && p->of[r] >= last && p->of[r] <= last + 1;
		last = p->of[r];
		all += links;
		sum[last] += links;
		routers[last]++;
		left++;
		most = links > most ? links : most;
	}
	for (uint32_t k = 0; k < p->count; k++) {
		up_to += sum[k];
		left -= routers[k];
		good = good && sum[k] > 0 && up_to * p->count < all * (k + 1) + together * most * p->count
			&& (up_to * p->count >= all * (k + 1) || left <= (p->count - k - 1) * together);
	}
	free(sum);
	free(routers);
	return good;
}

/* Has a router without nodes as many links to its own part as to any other? */
static bool
are_joined_well(const machine *m, const parts *p)
{
	uint32_t *links = xcalloc(p->count, sizeof *links);
	bool good = true;

	for (uint32_t r = 0; r < m->routers && good; r++) {
		memset(links, 0, p->count * sizeof *links);
		for (uint32_t i = m->first[r]; i < m->first[r + 1]; i++)
			if (joins_routers(m, i) && nodes_of(m, m->to[i]))
				links[p->of[m->to[i]]]++;
		for (uint32_t k = 0; k < p->count && nodes_of(m, r) == 0; k++)
			good = good && links[k] <= links[p->of[r]];
	}
	free(links);
	return good;
}

static bool
divides(const machine *m, uint32_t count, uint32_t together)
{
	const char *why = NULL;
	uint32_t with_nodes = 0;
	parts *p = parts_plan(m, count, &why);
	bool good = p && !why;

	for (uint32_t r = 0; r < m->routers; r++)
		with_nodes += nodes_of(m, r) > 0;
	good = good && p->count == (count < with_nodes ? count : with_nodes);
	for (uint32_t r = 0; r < m->routers && good; r++)
		good = p->of[r] < p->count;
	good = good && is_even(m, p, together) && are_joined_well(m, p) && p->lookahead == least_latency(m, p);
	if (p)
		parts_free(p);
	return good;
}

/* Are the routers of each group in one part? */
static bool
keeps_groups(const machine *m, uint32_t count, uint32_t groups)
{
	const char *why;
	parts *p = parts_plan(m, count, &why);
	const level *l = &m->level[m->levels - 1];
	bool good = l->domains == groups;

	for (uint32_t v = 0; v < m->nodes; v++)
		good = good && p->of[m->node_router[v]] == p->of[m->node_router[l->member[l->first[l->of[v]]]]];
	parts_free(p);
	return good;
}

/* A network that is divided: its parts share links, those between parts are marked, and nothing of it stays. */
static bool
is_divided(machine *m, uint32_t count)
{
	const char *why;
	network n;
	parts *p = parts_plan(m, count, &why);
	bool good = network_init(&n, m, routing_find(m, "minimal"), 0, 512);

	parts_divide(&n, p);
	for (uint32_t k = 0; k < p->count; k++)
		good = good && part_at(&n, k)->number == k && part_at(&n, k)->port == n.port && part_at(&n, k)->part_of == p->of;
	for (uint32_t i = 0; i < m->links; i++)
		good = good && !(port_of(&n, i)->flags & CUT) == !(i < m->router_links && joins_routers(m, i) && p->of[m->from[i]] != p->of[m->to[i]]);
	parts_join(&n, p);
	for (uint32_t i = 0; i < m->links; i++)
		good = good && !(port_of(&n, i)->flags & CUT);
	good = good && n.parts == 1 && part_at(&n, 0) == &n;
	network_free(&n);
	return good;
}

static void
check_places(void)
{
	static const uint32_t counts[] = { 2, 3, 4, 7, 16, 1024 };

	for (size_t i = 0; i < PLACES; i++) {
		machine *m = machine_build(places[i].spec, NULL, 0, "test", 1);
		int bad = 0, undivided = 0;

		for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
			bad += !divides(m, counts[k], m->levels > 1 ? m->routers : 1);
			undivided += !is_divided(m, counts[k]);
		}
		is_int(bad, 0, m->spec);
		is_int(undivided, 0, "a network of it, divided");
		machine_free(m);
	}
}

static void
check_groups(void)
{
	for (size_t i = 0; i < sizeof grouped / sizeof *grouped; i++) {
		machine *m = machine_build(grouped[i].spec, NULL, 0, "test", 1);
		int torn = 0, uneven = 0;

		for (uint32_t count = 2; count <= grouped[i].groups; count++) {
			torn += !keeps_groups(m, count, grouped[i].groups);
			uneven += !divides(m, count, grouped[i].routers);
		}
		is_int(torn, 0, m->spec);
		is_int(uneven, 0, "parts are full within a group");
		ok(divides(m, grouped[i].groups + 1, 1), "more parts than groups: within a router");
		machine_free(m);
	}
}

/* One that cannot be divided, and why. */
static void
check_whole(const char *spec, const char *because)
{
	machine *m = machine_build(spec, NULL, 0, "test", 1);
	const char *why = NULL;

	ok(!parts_plan(m, 2, &why) && why && strcmp(why, because) == 0, "%s: %s", spec, because);
	machine_free(m);
}

int
main(void)
{
	check_places();
	check_groups();
	check_whole("mesh:k=1,p=8", "all nodes are at one router");
	check_whole("graph:links=tests/vectors/graph.links.csv,nodes=tests/vectors/one-router.nodes.csv", "all nodes are at one router");
	check_whole("mesh:k=4x4,latency=0ns", "routers or some links take no time");
	check_whole("dragonfly:g=5,a=2,p=2,local-latency=0ns", "routers or some links take no time");
	check_whole("torus:k=4,node-latency=0ns", "routers or some links take no time");
	check_whole("fattree:radix=8,router-latency=0ns", "routers or some links take no time");
	return done_testing();
}
