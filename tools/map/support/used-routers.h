/* used-routers -- the routers that a job's tasks go to, with the ranks at each: what partitioners map tasks onto.
 *
 * As many ranks as there are tasks, those that `linear` uses.  Two ranks of one router are 0 links apart.  Routers are numbered here
 * in the order in which the job's list comes to them. */
#pragma once

#include "map/mapping.h"
#include "map/support/weighted-graph.h"

typedef struct used_routers {
	const placement *p;
	bool nodes;		/* each node counts as a router of its own */
	uint32_t count;
	uint32_t *node;		/* [count] a node there, as place in the job's list */
	uint32_t *first;	/* [count + 1] */
	uint32_t *rank;		/* [tasks] at router r: rank[first[r]] … rank[first[r + 1] - 1], ascending */
	weighted_graph graph;	/* which are near each other; the weights are distances; filled in by the first used_routers_graph */
	uint32_t *place;	/* [count] scratch: all NONE */
} used_routers;

enum { USED_ROUTERS_ALL_PAIRS = 128 };

/* With `nodes` every node counts as a router of its own: where links between nodes and routers count, too. */
void used_routers_init(used_routers *u, const placement *p, bool nodes);
void used_routers_free(used_routers *u);

/* How many ranks a router has. */
static inline uint32_t
used_routers_ranks(const used_routers *u, uint32_t router)
{
	return u->first[router + 1] - u->first[router];
}

static inline uint32_t
used_routers_distance(const used_routers *u, uint32_t a, uint32_t b)
{
	return distance_between(u->p->distances, u->node[a], u->node[b]);
}

/* The routers router[0] … router[count - 1] and the distances between them, in links: of all pairs where there are at most
 * USED_ROUTERS_ALL_PAIRS of them, else of those in u->graph.  There each router has an edge to the 32 nearest (neighbour-lists.h), to
 * those that it is among the 32 nearest of, and to those before and after it, so that there is a way between any two. */
void used_routers_graph(used_routers *u, const uint32_t *router, uint32_t count, weighted_graph *g);
