/* search -- the distances of a machine against a breadth-first search of its links. */
#pragma once

#include "lib/machine/machine.h"

/* Links from router `start` to every router, by search, into links[routers]; NONE where no way leads. */
__attribute__((unused)) static void
search_from(const machine *m, uint32_t start, uint32_t *links)
{
	uint32_t *queue = xalloc(m->routers, sizeof *queue), head = 0, tail = 0;

	for (uint32_t r = 0; r < m->routers; r++)
		links[r] = NONE;
	links[start] = 0;
	queue[tail++] = start;
	while (head < tail) {
		uint32_t r = queue[head++];
		for (uint32_t l = m->first[r]; l < m->first[r + 1]; l++)
			if (m->class[l] != CLASS_NODE && m->to[l] != NONE && links[m->to[l]] == NONE) {
				links[m->to[l]] = links[r] + 1;
				queue[tail++] = m->to[l];
			}
	}
	free(queue);
}

/* Pairs of routers whose distance is not what the search finds, starting from every `step`-th router. */
__attribute__((unused)) static uint32_t
wrong_distances(const machine *m, uint32_t step)
{
	uint32_t *links = xalloc(m->routers, sizeof *links), wrong = 0;

	for (uint32_t a = 0; a < m->routers; a += step) {
		search_from(m, a, links);
		for (uint32_t b = 0; b < m->routers; b++)
			wrong += links[b] == NONE || m->kind->distance(m, a, b) != links[b];
	}
	free(links);
	return wrong;
}

/* Links and routers that do not fit together: a port that is not its router's, a reverse that is not, a
 * port that leads nowhere, nodes that are not the first ports of their router, in order. */
__attribute__((unused)) static uint32_t
wrong_ports(const machine *m)
{
	uint32_t wrong = m->first[0] != 0 || m->first[m->routers] != m->router_links || m->links != m->router_links + m->nodes;
	uint32_t node = 0;

	for (uint32_t r = 0; r < m->routers; r++)
		for (uint32_t l = m->first[r]; l < m->first[r + 1]; l++) {
			uint32_t back = m->reverse[l];
			bool to_node = node < m->nodes && m->node_router[node] == r;

			if (m->from[l] != r || m->to[l] == NONE || back >= m->links || m->reverse[back] != l || m->to[back] != r ||
				m->from[back] != m->to[l] || m->class[back] != m->class[l] || m->speed_of[l] != m->class[l] ||
				to_node != (m->class[l] == CLASS_NODE)) {
				wrong++;
				continue;
			}
			if (to_node)
				wrong += m->to[l] != node || back != m->router_links + node, node++;
			else
				wrong += m->to[l] == r || back >= m->router_links;
		}
	return wrong + (node != m->nodes);
}
