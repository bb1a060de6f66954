/* graph-tables -- the tables of a graph's routes (graph.h). */
#include <stdlib.h>
#include <string.h>

#include "lib/machine/broken.h"
#include "lib/machine/graph-search.h"
#include "lib/route/graph.h"

static const size_t most_bytes = (size_t)2 << 30;	/* for all tables */

/* May routes of that many shortest ways have all the turns that they can have? */
static bool
turns_fit(const machine *m, uint32_t segments)
{
	return segments * graph_diameter(m) / 2 < MAX_CHANNELS;
}

int
graph_ways_channels(const machine *m, uint32_t segments)
{
	return (int)(turns_fit(m, segments) ? 1 + segments * graph_diameter(m) / 2 : segments);
}

/* The links of each router to others come behind those to its nodes, if it has some. */
static void
find_ports(graph_ways *g)
{
	const machine *m = g->machine;

	g->ports = xcalloc((size_t)m->routers + 1, sizeof *g->ports);
	g->host = xalloc(m->routers, sizeof *g->host);
	g->host_of = xalloc(m->routers, sizeof *g->host_of);
	for (uint32_t r = 0; r < m->routers; r++) {
		uint32_t first = m->first[r];

		while (first < m->first[r + 1] && m->class[first] == CLASS_NODE)
			first++;
		g->ports[r].first = first;
		g->host_of[r] = g->hosts;
		if (first > m->first[r] && !router_broken(m, r))
			g->host[g->hosts++] = r;
		g->ports[r + 1].word = g->ports[r].word + (m->first[r + 1] - first + 63) / 64;
	}
	g->words = g->ports[m->routers].word;
}

/* Of the routers to which ways lead from those with nodes, all but on a machine with broken parts. */
static uint32_t
most_linked(const graph_ways *g)
{
	const machine *m = g->machine;
	const uint16_t *reached = m->broken ? graph_row(m, g->host[0]) : NULL;
	uint32_t best = 0, most = 0;

	for (uint32_t r = 0; r < m->routers; r++) {
		uint32_t links = 0;

		for (uint32_t l = g->ports[r].first; l < m->first[r + 1]; l++)
			links += m->to[l] != NONE;
		if (links > most && (!reached || reached[r] != GRAPH_FAR)) {
			best = r;
			most = links;
		}
	}
	return best;
}

/* place[] and router[]; the links from the first router to the last. */
static uint32_t
find_order(graph_ways *g)
{
	const machine *m = g->machine;
	uint32_t most;

	g->place = xalloc(m->routers, sizeof *g->place);
	g->router = xalloc(m->routers, sizeof *g->router);
	most = graph_order(m, most_linked(g), g->router);
	for (uint32_t i = 0; i < m->routers; i++)
		g->place[g->router[i]] = i;
	return most;
}

graph_ways *
graph_ways_new(const machine *m, uint32_t segments)
{
	graph_ways *g = xcalloc(1, sizeof *g);
	uint32_t height;

	g->machine = m;
	g->left = most_bytes;
	pthread_mutex_init(&g->making, NULL);
	g->restricted = !turns_fit(m, segments);
	g->ways = xcalloc(m->routers, sizeof *g->ways);
	g->links = xcalloc(m->routers, sizeof *g->links);
	find_ports(g);
	height = find_order(g);
	if (g->restricted && (uint64_t)segments * 2 * height >= UINT16_MAX)
		die(FAIL_DATA, "the machine is too long: a packet counts at most %d routers", UINT16_MAX);
	return g;
}

void
graph_ways_free(void *ways)
{
	graph_ways *g = ways;

	for (uint32_t r = 0; r < g->machine->routers; r++)
		free_all(g->ways[r], g->links[r]);
	free_all(g->ways, g->links, g->place, g->router, g->ports, g->host, g->host_of);
	pthread_mutex_destroy(&g->making);
	free(g);
}

static bool
goes_up(const graph_ways *g, uint32_t link)
{
	return g->place[g->machine->to[link]] < g->place[g->machine->from[link]];
}

static void
set_bit(const graph_ways *g, uint64_t *ways, uint32_t link)
{
	const graph_ports *at = &g->ports[g->machine->from[link]];

	ways[at->word + (link - at->first) / 64] |= UINT64_C(1) << (link - at->first) % 64;
}

/* Into links[]: those of the shortest way from each router to `to` that only goes down, or, where `up` and length[] has these, that goes up
 * and then down.  Ways down go on at a higher place, ways up at a lower one: routers come in such an order. */
static void
find_lengths(const graph_ways *g, uint32_t to, bool up, const uint16_t *length, uint16_t *links)
{
	const machine *m = g->machine;

	for (uint32_t i = 0; i < m->routers; i++) {
		uint32_t r = g->router[up ? i : m->routers - 1 - i], least = length ? length[r] : r == to ? 0 : GRAPH_FAR;

		for (uint32_t l = g->ports[r].first; l < m->first[r + 1]; l++)
			if (m->to[l] != NONE && goes_up(g, l) == up && links[m->to[l]] + 1u < least)
				least = links[m->to[l]] + 1u;
		links[r] = (uint16_t)least;
	}
}

static void
find_restricted(graph_ways *g, uint32_t to, uint64_t *ways)
{
	const machine *m = g->machine;
	uint16_t *down = xalloc(m->routers, sizeof *down), *links = g->links[to];

	find_lengths(g, to, false, NULL, down);
	find_lengths(g, to, true, down, links);
	for (uint32_t r = 0; r < m->routers; r++)
		for (uint32_t l = g->ports[r].first; r != to && l < m->first[r + 1]; l++) {
			uint32_t next = m->to[l];

			if (next == NONE)
				continue;
			if ((goes_up(g, l) ? links : down)[next] + 1 == links[r])
				set_bit(g, ways, l);
			if (!goes_up(g, l) && down[next] + 1 == down[r])
				set_bit(g, ways + g->words, l);
		}
	free(down);
}

static uint64_t *
make_table(graph_ways *g, uint32_t to)
{
	uint32_t routers = g->machine->routers;
	size_t words = (size_t)g->words * (g->restricted ? 2 : 1), bytes = words * sizeof **g->ways + routers * sizeof **g->links;
	uint64_t *ways;

	if (bytes > g->left)
		die(FAIL_DATA, "the graph is too large: tables of the ways to more than %zu of its %u routers take more than %zu MiB",
			most_bytes / bytes, routers, most_bytes >> 20);
	g->left -= bytes;
	ways = xcalloc(words, sizeof *ways);
	g->links[to] = xalloc(routers, sizeof **g->links);
	if (g->restricted) {
		find_restricted(g, to, ways);
	} else {
		const machine *m = g->machine;
		uint16_t *links = g->links[to];

		/* A way goes on by every link to a router that is one link nearer. */
		memcpy(links, graph_row(m, to), m->routers * sizeof *links);
		for (uint32_t r = 0; r < m->routers; r++)
			for (uint32_t l = g->ports[r].first; l < m->first[r + 1]; l++)
				if (m->to[l] != NONE && links[m->to[l]] + 1 == links[r])
					set_bit(g, ways, l);
	}
	return ways;
}

const uint64_t *
graph_ways_find(graph_ways *g, uint32_t to)
{
	pthread_mutex_lock(&g->making);
	if (!g->ways[to])
		__atomic_store_n(&g->ways[to], make_table(g, to), __ATOMIC_RELEASE);
	pthread_mutex_unlock(&g->making);
	return g->ways[to];
}
