/* graph-search -- how far apart routers are where no formula says so: by breadth-first search over the links that lead somewhere. */
#pragma once

#include "lib/machine/machine.h"

enum {
	GRAPH_FAR = UINT16_MAX,	/* in a row: that many links or more, or no way at all */
	GRAPH_LONG = 64		/* a diameter: that many or more */
};

/* Make m->search, once the links are there, which machine_free frees.  distance[router_links], the machine's from now on, says for how
 * many links, below 65,536, each counts in graph_distance; NULL: each for one. */
void graph_search_init(machine *m, uint32_t *distance);
void graph_search_free(machine *m);

/* The network is not what the kind's shape says any more: from now on distances are searched for, and whatever the kind knows from its
 * shape about the network as a whole is forgotten. */
void graph_search_distances(machine *m);

/* Links from router `start` to every router, in links[routers], NONE where no way leads; queue[routers] has those found in their order: how
 * many. */
uint32_t graph_find(const machine *m, uint32_t start, uint32_t *links, uint32_t *queue);

/* Go on with such a search: links[] has the distances of the routers queue[0] … queue[tail - 1], in that order, and NONE of the
 * others, and gets those of all to which ways lead, which join the queue; how many it has then. */
uint32_t graph_spread(const machine *m, uint32_t *links, uint32_t *queue, uint32_t tail);

/* The lowest router to which no way leads from router `start`, of those with asked[] set (NULL: of all); NONE: ways lead to each. */
uint32_t graph_cut_off(const machine *m, uint32_t start, const uint8_t *asked);

/* As kind.distance; NONE where no way leads. */
uint32_t graph_distance(const machine *m, uint32_t a, uint32_t b);

/* Links on a shortest path from router r to each router: row[routers], alive until the next
 * call.  Found by a breadth-first search when first asked for and kept: 2 bytes a router, at most 256 MiB in all
 * (every row up to 11,585 routers); beyond that all make room when there is none. Not for several threads at once. */
const uint16_t *graph_row(const machine *m, uint32_t r);

/* All routers in the order of a breadth-first search from `start`, of the first plane, those that it does not come to behind the others,
 * ascending, or plane by plane; the links to the last one that it comes to. */
uint32_t graph_order(const machine *m, uint32_t start, uint32_t *order);

/* Links from each of the sources to each router with counts[] set (NULL: all), where a way leads: the most, and their sum, but that the
 * search ends when `most` are found. */
uint32_t graph_hops(const machine *m, const uint32_t *source, uint32_t sources, const uint8_t *counts, uint32_t most, uint64_t *sum);

/* Links between the two routers that are farthest apart, of those with a way between them, at most GRAPH_LONG; searched for when
 * first asked. */
uint32_t graph_diameter(const machine *m);
