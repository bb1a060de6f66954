/* planes -- a machine whose network is there several times: the key `planes`.
 *
 * Planes are copies of the network that the kind has built, and meet in the nodes alone, each of which has as many interfaces in every
 * plane (interfaces.h).  Routers, links and interfaces of plane k are those of the first one, k times as many on. */
#include "lib/machine/build.h"
#include "lib/machine/graph-search.h"

static const char key[] = "planes";

/* The number of a link in plane k. */
static uint32_t
moved(const machine *m, uint32_t link, uint32_t k)
{
	if (link == NONE)
		return NONE;
	return link < m->router_links ? k * m->router_links + link : (m->planes - 1) * m->router_links + k * m->nodes + link;
}

/* The end of a link there: an interface at the node's end of one of class 0, else a router. */
static uint32_t
moved_end(const machine *m, uint32_t end, bool node, uint32_t k)
{
	return end == NONE ? NONE : end + k * (node ? m->nodes : m->routers);
}

/* The links of all planes, of one of which `one` has the arrays. */
static void
copy_links(machine *all, const machine *one)
{
	for (uint32_t k = 0; k < one->planes; k++)
		for (uint32_t l = 0; l < one->links; l++) {
			uint32_t link = moved(one, l, k);
			bool node = one->class[l] == CLASS_NODE, in = l >= one->router_links;

			all->from[link] = moved_end(one, one->from[l], node && in, k);
			all->to[link] = moved_end(one, one->to[l], node && !in, k);
			all->reverse[link] = moved(one, one->reverse[l], k);
			all->class[link] = one->class[l];
			all->speed_of[link] = one->speed_of[l];
		}
}

static void
check(const machine *m, const spec *s)
{
	if (m->kind->circuits)
		spec_bad(s, key, "circuits, which a run brings, join the groups of one plane");
	if (m->searched)
		spec_bad(s, key, "is for groups that are all alike, of one row");
	if (kind_among(m, "graph"))
		spec_bad(s, key, "a graph is joined as its file says, and so may be planes");
	if (spec_given(s, "broken"))
		spec_bad(s, "broken", "is for machines of one plane");
	machine_limit(s, key, (wide)m->planes * m->nodes, (wide)m->planes * m->routers, (wide)m->planes * m->router_links);
}

void
planes_add(machine *m, const spec *s)
{
	machine one;

	m->planes = spec_at_least(s, key, 1);
	if (m->planes == 1)
		return;
	check(m, s);
	one = *m;
	machine_size(m, one.planes * one.nodes, one.planes * one.routers, one.planes * one.router_links);
	m->interface_router = m->node_router;
	m->node_router = one.node_router;
	m->nodes = one.nodes;
	copy_links(m, &one);
	for (uint32_t k = 0; k < one.planes; k++) {
		for (uint32_t r = 0; r < one.routers; r++)
			m->first[k * one.routers + r] = k * one.router_links + one.first[r];
		for (uint32_t i = 0; i < one.nodes; i++)
			m->interface_router[k * one.nodes + i] = k * one.routers + one.node_router[i];
	}
	m->first[m->routers] = m->router_links;
	free_all(one.first, one.from, one.to, one.reverse, one.class, one.speed_of);
	graph_search_free(m);
	graph_search_distances(m);
}
