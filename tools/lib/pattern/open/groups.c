/* groups -- the nodes of an open-loop job by the groups of the machine they are in. */
#include <stdlib.h>
#include <string.h>

#include "lib/pattern/open/groups.h"

static const level *
group_level(const machine *m)
{
	for (int i = 0; i < m->levels; i++)
		if (strcmp(m->level[i].name, "group") == 0)
			return &m->level[i];
	return NULL;
}

groups *
groups_of(const endpoints *e)
{
	const level *l = group_level(e->machine);
	uint32_t *size, *number;
	groups *g;

	if (!l)
		return NULL;
	g = xcalloc(1, sizeof *g);
	size = xcalloc(l->domains, sizeof *size);
	number = xalloc(l->domains, sizeof *number);
	g->of = xalloc(e->nodes, sizeof *g->of);
	g->place = xalloc(e->nodes, sizeof *g->place);
	g->member = xalloc(e->nodes, sizeof *g->member);
	g->first = xalloc((size_t)l->domains + 1, sizeof *g->first);
	for (uint32_t v = 0; v < e->nodes; v++)
		g->place[v] = size[l->of[e->node[v]]]++;
	g->first[0] = 0;
	for (uint32_t d = 0; d < l->domains; d++)
		if (size[d]) {
			number[d] = g->count;
			g->first[g->count + 1] = g->first[g->count] + size[d];
			g->count++;
		}
	for (uint32_t v = 0; v < e->nodes; v++) {
		g->of[v] = number[l->of[e->node[v]]];
		g->member[g->first[g->of[v]] + g->place[v]] = v;
	}
	free(size);
	free(number);
	return g;
}

void
groups_free(void *state)
{
	groups *g = state;

	if (!g)
		return;
	free(g->of);
	free(g->place);
	free(g->first);
	free(g->member);
	free(g);
}
