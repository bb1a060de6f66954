#include "map/support/weighted-graph.h"

#include <math.h>

#include "lib/cli/cli.h"
#include "lib/machine/machine.h"

void
weighted_graph_init(weighted_graph *g, uint32_t most_vertices)
{
	*g = (weighted_graph){ .room = 64 };
	g->first = xcalloc((size_t)most_vertices + 2, sizeof *g->first);	/* one more: the end of a vertex not begun */
	g->to = xalloc((size_t)g->room, sizeof *g->to);
	g->weight = xalloc((size_t)g->room, sizeof *g->weight);
}

void
weighted_graph_add(weighted_graph *g, uint32_t to, int64_t weight)
{
	int32_t *end = &g->first[g->count + 1];

	if (*end == INT32_MAX)
		die(FAIL_DATA, "more pairs than METIS and Scotch can number");
	if (*end == g->room) {
		g->room *= 2;
		g->to = xrealloc(g->to, (size_t)g->room, sizeof *g->to);
		g->weight = xrealloc(g->weight, (size_t)g->room, sizeof *g->weight);
	}
	g->to[*end] = (int32_t)to;
	g->weight[(*end)++] = (int32_t)(weight < 1 ? 1 : weight);
}

void
weighted_graph_end_vertex(weighted_graph *g)
{
	g->count++;
	g->first[g->count + 1] = g->first[g->count];
}

void
weighted_graph_free(weighted_graph *g)
{
	free_all(g->first, g->to, g->weight);
}

void
weighted_graph_of_tasks(weighted_graph *g, const affinity *a, const uint32_t *task, uint32_t count, uint64_t most, const double *pull,
	uint32_t *place)
{
	double scale = a->total > most ? (double)most / (double)a->total : 1;

	weighted_graph_init(g, count + 2);
	for (uint32_t i = 0; i < count; i++)
		place[task[i]] = i;
	for (uint32_t i = 0; i < count; i++) {
		for (uint64_t k = a->first[task[i]]; k < a->first[task[i] + 1]; k++)
			if (place[a->neighbour[k]] != NONE)
				weighted_graph_add(g, place[a->neighbour[k]], a->weight ? (int64_t)(a->weight[k] * scale) : 1);
		if (pull && fabs(pull[i]) * scale >= 1)
			weighted_graph_add(g, pull[i] > 0 ? count : count + 1, (int64_t)(fabs(pull[i]) * scale));
		weighted_graph_end_vertex(g);
	}
	for (uint32_t side = 0; pull && side < 2; side++) {
		for (uint32_t i = 0; i < count; i++)
			if (fabs(pull[i]) * scale >= 1 && (pull[i] < 0) == side)
				weighted_graph_add(g, i, (int64_t)(fabs(pull[i]) * scale));
		weighted_graph_end_vertex(g);
	}
	for (uint32_t i = 0; i < count; i++)
		place[task[i]] = NONE;
}
