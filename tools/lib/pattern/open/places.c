#include "lib/pattern/open/places.h"

#include <stdlib.h>

static places *
places_new(const endpoints *e)
{
	places *p = xcalloc(1, sizeof *p);

	p->of = xcalloc(e->nodes, sizeof *p->of);
	p->rank = xalloc(e->nodes, sizeof *p->rank);
	p->member = xalloc(e->nodes, sizeof *p->member);
	return p;
}

/* Flags become their numbers among those that are set; how many they are. */
static uint32_t
number(uint32_t *flag, uint32_t n)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < n; i++)
		if (flag[i])
			flag[i] = count++;
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
	group = xcalloc(l->domains, sizeof *group);
	for (uint32_t v = 0; v < e->nodes; v++)
		group[l->of[e->node[v]]] = 1;
	p->count = number(group, l->domains);
	for (uint32_t v = 0; v < e->nodes; v++)
		p->of[v] = group[l->of[e->node[v]]];
	free(group);
	return fill(p, e->nodes);
}

places *
grid_of(const endpoints *e)
{
	const machine *m = e->machine;
	uint32_t at[MACHINE_DIMS];
	places *p;

	if (m->dims == 0)
		return NULL;
	p = places_new(e);
	p->dims = m->dims;
	p->count = 1;		/* at most the machine's routers */
	for (int d = 0; d < m->dims; p->count *= p->extent[d++]) {
		uint32_t *coordinate = xcalloc(m->extent[d], sizeof *coordinate);

		for (uint32_t v = 0; v < e->nodes; v++) {
			m->kind->coordinates(m, m->node_router[e->node[v]], at);
			coordinate[at[d]] = 1;
		}
		p->extent[d] = number(coordinate, m->extent[d]);
		for (uint32_t v = 0; v < e->nodes; v++) {
			m->kind->coordinates(m, m->node_router[e->node[v]], at);
			p->of[v] += coordinate[at[d]] * p->count;
		}
		free(coordinate);
	}
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
