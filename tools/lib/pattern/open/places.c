#include "lib/pattern/open/places.h"

#include <stdlib.h>

static places *
places_new(const endpoints *e)
{
	places *p = xcalloc(1, sizeof *p);

	p->count = 1;		/* at most the machine's routers, or groups */
	p->of = xcalloc(e->nodes, sizeof *p->of);
	p->rank = xalloc(e->nodes, sizeof *p->rank);
	p->member = xalloc(e->nodes, sizeof *p->member);
	return p;
}

/* Part the places by where each node is, below `extent`; in how many that is: those that have nodes are numbered. */
static uint32_t
part(places *p, const uint32_t *at, uint32_t nodes, uint32_t extent)
{
	uint32_t *number = xcalloc(extent, sizeof *number), count = 0;

	for (uint32_t v = 0; v < nodes; v++)
		number[at[v]] = 1;
	for (uint32_t i = 0; i < extent; i++)
		if (number[i])
			number[i] = count++;
	for (uint32_t v = 0; v < nodes; v++)
		p->of[v] += number[at[v]] * p->count;
	free(number);
	p->count *= count;
	return count;
}

/* Once all nodes have a place. */
static places *
fill(places *p, uint32_t nodes)
{
	p->first = xcalloc((size_t)p->count + 1, sizeof *p->first);
	for (uint32_t v = 0; v < nodes; v++)
		p->rank[v] = p->first[p->of[v] + 1]++;
	for (uint32_t i = 0; i < p->count; i++)
		p->first[i + 1] += p->first[i];
	for (uint32_t v = 0; v < nodes; v++)
		p->member[p->first[p->of[v]] + p->rank[v]] = v;
	return p;
}

places *
groups_of(const endpoints *e)
{
	const level *l = machine_level(e->machine, "group");
	uint32_t *group;
	places *p;

	if (!l)
		return NULL;
	p = places_new(e);
	group = xalloc(e->nodes, sizeof *group);
	for (uint32_t v = 0; v < e->nodes; v++)
		group[v] = l->of[e->node[v]];
	part(p, group, e->nodes, l->domains);
	free(group);
	return fill(p, e->nodes);
}

places *
grid_of(const endpoints *e)
{
	const machine *m = e->machine;
	uint32_t at[MACHINE_DIMS], *along;
	places *p;

	if (m->dims == 0)
		return NULL;
	along = xalloc(e->nodes, sizeof *along);
	p = places_new(e);
	p->dims = m->dims;
	for (int d = 0; d < m->dims; d++) {
		for (uint32_t v = 0; v < e->nodes; v++) {
			m->kind->coordinates(m, m->node_router[e->node[v]], at);
			along[v] = at[d];
		}
		p->extent[d] = part(p, along, e->nodes, m->extent[d]);
	}
	free(along);
	return fill(p, e->nodes);
}

void
places_free(void *state)
{
	places *p = state;

	if (!p)
		return;
	free_all(p->of, p->rank, p->first, p->member, p);
}
