/* weighted-graph -- an undirected graph with weights, in the arrays that METIS and Scotch take. */
#include "map/support/weighted-graph.h"

#include <stdlib.h>

#include "lib/cli/cli.h"
#include "lib/machine/machine.h"

void
weighted_graph_init(weighted_graph *t, uint32_t most_vertices)
{
	*t = (weighted_graph){ .room = 64 };
	t->first = xcalloc((size_t)most_vertices + 2, sizeof *t->first);	/* one more: the end of a vertex not begun */
	t->to = xalloc((size_t)t->room, sizeof *t->to);
	t->weight = xalloc((size_t)t->room, sizeof *t->weight);
}

void
weighted_graph_add(weighted_graph *t, uint32_t to, int64_t weight)
{
	int32_t *end = &t->first[t->count + 1];

	if (*end == INT32_MAX)
		die(FAIL_DATA, "more pairs than METIS and Scotch can number");
	if (*end == t->room) {
		t->room *= 2;
		t->to = xrealloc(t->to, (size_t)t->room, sizeof *t->to);
		t->weight = xrealloc(t->weight, (size_t)t->room, sizeof *t->weight);
	}
	t->to[*end] = (int32_t)to;
	t->weight[(*end)++] = (int32_t)(weight < 1 ? 1 : weight);
}

void
weighted_graph_end_vertex(weighted_graph *t)
{
	t->count++;
	t->first[t->count + 1] = t->first[t->count];
}

void
weighted_graph_free(weighted_graph *t)
{
	free(t->first);
	free(t->to);
	free(t->weight);
}

void
weighted_graph_of_tasks(weighted_graph *t, const affinity *a, const uint32_t *task, uint32_t count, uint64_t most, uint32_t *place)
{
	double scale = a->total > most ? (double)most / (double)a->total : 1;

	weighted_graph_init(t, count);
	for (uint32_t i = 0; i < count; i++)
		place[task[i]] = i;
	for (uint32_t i = 0; i < count; i++) {
		for (uint64_t k = a->first[task[i]]; k < a->first[task[i] + 1]; k++)
			if (place[a->neighbour[k]] != NONE)
				weighted_graph_add(t, place[a->neighbour[k]], a->weight ? (int64_t)(a->weight[k] * scale) : 1);
		weighted_graph_end_vertex(t);
	}
	for (uint32_t i = 0; i < count; i++)
		place[task[i]] = NONE;
}
