/* sites -- the routers that a job's tasks go to, with the ranks at each. */
#include "map/support/sites.h"

#include <stdlib.h>

#include "lib/cli/cli.h"
#include "map/support/blocks.h"
#include "map/support/near.h"

enum { NEAREST = 32 };

/* Routers in the order of the job's list; at[]: the site of each rank of linear's. */
static void
find_sites(sites *s, uint32_t *at)
{
	const machine *m = s->p->machine;
	uint32_t *site_of = xalloc(m->routers, sizeof *site_of);

	for (uint32_t r = 0; r < m->routers; r++)
		site_of[r] = NONE;
	blocks(s->p->nodes, m->cores, s->p->tasks, s->rank);
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
collect_ranks(sites *s, const uint32_t *at)
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
tie_pairs(sites *s, uint64_t *pair, uint64_t pairs)
{
	uint64_t k = 0;

	qsort(pair, pairs, sizeof *pair, ascending);
	ties_init(&s->near, s->count);
	for (uint32_t i = 0; i < s->count; i++) {
		for (; k < pairs && pair[k] >> 32 == i; k++)
			if (k == 0 || pair[k] != pair[k - 1])
				ties_add(&s->near, (uint32_t)pair[k], sites_distance(s, i, (uint32_t)pair[k]));
		ties_end_vertex(&s->near);
	}
}

static void
find_near(sites *s)
{
	uint32_t *node = xalloc(s->count, sizeof *node);
	uint64_t *pair, pairs = 0;
	near n;

	for (uint32_t i = 0; i < s->count; i++)
		node[i] = s->p->node[s->node[i]];
	near_init(&n, s->p->machine, node, s->count, 1, NEAREST, NEAREST, false);
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
	near_free(&n);
	free(pair);
	free(node);
}

void
sites_init(sites *s, const placement *p)
{
	uint32_t *at = xalloc(p->tasks, sizeof *at);

	*s = (sites){ .p = p };
	s->node = xalloc(p->nodes, sizeof *s->node);
	s->first = xcalloc((size_t)p->nodes + 1, sizeof *s->first);
	s->rank = xalloc(p->tasks, sizeof *s->rank);
	find_sites(s, at);
	collect_ranks(s, at);
	s->place = xalloc(s->count, sizeof *s->place);
	for (uint32_t i = 0; i < s->count; i++)
		s->place[i] = NONE;
	if (s->count > SITES_ALL_PAIRS)
		find_near(s);
	free(at);
}

void
sites_free(sites *s)
{
	free(s->node);
	free(s->first);
	free(s->rank);
	free(s->place);
	ties_free(&s->near);
}

static void
tie_all(const sites *s, const uint32_t *site, uint32_t count, ties *t)
{
	for (uint32_t i = 0; i < count; i++) {
		for (uint32_t j = 0; j < count; j++)
			if (j != i)
				ties_add(t, j, sites_distance(s, site[i], site[j]));
		ties_end_vertex(t);
	}
}

void
sites_near(const sites *s, const uint32_t *site, uint32_t count, ties *t)
{
	const ties *all = &s->near;

	ties_init(t, count);
	if (count <= SITES_ALL_PAIRS) {
		tie_all(s, site, count, t);
		return;
	}
	for (uint32_t i = 0; i < count; i++)
		s->place[site[i]] = i;
	for (uint32_t i = 0; i < count; i++) {
		for (int32_t k = all->first[site[i]]; k < all->first[site[i] + 1]; k++)
			if (s->place[all->to[k]] != NONE)
				ties_add(t, s->place[all->to[k]], all->weight[k]);
		ties_end_vertex(t);
	}
	for (uint32_t i = 0; i < count; i++)
		s->place[site[i]] = NONE;
}
