/* weighted-graph -- an undirected graph with weights, in the arrays that METIS and Scotch take. */
#pragma once

#include <stdint.h>

#include "lib/pattern/affinity.h"

typedef struct weighted_graph {
	uint32_t count;		/* of vertices */
	int32_t *first;		/* [count + 1] */
	int32_t *to;		/* from vertex i: to[first[i]] … to[first[i + 1] - 1]; each edge stands at both its ends */
	int32_t *weight;	/* beside them, at least 1 */
	int64_t room;		/* of to and weight */
} weighted_graph;

/* No vertices yet.  Add the edges of the first vertex, each to another, then end that vertex, and so on. */
void weighted_graph_init(weighted_graph *g, uint32_t most_vertices);
void weighted_graph_add(weighted_graph *g, uint32_t to, int64_t weight);
void weighted_graph_end_vertex(weighted_graph *g);
void weighted_graph_free(weighted_graph *g);

/* The tasks task[0] … task[count - 1] of a job and what they exchange with one another, in units so large that all of the job's
 * weights together are at most `most`, but at least 1 each.  place[] of all tasks of the job must be NONE, and is again.  With a pull[]
 * of each there are two vertices more: what pulls towards the first of them (above 0), in weights of the job, and towards the second. */
void weighted_graph_of_tasks(weighted_graph *g, const affinity *a, const uint32_t *task, uint32_t count, uint64_t most, const double *pull,
	uint32_t *place);
