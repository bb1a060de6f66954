/* used-routers -- the routers that a job's tasks go to, with the ranks at each: what partitioners map tasks onto.
 *
 * As many ranks as there are tasks, those that `linear` uses.  Two ranks of one site are 0 links apart. */
#ifndef HOPLINE_MAP_SUPPORT_USED_ROUTERS_H
#define HOPLINE_MAP_SUPPORT_USED_ROUTERS_H

#include "map/mapping.h"
#include "map/support/weighted-graph.h"

typedef struct used_routers {
	const placement *p;
	uint32_t count;
	uint32_t *node;		/* [count] a node there, as place in the job's list */
	uint32_t *first;	/* [count + 1] */
	uint32_t *rank;		/* [tasks] at site s: rank[first[s]] … rank[first[s + 1] - 1], ascending */
	weighted_graph graph;		/* which are near each other; the weights are distances (used_routers_graph) */
	uint32_t *place;	/* [count] scratch: all NONE */
} used_routers;

enum { USED_ROUTERS_ALL_PAIRS = 128 };

void used_routers_init(used_routers *s, const placement *p);
void used_routers_free(used_routers *s);

/* How many ranks site s has. */
static inline uint32_t
used_routers_ranks(const used_routers *s, uint32_t site)
{
	return s->first[site + 1] - s->first[site];
}

static inline uint32_t
used_routers_distance(const used_routers *s, uint32_t a, uint32_t b)
{
	return distance_between(s->p->distances, s->node[a], s->node[b]);
}

/* The sites site[0] … site[count - 1] and the distances between them, in links: of all pairs where there are at most
 * USED_ROUTERS_ALL_PAIRS of them, else of those in s->graph.  There each site is tied to the 32 nearest (near.h), to those that
 * it is among the 32 nearest of, and to the sites before and after it in the job's list, so that there is a way between any two. */
void used_routers_graph(const used_routers *s, const uint32_t *site, uint32_t count, weighted_graph *t);

#endif
