/* ties -- an undirected graph with weights, in the arrays that METIS and Scotch take. */
#ifndef HOPLINE_MAP_SUPPORT_TIES_H
#define HOPLINE_MAP_SUPPORT_TIES_H

#include <stdint.h>

#include "lib/pattern/affinity.h"

typedef struct ties {
	uint32_t count;		/* of vertices */
	int32_t *first;		/* [count + 1] */
	int32_t *to;		/* from vertex i: to[first[i]] … to[first[i + 1] - 1]; each tie stands at both its ends */
	int32_t *weight;	/* beside them, at least 1 */
	int64_t room;		/* of to and weight */
} ties;

/* No vertices yet.  Add the ties of the first vertex, each to another, then end that vertex, and so on. */
void ties_init(ties *t, uint32_t most_vertices);
void ties_add(ties *t, uint32_t to, int64_t weight);
void ties_end_vertex(ties *t);
void ties_free(ties *t);

/* The tasks task[0] … task[count - 1] of a job and what they exchange with one another, in units so large that all of the job's
 * weights together are at most `most`, but at least 1 each.  place[] of all tasks of the job must be NONE, and is again. */
void ties_of_tasks(ties *t, const affinity *a, const uint32_t *task, uint32_t count, uint64_t most, uint32_t *place);

#endif
