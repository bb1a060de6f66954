/* used-routers -- the routers that a job's tasks go to, with the ranks at each. */
#include "map/support/used-routers.h"

#include <stdlib.h>

#include "lib/cli/cli.h"
#include "map/support/neighbour-lists.h"

enum { NEAREST = 32 };

/* Routers in the order of the job's list; at[]: the site of each rank of linear's. */
static void
find_sites(used_routers *s, uint32_t *at)
{
	const machine *m = s->p->machine;
	uint32_t *site_of = xalloc(m->routers, sizeof *site_of);

	for (uint32_t r = 0; r < m->routers; r++)
		site_of[r] = NONE;
	linear_ranks(s->p, s->rank);
	for (uint32_t i = 0; i < s->p->tasks; i++) {
		uint32_t node = s->rank[i] / m->cores, *site = &site_of[m->node_router[s->p->node[node]]];

		if (*site == NONE) {
			*site = s->count;
			s->node[s->count++] = node;
		}
		at[i] = *site;
	}
	free(site_of);
}

/* Sort the ranks by site. */
static void
collect_ranks(used_routers *s, const uint32_t *at)
{
	uint32_t tasks = s->p->tasks, *next = xcalloc((size_t)s->count + 1, sizeof *next), *rank = xalloc(tasks, sizeof *rank);

	for (uint32_t i = 0; i < tasks; i++)
		s->first[at[i] + 1]++;
	for (uint32_t k = 0; k < s->count; k++)
		next[k + 1] = s->first[k + 1] += s->first[k];
	for (uint32_t i = 0; i < tasks; i++)
		rank[next[at[i]]++] = s->rank[i];
	free(s->rank);
	s->rank = rank;
	free(next);
}

static int
ascending(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* Each pair both ways round, sorted, into ties. */
static void
tie_pairs(used_routers *s, uint64_t *pair, uint64_t pairs)
{
	uint64_t k = 0;

	qsort(pair, pairs, sizeof *pair, ascending);
	weighted_graph_init(&s->graph, s->count);
	for (uint32_t i = 0; i < s->count; i++) {
		for (; k < pairs && pair[k] >> 32 == i; k++)
			if (k == 0 || pair[k] != pair[k - 1])
				weighted_graph_add(&s->graph, (uint32_t)pair[k], used_routers_distance(s, i, (uint32_t)pair[k]));
		weighted_graph_end_vertex(&s->graph);
	}
}

static void
find_near(used_routers *s)
{
	uint32_t *node = xalloc(s->count, sizeof *node);
	uint64_t *pair, pairs = 0;
	neighbour_lists n;

	for (uint32_t i = 0; i < s->count; i++)
		node[i] = s->p->node[s->node[i]];
	neighbour_lists_init(&n, s->p->machine, node, s->count, 1, NEAREST, NEAREST, false);
	pair = xalloc(2 * (n.first[s->count] + s->count), sizeof *pair);
	for (uint32_t i = 0; i < s->count; i++) {
		for (uint64_t k = n.first[i]; k < n.first[i + 1]; k++) {
			pair[pairs++] = (uint64_t)i << 32 | n.node[k];
			pair[pairs++] = (uint64_t)n.node[k] << 32 | i;
		}
		if (i > 0) {
			pair[pairs++] = (uint64_t)i << 32 | (i - 1);
			pair[pairs++] = (uint64_t)(i - 1) << 32 | i;
		}
	}
	tie_pairs(s, pair, pairs);
	neighbour_lists_free(&n);
	free(pair);
	free(node);
}

void
used_routers_init(used_routers *s, const placement *p)
{
	uint32_t *at = xalloc(p->tasks, sizeof *at);

	*s = (used_routers){ .p = p };
	s->node = xalloc(p->nodes, sizeof *s->node);
	s->first = xcalloc((size_t)p->nodes + 1, sizeof *s->first);
	s->rank = xalloc(p->tasks, sizeof *s->rank);
	find_sites(s, at);
	collect_ranks(s, at);
	s->place = xalloc(s->count, sizeof *s->place);
	for (uint32_t i = 0; i < s->count; i++)
		s->place[i] = NONE;
	if (s->count > USED_ROUTERS_ALL_PAIRS)
		find_near(s);
	free(at);
}

void
used_routers_free(used_routers *s)
{
	free(s->node);
	free(s->first);
	free(s->rank);
	free(s->place);
	weighted_graph_free(&s->graph);
}

static void
tie_all(const used_routers *s, const uint32_t *site, uint32_t count, weighted_graph *t)
{
	for (uint32_t i = 0; i < count; i++) {
		for (uint32_t j = 0; j < count; j++)
			if (j != i)
				weighted_graph_add(t, j, used_routers_distance(s, site[i], site[j]));
		weighted_graph_end_vertex(t);
	}
}

void
used_routers_graph(const used_routers *s, const uint32_t *site, uint32_t count, weighted_graph *t)
{
	const weighted_graph *all = &s->graph;

	weighted_graph_init(t, count);
	if (count <= USED_ROUTERS_ALL_PAIRS) {
		tie_all(s, site, count, t);
		return;
	}
	for (uint32_t i = 0; i < count; i++)
		s->place[site[i]] = i;
	for (uint32_t i = 0; i < count; i++) {
		for (int32_t k = all->first[site[i]]; k < all->first[site[i] + 1]; k++)
			if (s->place[all->to[k]] != NONE)
				weighted_graph_add(t, s->place[all->to[k]], all->weight[k]);
		weighted_graph_end_vertex(t);
	}
	for (uint32_t i = 0; i < count; i++)
		s->place[site[i]] = NONE;
}
