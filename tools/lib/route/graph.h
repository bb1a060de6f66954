/* graph -- the ways that packets may take from router to router of a graph: a table for each router that packets go to, made when the first
 * one does.
 *
 * Routers stand in the order of a breadth-first search from the one with most links (of several the lowest).  A link to a router further
 * ahead in it goes up, the other direction down.  Waiting cannot close a circle on one channel as long as nothing there goes up after it
 * has gone down (Schroeder and others, "Autonet", IEEE JSAC 1991), so a packet changes to the next channel where it does (the transitions
 * of LASH-TOR: Skeie and others, ICPADS 2004).  A route of L links does so at most L/2 times, rounded down.
 *
 * Where the diameter is such that MAX_CHANNELS are enough for that, ways are shortest ones.  Elsewhere they are the shortest of those that
 * never go up after they have gone down, and there is always one, over the first router; then one channel will do, and one more for what
 * lies behind a detour's router. */
#pragma once

#include <pthread.h>

#include "lib/route/route.h"

/* The links of a router to others: `first` and those behind it; their bits begin at word `word`. */
typedef struct graph_ports {
	uint32_t first, word;
} graph_ports;

typedef struct graph_ways {
	const machine *machine;
	bool restricted;	/* a way never goes up after it has gone down */
	uint32_t *place;	/* [routers]: in the order */
	uint32_t *router;	/* [routers]: by place */
	graph_ports *ports;	/* [routers + 1] */
	uint32_t words;
	uint64_t **ways;	/* [routers]: to each, `words` of them with a bit for each link that begins a way; restricted: as many
				 * again, for packets that may go up no more.  NULL: nothing has gone there yet */
	uint16_t **links;	/* [routers][routers]: to each, of the way from each that still may go up */
	size_t left;		/* bytes that tables may still take */
	pthread_mutex_t making;	/* held while a table is made */
	uint32_t *host, hosts;	/* the routers that have nodes, ascending */
	uint32_t *host_of;	/* [routers]: its place among them */
} graph_ways;

/* t takes a link up, or down: on the next channel where it goes up after it has gone down. */
static inline void
turn_take(trip *t, bool up)
{
	unsigned rank = t->rank + (unsigned)(up == t->rank % 2);

	t->rank = rank & 15;
	t->channel = rank / 2 & 15;
}

/* Routes have one way, or `segments` of them one after another. */
graph_ways *graph_ways_new(const machine *m, uint32_t segments);
void graph_ways_free(void *ways);

/* Channels of a link that such routes need. */
int graph_ways_channels(const machine *m, uint32_t segments);

/* Make the table for router `to`, unless another thread has.  Dies when there is no memory left that tables may take, 2 GiB in all: 10
 * bytes for each pair of routers, restricted 18, and for each 64 links that a router has more than 64, another 8. */
const uint64_t *graph_ways_find(graph_ways *g, uint32_t to);

static inline const uint64_t *
graph_ways_to(graph_ways *g, uint32_t to)
{
	const uint64_t *ways = __atomic_load_n(&g->ways[to], __ATOMIC_ACQUIRE);

	return ways ? ways : graph_ways_find(g, to);
}
