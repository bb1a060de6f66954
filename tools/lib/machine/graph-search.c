/* graph-search -- see graph-search.h: rows of distances, found when asked for and kept. */
#include "lib/machine/graph-search.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/machine/import/graph-read.h"

static const size_t row_bytes = (size_t)256 << 20;	/* for all rows that are kept */

/* From some routers to all. */
typedef struct distance_rows {
	uint16_t **row;		/* [routers], NULL where none is kept */
	uint32_t *owner;	/* [kept]: whose rows these are, a ring */
	uint32_t kept, most, oldest;
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
			if (m->class[l] != CLASS_NODE && m->to[l] != NONE && links[m->to[l]] == NONE) {
				links[m->to[l]] = links[r] + 1;
				queue[tail++] = m->to[l];
			}
	return tail;
}

/* Links from `start` to every router, into g->links; NONE where no way leads.  The number of routers found, g->queue in their order. */
static uint32_t
search(const machine *m, graph_search *g, uint32_t start)
{
	memset(g->links, 0xff, m->routers * sizeof *g->links);
	g->links[start] = 0;
	g->queue[0] = start;
	return graph_spread(m, g->links, g->queue, 1);
}

uint32_t
graph_order(const machine *m, uint32_t start, uint32_t *order)
{
	graph_search *g = m->search;

	uint32_t found = search(m, g, start), most = g->links[g->queue[found - 1]], plane = m->routers / m->planes;

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

/* Room for the row of r: new, or that of the row kept longest. */
static uint16_t *
make_room(const machine *m, distance_rows *w, uint32_t r)
{
	if (w->kept < w->most) {
		w->row[r] = xalloc(m->routers, sizeof **w->row);
		w->owner[w->kept++] = r;
	} else {
		w->row[r] = w->row[w->owner[w->oldest]];
		w->row[w->owner[w->oldest]] = NULL;
		w->owner[w->oldest] = r;
		w->oldest = (w->oldest + 1) % w->most;
	}
	return w->row[r];
}

/* What the search from r found becomes its row. */
static const uint16_t *
keep_row(const machine *m, const graph_search *g, distance_rows *w, uint32_t r)
{
	uint16_t *links = make_room(m, w, r);

	for (uint32_t b = 0; b < m->routers; b++)
		links[b] = g->links[b] < GRAPH_FAR ? (uint16_t)g->links[b] : GRAPH_FAR;
	return links;
}

const uint16_t *
graph_row(const machine *m, uint32_t r)
{
	graph_search *g = m->search;

	if (g->rows.row[r])
		return g->rows.row[r];
	search(m, g, r);
	return keep_row(m, g, &g->rows, r);
}

/* Which of the searches have come to a router: at all, with the last step, with this one. */
typedef struct visits {
	uint64_t seen, fresh, next;
} visits;

/* One step of all searches; did any of them come to a new router? */
static bool
step_all(const machine *m, visits *at)
{
	uint64_t any = 0;

	for (uint32_t r = 0; r < m->routers; r++)
		for (uint32_t l = m->first[r]; at[r].fresh && l < m->first[r + 1]; l++)
			if (m->class[l] != CLASS_NODE && m->to[l] != NONE)
				at[m->to[l]].next |= at[r].fresh;
	for (uint32_t r = 0; r < m->routers; r++) {
		at[r].fresh = at[r].next & ~at[r].seen;
		at[r].seen |= at[r].fresh;
		at[r].next = 0;
		any |= at[r].fresh;
	}
	return any != 0;
}

/* The steps of the longest search, at most GRAPH_LONG.  They start from 64 routers side by side, a bit a search (Then and others,
 * "The more the merrier: efficient multi-source graph traversal", PVLDB 2014). */
static uint32_t
find_diameter(const machine *m)
{
	visits *at = xalloc(m->routers, sizeof *at);
	uint32_t longest = 0;

	for (uint32_t start = 0; start < m->routers && longest < GRAPH_LONG; start += 64) {
		memset(at, 0, m->routers * sizeof *at);
		for (uint32_t i = 0; i < 64 && start + i < m->routers; i++)
			at[start + i].seen = at[start + i].fresh = UINT64_C(1) << i;
		for (uint32_t steps = 1; longest < GRAPH_LONG && step_all(m, at); steps++)
			longest = steps > longest ? steps : longest;
	}
	free(at);
	return longest;
}

uint32_t
graph_diameter(const machine *m)
{
	graph_search *g = m->search;

	if (g->diameter == NONE)
		g->diameter = find_diameter(m);
	return g->diameter;
}

/* A router that was come to, in a list of those at one distance. */
typedef struct stop {
	uint32_t router, next;
} stop;

/* As search(), with what links count for: routers wait in lists by distance, as many as the longest link asks for (R. B. Dial, "Algorithm
 * 360: shortest-path forest with topological ordering", CACM 12, 1969).  One that is come to again nearer waits twice. */
static void
search_distances(const machine *m, graph_search *g, uint32_t start)
{
	stop *stops = xalloc((size_t)m->router_links + 1, sizeof *stops);
	uint32_t list[GRAPH_LINK_FAR + 1], waiting = 1, count = 1;

	memset(list, 0xff, sizeof list);
	memset(g->links, 0xff, m->routers * sizeof *g->links);
	stops[0] = (stop){ start, NONE };
	list[0] = 0;
	g->links[start] = 0;
	for (uint32_t far = 0; waiting; far++)
		for (uint32_t *head = &list[far % (GRAPH_LINK_FAR + 1)]; *head != NONE; waiting--) {
			uint32_t r = stops[*head].router;

			*head = stops[*head].next;
			for (uint32_t l = m->first[r]; l < m->first[r + 1] && g->links[r] == far; l++) {
				uint32_t to = m->to[l], *other;

				if (m->class[l] == CLASS_NODE || to == NONE || g->links[to] <= far + g->distance[l])
					continue;
				other = &list[(far + g->distance[l]) % (GRAPH_LINK_FAR + 1)];
				g->links[to] = far + g->distance[l];
				stops[count] = (stop){ to, *other };
				*other = count++;
				waiting++;
			}
		}
	free(stops);
}

static void
search_far(const machine *m, graph_search *g, uint32_t start)
{
	if (g->distance)
		search_distances(m, g, start);
	else
		search(m, g, start);
}

/* A row of either end will do. */
uint32_t
graph_distance(const machine *m, uint32_t a, uint32_t b)
{
	graph_search *g = m->search;
	distance_rows *w = g->distance ? &g->distances : &g->rows;
	uint16_t links;

	if (!w->row[a] && !w->row[b]) {
		search_far(m, g, a);
		keep_row(m, g, w, a);
	}
	links = w->row[b] ? w->row[b][a] : w->row[a][b];
	if (links != GRAPH_FAR)
		return links;
	search_far(m, g, a);
	return g->links[b];
}

static void
rows_init(distance_rows *w, uint32_t routers)
{
	size_t most = row_bytes / sizeof **w->row / routers;

	w->row = xcalloc(routers, sizeof *w->row);
	w->most = most >= routers ? routers : most ? (uint32_t)most : 1;
	w->owner = xalloc(w->most, sizeof *w->owner);
}

static void
rows_free(distance_rows *w)
{
	for (uint32_t i = 0; i < w->kept; i++)
		free(w->row[w->owner[i]]);
	free_all(w->row, w->owner);
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
	rows_free(&g->rows);
	rows_free(&g->distances);
	free_all(g->distance, g->links, g->queue, g);
	m->search = NULL;
}

uint32_t
graph_cut_off(const machine *m, uint32_t start, const uint8_t *asked)
{
	graph_search *g = m->search;

	if (search(m, g, start) == m->routers)
		return NONE;
	for (uint32_t r = 0; r < m->routers; r++)
		if (g->links[r] == NONE && (!asked || asked[r]))
			return r;
	return NONE;
}
