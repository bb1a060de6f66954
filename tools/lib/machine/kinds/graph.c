/* graph -- the routers and links of a table, and distances by breadth-first search. */
#include "lib/machine/kinds/graph.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "lib/machine/build.h"
#include "lib/machine/import/graph-read.h"
#include "lib/machine/import/topology-conf.h"

static const size_t row_bytes = (size_t)256 << 20;	/* for all rows that are kept */

static const spec_key keys[] = {
	{ "links", KEY_FILE, "", NULL, "file of the links between routers, a table with the columns from and to", true },
	{ "topology", KEY_FILE, "", NULL, "in place of links and nodes, a topology.conf of Slurm", true },
	{ "nodes", KEY_FILE, "", NULL, "file of the nodes, a table with the columns node and router", true },
	{ "p", KEY_INT, "", NULL, "nodes a router when there is no such file, by default 1", true },
	{ "bw", KEY_BANDWIDTH, "8Gb/s", NULL, "bandwidth of links for which the file gives none", false },
	{ "latency", KEY_TIME, "40ns", NULL, "latency of links for which the file gives none", false },
	{ .name = NULL }
};

/* From some routers to all. */
typedef struct rows {
	uint16_t **row;		/* [routers], NULL where none is kept */
	uint32_t *owner;	/* [kept]: whose rows these are, a ring */
	uint32_t kept, most, oldest;
} rows;

typedef struct graph {
	names class;		/* names of the link classes */
	uint32_t *links, *queue;	/* [routers]: of the search */
	rows rows;		/* links */
	rows distances;		/* likewise, where links count for more than one */
	uint32_t *distance;	/* [router_links] how many each counts for; NULL: each for one */
	uint32_t diameter;	/* NONE: not looked for yet */
} graph;

/* Links from `start` to every router, into g->links; NONE where no way leads.  The number of routers found, g->queue in their order. */
static uint32_t
search(const machine *m, graph *g, uint32_t start)
{
	uint32_t head = 0, tail = 0;

	for (uint32_t r = 0; r < m->routers; r++)
		g->links[r] = NONE;
	g->links[start] = 0;
	g->queue[tail++] = start;
	while (head < tail) {
		uint32_t r = g->queue[head++];

		for (uint32_t l = m->first[r]; l < m->first[r + 1]; l++)
			if (m->class[l] != CLASS_NODE && g->links[m->to[l]] == NONE) {
				g->links[m->to[l]] = g->links[r] + 1;
				g->queue[tail++] = m->to[l];
			}
	}
	return tail;
}

uint32_t
graph_order(const machine *m, uint32_t start, uint32_t *order)
{
	graph *g = m->shape;

	search(m, g, start);
	memcpy(order, g->queue, m->routers * sizeof *order);
	return g->links[order[m->routers - 1]];
}

/* Room for the row of r: new, or that of the row kept longest. */
static uint16_t *
make_room(const machine *m, rows *w, uint32_t r)
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
keep_row(const machine *m, const graph *g, rows *w, uint32_t r)
{
	uint16_t *links = make_room(m, w, r);

	for (uint32_t b = 0; b < m->routers; b++)
		links[b] = g->links[b] < GRAPH_FAR ? (uint16_t)g->links[b] : GRAPH_FAR;
	return links;
}

const uint16_t *
graph_row(const machine *m, uint32_t r)
{
	graph *g = m->shape;

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
			if (m->class[l] != CLASS_NODE)
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
	graph *g = m->shape;

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
search_distances(const machine *m, graph *g, uint32_t start)
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

				if (m->class[l] == CLASS_NODE || g->links[to] <= far + g->distance[l])
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
search_far(const machine *m, graph *g, uint32_t start)
{
	if (g->distance)
		search_distances(m, g, start);
	else
		search(m, g, start);
}

/* A row of either end will do. */
static uint32_t
distance(const machine *m, uint32_t a, uint32_t b)
{
	graph *g = m->shape;
	rows *w = g->distance ? &g->distances : &g->rows;
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

/* The ends of all cables, 2*cable + side, by the router at this end, then the one at the other, then row;
 * those of router r are end[first[r]] … end[first[r+1]-1]. */
typedef struct ends {
	uint32_t *end, *first;
} ends;

static uint32_t
here(const cables *c, uint32_t end)
{
	return c->cable[end / 2].end[end % 2];
}

static uint32_t
there(const cables *c, uint32_t end)
{
	return c->cable[end / 2].end[1 - end % 2];
}

/* Sorted in two passes, by the far router and then, keeping that order, by the near one. */
static ends
sort_ends(const cables *c)
{
	uint32_t count = 2 * c->count, *by_far = xalloc(count, sizeof *by_far), *next;
	ends e = { xalloc(count, sizeof *e.end), xcalloc((size_t)c->routers + 1, sizeof *e.first) };

	next = xalloc(c->routers, sizeof *next);
	for (uint32_t i = 0; i < count; i++)
		e.first[here(c, i) + 1]++;
	for (uint32_t r = 0; r < c->routers; r++)
		e.first[r + 1] += e.first[r];
	memcpy(next, e.first, c->routers * sizeof *next);
	for (uint32_t i = 0; i < count; i++)
		by_far[next[there(c, i)]++] = i;
	memcpy(next, e.first, c->routers * sizeof *next);
	for (uint32_t i = 0; i < count; i++)
		e.end[next[here(c, by_far[i])]++] = by_far[i];
	free(by_far);
	free(next);
	return e;
}

/* Two rows of one class for one pair: their ends at a router have at most those of other classes between them. */
static void
refuse_repeated(const cables *c, const ends *e)
{
	for (uint32_t r = 0; r < c->routers; r++)
		for (uint32_t i = e->first[r]; i < e->first[r + 1]; i++)
			for (uint32_t k = i; k-- > e->first[r] && there(c, e->end[k]) == there(c, e->end[i]);) {
				const cable *x = &c->cable[e->end[i] / 2], *y = &c->cable[e->end[k] / 2];

				if (x->class == y->class)
					table_bad(c->table, &(row){ .line = x->line }, -1,
						"routers %u and %u: line %ld links them already; the column 'count' says that links are parallel",
						x->end[0], x->end[1], y->line);
			}
}

static void
refuse_lonely(const cables *c, const ends *e)
{
	for (uint32_t r = 0; c->routers > 1 && r < c->routers; r++)
		if (e->first[r] == e->first[r + 1])
			die(FAIL_DATA, "%s: router %u has no link, but there is a router %u: they are numbered from 0 without gaps",
				c->file, r, c->routers - 1);
}

/* node_router and the ports of the nodes; next[r] is then the first port behind them. */
static void
wire_nodes(machine *m, const seats *s, uint32_t p, uint32_t *next)
{
	for (uint32_t v = 0; v < m->nodes; v++)
		m->node_router[v] = p ? v / p : s->seat[v].router;
	memcpy(next, m->first, m->routers * sizeof *next);
	for (uint32_t v = 0; v < m->nodes; v++)
		machine_attach(m, v, next[m->node_router[v]]++);
}

/* first[]: how many ports each router has. */
static void
count_ports(machine *m, const cables *c, const seats *s, uint32_t p)
{
	for (uint32_t r = 0; r <= m->routers; r++)
		m->first[r] = r ? p : 0;
	for (uint32_t v = 0; !p && v < m->nodes; v++)
		m->first[s->seat[v].router + 1]++;
	for (uint32_t i = 0; i < c->count; i++)
		for (int side = 0; side < 2; side++)
			m->first[c->cable[i].end[side] + 1] += c->cable[i].count;
	for (uint32_t r = 0; r < m->routers; r++)
		m->first[r + 1] += m->first[r];
}

static void
wire_links(machine *m, const cables *c, const ends *e, uint32_t *next, uint32_t *distance)
{
	uint32_t *port = xalloc(2 * (size_t)c->count, sizeof *port);	/* [end]: its first link */

	for (uint32_t i = 0; i < 2 * c->count; i++) {
		port[e->end[i]] = next[here(c, e->end[i])];
		next[here(c, e->end[i])] += c->cable[e->end[i] / 2].count;
	}
	for (uint32_t end = 0; end < 2 * c->count; end++) {
		const cable *x = &c->cable[end / 2];

		for (uint32_t i = 0; i < x->count; i++) {
			machine_port(m, port[end] + i, here(c, end), there(c, end), port[end ^ 1] + i, x->class);
			m->speed_of[port[end] + i] = x->speed;
			if (distance)
				distance[port[end] + i] = x->distance;
		}
	}
	free(port);
}

static void
wire(machine *m, const cables *c, const ends *e, const seats *s, uint32_t p)
{
	uint32_t *next = xalloc(m->routers, sizeof *next);
	graph *g = m->shape;

	for (uint32_t i = 0; i < c->count && !g->distance; i++)
		if (c->cable[i].distance > 1)
			g->distance = xcalloc(m->router_links, sizeof *g->distance);

	count_ports(m, c, s, p);
	wire_nodes(m, s, p, next);
	wire_links(m, c, e, next, g->distance);
	free(next);
}

static void
add_levels(machine *m, const seats *s)
{
	uint32_t *group;

	machine_level_add(m, "router", m->routers, m->node_router);
	if (!s->groups)
		return;
	group = xalloc(m->nodes, sizeof *group);
	for (uint32_t v = 0; v < m->nodes; v++)
		group[v] = s->seat[v].group;
	machine_level_add(m, "group", s->groups, group);
}

static void
rows_init(rows *w, uint32_t routers)
{
	size_t most = row_bytes / sizeof **w->row / routers;

	w->row = xcalloc(routers, sizeof *w->row);
	w->most = most >= routers ? routers : most ? (uint32_t)most : 1;
	w->owner = xalloc(w->most, sizeof *w->owner);
}

static void
rows_free(rows *w)
{
	for (uint32_t i = 0; i < w->kept; i++)
		free(w->row[w->owner[i]]);
	free(w->row);
	free(w->owner);
}

/* The memory of searches; all routers must be found. */
static void
prepare_search(machine *m, graph *g, const char *file)
{
	g->diameter = NONE;
	g->links = xalloc(m->routers, sizeof *g->links);
	g->queue = xalloc(m->routers, sizeof *g->queue);
	rows_init(&g->rows, m->routers);
	if (g->distance)
		rows_init(&g->distances, m->routers);
	if (search(m, g, 0) == m->routers)
		return;
	for (uint32_t r = 0; r < m->routers; r++)
		if (g->links[r] == NONE)
			die(FAIL_DATA, "%s: the graph is not connected: no way leads from router 0 to router %u", file, r);
}

/* The links; from a topology.conf also the nodes. */
static void
read_links(machine *m, spec *s, cables *c, seats *n)
{
	static const char *const other[] = { "links", "nodes", "p" };
	speed usual = { spec_bandwidth(s, "bw"), spec_int(s, "latency") };
	graph *g = m->shape;

	*n = (seats){ 0 };
	if (!spec_given(s, "topology")) {
		if (!spec_given(s, "links"))
			spec_bad(s, "links", "must be given, or topology");
		cables_read(c, spec_file(s, "links"), usual, m, &g->class);
		return;
	}
	for (size_t i = 0; i < sizeof other / sizeof *other; i++)
		if (spec_given(s, other[i]))
			spec_bad(s, other[i], "the network is that of the file %s", spec_file(s, "topology"));
	topology_conf_read(c, n, spec_file(s, "topology"), usual, m, &g->class);
}

/* The nodes, by a file or (p > 0) p a router; the counts checked. */
static uint32_t
read_nodes(spec *s, const cables *c, seats *n)
{
	uint32_t p = 0;

	if (spec_given(s, "nodes")) {
		if (spec_given(s, "p"))
			spec_bad(s, "p", "the nodes are those of the file %s", spec_file(s, "nodes"));
		seats_read(n, spec_file(s, "nodes"), c->routers);
	} else if (!spec_given(s, "topology")) {
		spec_derive(s, "p", 1);
		p = spec_at_least(s, "p", 1);
	}
	machine_limit(s, "links", 0, c->routers, (wide)2 * c->links);
	machine_limit(s, p ? "p" : "nodes", p ? (wide)p * c->routers : n->count, c->routers,
		(wide)2 * c->links + (p ? (wide)p * c->routers : n->count));
	return p;
}

/* What people call the nodes becomes the machine's. */
static void
take_names(machine *m, seats *s)
{
	bool any = false;

	for (uint32_t v = 0; v < s->count; v++)
		any = any || s->seat[v].name;
	if (!any)
		return;
	m->node_name = xcalloc(m->nodes, sizeof *m->node_name);
	for (uint32_t v = 0; v < s->count; v++) {
		m->node_name[v] = s->seat[v].name;
		s->seat[v].name = NULL;
	}
}

static void
build(machine *m, spec *s)
{
	graph *g = xcalloc(1, sizeof *g);
	cables c;
	seats n;
	ends e;
	uint32_t p, nodes;

	m->shape = g;
	read_links(m, s, &c, &n);
	if (c.routers - 1 > c.count)	/* before memory is asked for them */
		die(FAIL_DATA, "%s: %u links cannot connect routers 0 to %u", c.file, c.count, c.routers - 1);
	e = sort_ends(&c);
	refuse_lonely(&c, &e);
	refuse_repeated(&c, &e);
	p = read_nodes(s, &c, &n);
	assert(p || n.seat);
	nodes = p ? p * c.routers : n.count;
	machine_size(m, nodes, c.routers, (uint32_t)(2 * c.links) + nodes);
	wire(m, &c, &e, &n, p);
	prepare_search(m, g, c.file);
	add_levels(m, &n);
	take_names(m, &n);
	free(e.end);
	free(e.first);
	seats_free(&n);
	cables_free(&c);
}

static void
free_shape(machine *m)
{
	graph *g = m->shape;

	rows_free(&g->rows);
	rows_free(&g->distances);
	free(g->distance);
	free(g->links);
	free(g->queue);
	names_free(&g->class);
	free(g);
}

extern const kind kind_graph;

const kind kind_graph = {
	.name = "graph",
	.about = "any connected network, its routers and links listed in a file",
	.keys = keys,
	.build = build,
	.distance = distance,
	.free_shape = free_shape,
};
