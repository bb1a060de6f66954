/* opensm-fabric -- the switches and adapters of a machine, and ways by fewest links and least load (opensm.h). */
#include <stdlib.h>
#include <string.h>

#include "lib/cli/arrays.h"
#include "lib/machine/graph-search.h"
#include "lib/route/opensm.h"

bool
opensm_link_up(const opensm_fabric *f, uint32_t link)
{
	const machine *m = f->machine;

	if (m->class[link] == CLASS_NODE)
		return kind_of_node(m, node_of_interface(m, m->to[link])) != NODE_ABSENT;
	return m->to[link] != NONE;
}

const char *
opensm_unaddressed(const machine *m)
{
	if (m->planes > 1)
		return "each plane is a subnet of its own";
	if ((uint64_t)m->routers + m->interfaces > OPENSM_LIDS)
		return xprintf("a subnet has at most %d LIDs, but there are %u switches and %u nodes", OPENSM_LIDS, m->routers, m->interfaces);
	for (uint32_t r = 0; r < m->routers; r++)
		if (m->first[r + 1] - m->first[r] > OPENSM_PORTS)
			return xprintf("a switch has at most %d ports, but router %u has %u", OPENSM_PORTS, r, m->first[r + 1] - m->first[r]);
	return NULL;
}

/* Count the adapters and mark what they reach. */
static void
find_parts(opensm_fabric *f)
{
	const machine *m = f->machine;
	uint32_t *links = array_of_none(m->routers), *queue = xalloc(m->routers, sizeof *queue), tail = 0;

	for (uint32_t i = 0; i < m->interfaces; i++)
		if (kind_of_node(m, node_of_interface(m, i)) != NODE_ABSENT && f->adapters[m->interface_router[i]]++ == 0) {
			links[m->interface_router[i]] = 0;
			queue[tail++] = m->interface_router[i];
		}
	tail = graph_spread(m, links, queue, tail);
	for (uint32_t i = 0; i < tail; i++)
		f->part[queue[i]] = 1;
	free_all(links, queue);
}

/* By GUID as OpenSM compares it. */
static int
by_guid(const void *x, const void *y)
{
	uint64_t a = __builtin_bswap64(OPENSM_SWITCH + *(const uint32_t *)x), b = __builtin_bswap64(OPENSM_SWITCH + *(const uint32_t *)y);

	return (a > b) - (a < b);
}

opensm_fabric *
opensm_fabric_new(const machine *m)
{
	opensm_fabric *f = xcalloc(1, sizeof *f);
	const char *wrong = opensm_unaddressed(m);

	if (wrong)
		die(FAIL_DATA, "%s", wrong);
	f->machine = m;
	f->adapters = xcalloc(m->routers, sizeof *f->adapters);
	f->part = xcalloc(m->routers, 1);
	f->order = xalloc(m->routers, sizeof *f->order);
	find_parts(f);
	for (uint32_t r = 0; r < m->routers; r++)
		if (f->part[r])
			f->order[f->switches++] = r;
	qsort(f->order, f->switches, sizeof *f->order, by_guid);
	return f;
}

void
opensm_fabric_free(void *fabric)
{
	opensm_fabric *f = fabric;

	free_all(f->order, f->adapters, f->part, f->port, f->place, f);
}

uint32_t
opensm_begin(opensm_fabric *f)
{
	const machine *m = f->machine;
	uint32_t most = 0;

	f->port = xalloc(m->interfaces, m->routers);
	memset(f->port, OPENSM_NO_WAY, (size_t)m->interfaces * m->routers);
	for (uint32_t r = 0; r < m->routers; r++)
		most = f->adapters[r] > most ? f->adapters[r] : most;
	return most;
}

/* The link of `router` on a shortest way that has the fewest adapters. */
static uint32_t
least_loaded(const machine *m, const uint32_t *links, const uint32_t *load, uint32_t router)
{
	uint32_t best = NONE;

	for (uint32_t l = m->first[router]; l < m->first[router + 1]; l++)
		if (is_cable(m, l) && links[m->to[l]] + 1 == links[router] && (best == NONE || load[l] < load[best]))
			best = l;
	return best;
}

/* The ways to the adapters of switch `to`. */
static void
route_to(opensm_fabric *f, uint32_t to, const uint32_t *links, uint32_t *load)
{
	const machine *m = f->machine;

	for (uint32_t end = m->first[to]; end < m->first[to + 1] && m->class[end] == CLASS_NODE; end++) {
		uint8_t *port = f->port + (size_t)m->to[end] * m->routers;

		for (uint32_t i = 0; opensm_link_up(f, end) && i < f->switches; i++) {
			uint32_t r = f->order[i], link = r == to ? end : least_loaded(m, links, load, r);

			load[link]++;
			port[r] = (uint8_t)(link - m->first[r]);
		}
	}
}

void
opensm_minhop(opensm_fabric *f)
{
	const machine *m = f->machine;
	uint32_t *links = xalloc(m->routers, sizeof *links), *queue = xalloc(m->routers, sizeof *queue);
	uint32_t *load = xcalloc(m->router_links, sizeof *load);

	for (uint32_t most = opensm_begin(f); most > 0; most--)
		for (uint32_t i = 0; i < f->switches; i++)
			if (f->adapters[f->order[i]] == most) {
				graph_find(m, f->order[i], links, queue);
				route_to(f, f->order[i], links, load);
			}
	free_all(links, queue, load);
}
