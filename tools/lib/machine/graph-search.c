/* graph-search -- see graph-search.h: rows of distances, found when asked for and kept. */
#include "lib/machine/graph-search.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"

static const size_t row_bytes = (size_t)256 << 20;	/* for all rows that are kept */

/* From some routers to all. */
typedef struct distance_rows {
	uint16_t **row;		/* [routers], NULL where none is kept */
	uint32_t routers, kept, most;
} distance_rows;

typedef struct graph_search {
	uint32_t *links, *queue;	/* [routers]: of the search */
	distance_rows rows;		/* links */
	distance_rows distances;		/* by links that count for more than one */
	uint32_t *distance;	/* [router_links] how many each counts for; NULL: each for one */
	uint32_t diameter;	/* NONE: not looked for yet */
} graph_search;

uint32_t
graph_spread(const machine *m, uint32_t *links, uint32_t *queue, uint32_t tail)
{
	for (uint32_t head = 0; head < tail; head++)
		for (uint32_t r = queue[head], l = m->first[r]; l < m->first[r + 1]; l++)
			if (is_cable(m, l) && links[m->to[l]] == NONE) {
				links[m->to[l]] = links[r] + 1;
				queue[tail++] = m->to[l];
			}
	return tail;
}

uint32_t
graph_find(const machine *m, uint32_t start, uint32_t *links, uint32_t *queue)
{
	memset(links, 0xff, m->routers * sizeof *links);
	links[start] = 0;
	queue[0] = start;
	return graph_spread(m, links, queue, 1);
}

uint32_t
graph_order(const machine *m, uint32_t start, uint32_t *order)
{
	graph_search *g = m->search;

	uint32_t found = graph_find(m, start, g->links, g->queue), most = g->links[g->queue[found - 1]], plane = m->routers / m->planes;

	memcpy(order, g->queue, found * sizeof *order);
	if (m->planes > 1) {	/* the order is that of plane 0 in all planes */
		for (uint32_t i = plane; i < m->routers; i++)
			order[i] = order[i - plane] + plane;
		return most;
	}
	for (uint32_t r = 0; r < m->routers; r++)
		if (g->links[r] == NONE)
			order[found++] = r;
	return most;
}

static void
forget_rows(distance_rows *w)
{
	for (uint32_t r = 0; r < w->routers; r++) {
		free(w->row[r]);
		w->row[r] = NULL;
	}
	w->kept = 0;
}

/* What the search from r found becomes its row. */
static const uint16_t *
keep_row(const machine *m, const graph_search *g, distance_rows *w, uint32_t r)
{
	uint16_t *links = xalloc(m->routers, sizeof *links);

	if (w->kept++ == w->most)
		forget_rows(w);
	for (uint32_t b = 0; b < m->routers; b++)
		links[b] = g->links[b] < GRAPH_FAR ? (uint16_t)g->links[b] : GRAPH_FAR;
	return w->row[r] = links;
}

const uint16_t *
graph_row(const machine *m, uint32_t r)
{
	graph_search *g = m->search;

	if (g->rows.row[r])
		return g->rows.row[r];
	graph_find(m, r, g->links, g->queue);
	return keep_row(m, g, &g->rows, r);
}

/* Searches from 64 routers side by side, a bit a search (Then and others, "The more the merrier: efficient multi-source graph traversal",
 * PVLDB 2014). */
typedef struct searches {
	uint64_t *seen, *fresh, *next;	/* [routers]: those that have come to it: at all, with the last step, with this one */
	uint32_t *active, count;	/* [routers]: with fresh ones */
	uint32_t *touched;	/* [routers]: what the step comes to */
} searches;

/* One step of all; how many came for the first time to how many routers, of those that count. */
static uint64_t
step_all(const machine *m, searches *s, const uint8_t *counts)
{
	uint32_t touched = 0;
	uint64_t reached = 0;

	for (uint32_t i = 0; i < s->count; i++)
		for (uint32_t r = s->active[i], l = m->first[r]; l < m->first[r + 1]; l++) {
			uint32_t to = m->to[l];

			if (!is_cable(m, l))
				continue;
			if (!s->next[to])
				s->touched[touched++] = to;
			s->next[to] |= s->fresh[r];
		}
	s->count = 0;
	for (uint32_t i = 0; i < touched; i++) {
		uint32_t r = s->touched[i];

		s->fresh[r] = s->next[r] & ~s->seen[r];
		s->seen[r] |= s->fresh[r];
		s->next[r] = 0;
		if (s->fresh[r])
			s->active[s->count++] = r;
		if (!counts || counts[r])
			reached += (uint64_t)__builtin_popcountll(s->fresh[r]);
	}
	return reached;
}

uint32_t
graph_hops(const machine *m, const uint32_t *source, uint32_t sources, const uint8_t *counts, uint32_t most, uint64_t *sum)
{
	searches s = { xcalloc(m->routers, sizeof *s.seen), xcalloc(m->routers, sizeof *s.fresh), xcalloc(m->routers, sizeof *s.next),
		xalloc(m->routers, sizeof *s.active), 0, xalloc(m->routers, sizeof *s.touched) };
	uint32_t longest = 0;

	*sum = 0;
	for (uint32_t start = 0; start < sources && longest < most; start += 64) {
		memset(s.seen, 0, m->routers * sizeof *s.seen);
		for (s.count = 0; s.count < 64 && start + s.count < sources; s.count++) {
			uint32_t r = s.active[s.count] = source[start + s.count];

			s.seen[r] = s.fresh[r] = UINT64_C(1) << s.count;
		}
		for (uint32_t steps = 1; s.count > 0 && longest < most; steps++) {
			uint64_t reached = step_all(m, &s, counts);

			*sum += reached * steps;
			longest = reached > 0 && steps > longest ? steps : longest;
		}
	}
	free_all(s.seen, s.fresh, s.next, s.active, s.touched);
	return longest;
}

uint32_t
graph_diameter(const machine *m)
{
	graph_search *g = m->search;
	uint64_t sum;

	if (g->diameter == NONE) {
		for (uint32_t r = 0; r < m->routers; r++)
			g->queue[r] = r;
		g->diameter = graph_hops(m, g->queue, m->routers, NULL, GRAPH_LONG, &sum);
	}
	return g->diameter;
}

/* Into g->links what links count for from `start` to every router, NONE where no way leads: a router that is come to nearer than before
 * waits, once, to be looked at again. */
static void
search_distances(const machine *m, graph_search *g, uint32_t start)
{
	uint8_t *waits = xcalloc(m->routers, 1);

	memset(g->links, 0xff, m->routers * sizeof *g->links);
	g->links[start] = 0;
	g->queue[0] = start;
	for (uint32_t head = 0, waiting = 1; waiting > 0; waiting--, head = (head + 1) % m->routers) {
		uint32_t r = g->queue[head];

		waits[r] = 0;
		for (uint32_t l = m->first[r]; l < m->first[r + 1]; l++) {
			uint32_t to = m->to[l], links = g->links[r] + (g->distance ? g->distance[l] : 1);

			if (!is_cable(m, l) || g->links[to] <= links)
				continue;
			g->links[to] = links;
			if (!waits[to])
				g->queue[(head + waiting++) % m->routers] = to;
			waits[to] = 1;
		}
	}
	free(waits);
}

/* A row of either end will do. */
uint32_t
graph_distance(const machine *m, uint32_t a, uint32_t b)
{
	graph_search *g = m->search;
	distance_rows *w = g->distance ? &g->distances : &g->rows;
	uint16_t links;

	if (!w->row[a] && !w->row[b]) {
		search_distances(m, g, a);
		keep_row(m, g, w, a);
	}
	links = w->row[b] ? w->row[b][a] : w->row[a][b];
	if (links != GRAPH_FAR)
		return links;
	search_distances(m, g, a);
	return g->links[b];
}

static void
rows_init(distance_rows *w, uint32_t routers)
{
	size_t most = row_bytes / sizeof **w->row / routers;

	w->routers = routers;
	w->row = xcalloc(routers, sizeof *w->row);
	w->most = most >= routers ? routers : most ? (uint32_t)most : 1;
}

void
graph_search_init(machine *m, uint32_t *distance)
{
	graph_search *g = m->search = xcalloc(1, sizeof *g);

	g->diameter = NONE;
	g->distance = distance;
	g->links = xalloc(m->routers, sizeof *g->links);
	g->queue = xalloc(m->routers, sizeof *g->queue);
	rows_init(&g->rows, m->routers);
	if (distance)
		rows_init(&g->distances, m->routers);
}

void
graph_search_distances(machine *m)
{
	kind *k;

	if (m->searched)
		return;
	k = m->searched = xalloc(1, sizeof *k);
	*k = *m->kind;
	k->distance = graph_distance;
	k->slack = 0;
	k->uneven = true;
	k->grid = false;
	k->hops = NULL;
	k->bisection = NULL;
	m->kind = k;
	if (!m->search)
		graph_search_init(m, NULL);
}

void
graph_search_free(machine *m)
{
	graph_search *g = m->search;

	if (!g)
		return;
	forget_rows(&g->rows);
	forget_rows(&g->distances);
	free_all(g->rows.row, g->distances.row, g->distance, g->links, g->queue, g);
	m->search = NULL;
}

uint32_t
graph_cut_off(const machine *m, uint32_t start, const uint8_t *asked)
{
	graph_search *g = m->search;

	if (graph_find(m, start, g->links, g->queue) == m->routers)
		return NONE;
	for (uint32_t r = 0; r < m->routers; r++)
		if (g->links[r] == NONE && (!asked || asked[r]))
			return r;
	return NONE;
}
