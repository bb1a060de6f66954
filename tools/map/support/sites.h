/* sites -- the routers that a job's tasks go to, with the ranks at each: what partitioners map tasks onto.
 *
 * As many ranks as there are tasks, those that `linear` uses.  Two ranks of one site are 0 links apart. */
#ifndef HOPLINE_MAP_SUPPORT_SITES_H
#define HOPLINE_MAP_SUPPORT_SITES_H

#include "map/mapping.h"
#include "map/support/ties.h"

typedef struct sites {
	const placement *p;
	uint32_t count;
	uint32_t *node;		/* [count] a node there, as place in the job's list */
	uint32_t *first;	/* [count + 1] */
	uint32_t *rank;		/* [tasks] at site s: rank[first[s]] … rank[first[s + 1] - 1], ascending */
	ties near;		/* which are near each other; the weights are distances (sites_near) */
	uint32_t *place;	/* [count] scratch: all NONE */
} sites;

enum { SITES_ALL_PAIRS = 128 };

void sites_init(sites *s, const placement *p);
void sites_free(sites *s);

/* How many ranks site s has. */
static inline uint32_t
sites_ranks(const sites *s, uint32_t site)
{
	return s->first[site + 1] - s->first[site];
}

static inline uint32_t
sites_distance(const sites *s, uint32_t a, uint32_t b)
{
	return distance_between(s->p->distances, s->node[a], s->node[b]);
}

/* The sites site[0] … site[count - 1] and the distances between them, in links: of all pairs where there are at most
 * SITES_ALL_PAIRS of them, else of those in s->near.  There each site is tied to the 32 nearest (near.h), to those that
 * it is among the 32 nearest of, and to the sites before and after it in the job's list, so that there is a way between any two. */
void sites_near(const sites *s, const uint32_t *site, uint32_t count, ties *t);

#endif
