#include "map/support/used-routers.h"

#include <stdlib.h>

#include "lib/cli/arrays.h"
#include "lib/cli/ascending.h"
#include "map/support/neighbour-lists.h"

enum { NEAREST = 32 };

/* The router of a rank, or its node. */
static uint32_t
router_of(const used_routers *u, uint32_t rank)
{
	const placement *p = u->p;
	uint32_t node = p->node[rank / p->machine->cores];

	return u->nodes ? node : p->machine->node_router[node];
}

/* Routers in the order of the job's list, and the ranks at each. */
static void
find_routers(used_routers *u)
{
	const placement *p = u->p;
	uint32_t *number = array_of_none(u->nodes ? p->machine->nodes : p->machine->routers), *rank = xalloc(p->tasks, sizeof *rank);

	linear_ranks(p, rank);
	for (uint32_t i = 0; i < p->tasks; i++) {
		uint32_t *at = &number[router_of(u, rank[i])];

		if (*at == NONE) {
			*at = u->count;
			u->node[u->count++] = rank[i] / p->machine->cores;
		}
		u->first[*at + 2]++;
	}
	for (uint32_t k = 0; k < u->count; k++)
		u->first[k + 2] += u->first[k + 1];
	for (uint32_t i = 0; i < p->tasks; i++)
		u->rank[u->first[number[router_of(u, rank[i])] + 1]++] = rank[i];
	free_all(number, rank);
}

/* The graph of them: edges, each both ways round, sorted. */
static void
find_neighbours(used_routers *u)
{
	uint32_t *node = xalloc(u->count, sizeof *node);
	uint64_t *edge, edges = 0, next = 0;
	neighbour_lists n;

	for (uint32_t i = 0; i < u->count; i++)
		node[i] = u->p->node[u->node[i]];
	neighbour_lists_init(&n, u->p->machine, node, u->count, 1, NEAREST, NEAREST, false);
	edge = xalloc(2 * (n.first[u->count] + u->count), sizeof *edge);
	for (uint32_t i = 0; i < u->count; i++) {
		for (uint64_t k = n.first[i]; k < n.first[i + 1]; k++) {
			edge[edges++] = (uint64_t)i << 32 | n.node[k];
			edge[edges++] = (uint64_t)n.node[k] << 32 | i;
		}
		if (i > 0) {
			edge[edges++] = (uint64_t)i << 32 | (i - 1);
			edge[edges++] = (uint64_t)(i - 1) << 32 | i;
		}
	}
	qsort(edge, edges, sizeof *edge, ascending_u64);
	weighted_graph_init(&u->graph, u->count);
	for (uint32_t i = 0; i < u->count; i++) {
		for (; next < edges && edge[next] >> 32 == i; next++)
			if (next == 0 || edge[next] != edge[next - 1])
				weighted_graph_add(&u->graph, (uint32_t)edge[next], used_routers_distance(u, i, (uint32_t)edge[next]));
		weighted_graph_end_vertex(&u->graph);
	}
	neighbour_lists_free(&n);
	free_all(edge, node);
}

void
used_routers_init(used_routers *u, const placement *p, bool nodes)
{
	*u = (used_routers){ .p = p, .nodes = nodes };
	u->node = xalloc(p->nodes, sizeof *u->node);
	u->first = xcalloc((size_t)p->nodes + 2, sizeof *u->first);	/* while ranks are filled in, router r begins at first[r + 1] */
	u->rank = xalloc(p->tasks, sizeof *u->rank);
	find_routers(u);
	u->place = array_of_none(u->count);
}

void
used_routers_free(used_routers *u)
{
	free_all(u->node, u->first, u->rank, u->place);
	weighted_graph_free(&u->graph);
}

void
used_routers_graph(used_routers *u, const uint32_t *router, uint32_t count, weighted_graph *g)
{
	const weighted_graph *all = &u->graph;

	if (count > USED_ROUTERS_ALL_PAIRS && !all->first)
		find_neighbours(u);
	weighted_graph_init(g, count);
	for (uint32_t i = 0; i < count; i++)
		u->place[router[i]] = i;
	for (uint32_t i = 0; i < count; i++) {
		if (count <= USED_ROUTERS_ALL_PAIRS) {
			for (uint32_t j = 0; j < count; j++)
				if (j != i)
					weighted_graph_add(g, j, used_routers_distance(u, router[i], router[j]));
		} else {
			for (int32_t k = all->first[router[i]]; k < all->first[router[i] + 1]; k++)
				if (u->place[all->to[k]] != NONE)
					weighted_graph_add(g, u->place[all->to[k]], all->weight[k]);
		}
		weighted_graph_end_vertex(g);
	}
	for (uint32_t i = 0; i < count; i++)
		u->place[router[i]] = NONE;
}
