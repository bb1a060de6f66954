/* graph -- the routers and links of a table. */
#include "lib/machine/kinds/graph.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "lib/machine/build.h"
#include "lib/machine/graph-search.h"
#include "lib/machine/import/graph-read.h"
#include "lib/machine/import/topology-conf.h"
#include "lib/machine/import/tori-read.h"

static const spec_key keys[] = {
	{ "links", KEY_FILE, "", NULL, "file of the links between routers, a table with the columns from and to", true },
	{ "topology", KEY_FILE, "", NULL, "in place of links and nodes, a topology.conf or topology.yaml of Slurm", true },
	{ "name", KEY_WORD, "", NULL, "which topology of a topology.yaml; by default the cluster's", true },
	{ "nodes", KEY_FILE, "", NULL, "file of the nodes, a table with the columns node and router", true },
	{ "p", KEY_INT, "", NULL, "nodes a router when there is no such file, by default 1", true },
	{ "bw", KEY_BANDWIDTH, "8Gb/s", NULL, "bandwidth of links for which the file gives none", false },
	{ "latency", KEY_TIME, "40ns", NULL, "latency of links for which the file gives none", false },
	{ .name = NULL }
};

extern const kind kind_torus;

typedef struct graph {
	names class;		/* names of the link classes */
} graph;

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
	free_all(by_far, next);
	return e;
}

static void
ends_free(ends *e)
{
	free_all(e->end, e->first);
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

/* The links, and for how many each counts: NULL where all count for one. */
static uint32_t *
wire(machine *m, const cables *c, const ends *e, const seats *s, uint32_t p)
{
	uint32_t *next = xalloc(m->routers, sizeof *next), *distance = NULL;

	for (uint32_t i = 0; i < c->count && !distance; i++)
		if (c->cable[i].distance > 1)
			distance = xcalloc(m->router_links, sizeof *distance);

	count_ports(m, c, s, p);
	wire_nodes(m, s, p, next);
	wire_links(m, c, e, next, distance);
	free(next);
	return distance;
}

/* All but the levels. */
static void
fill(machine *m, const cables *c, const ends *e, const seats *s, uint32_t p)
{
	uint32_t nodes = p ? p * c->routers : s->count;

	machine_size(m, nodes, c->routers, (uint32_t)(2 * c->links) + nodes);
	graph_search_init(m, wire(m, c, e, s, p));
}

void
graph_fill(machine *m, const cables *c, uint32_t p)
{
	ends e = sort_ends(c);

	fill(m, c, &e, &(seats){ 0 }, p);
	ends_free(&e);
	machine_level_add(m, "router", m->routers, m->node_router);
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
refuse_pieces(const machine *m, const char *file)
{
	uint32_t r = graph_cut_off(m, 0, NULL);

	if (r != NONE)
		die(FAIL_DATA, "%s: the graph is not connected: no way leads from router 0 to router %u", file, r);
}

static speed
usual_speed(const spec *s)
{
	return (speed){ spec_bandwidth(s, "bw"), spec_int(s, "latency") };
}

/* The links; from a topology.conf also the nodes. */
static void
read_links(machine *m, spec *s, cables *c, seats *n)
{
	static const char *const other[] = { "links", "nodes", "p" };
	speed usual = usual_speed(s);
	graph *g = m->shape;

	*n = (seats){ 0 };
	if (!spec_given(s, "topology")) {
		if (!spec_given(s, "links"))
			spec_bad(s, "links", "must be given, or topology");
		if (spec_given(s, "name"))
			spec_bad(s, "name", "names a topology of a topology.yaml");
		cables_read(c, spec_file(s, "links"), usual, m, &g->class);
		return;
	}
	for (size_t i = 0; i < sizeof other / sizeof *other; i++)
		if (spec_given(s, other[i]))
			spec_bad(s, other[i], "the network is that of the file %s", spec_file(s, "topology"));
	topology_conf_read(c, n, spec_file(s, "topology"), spec_given(s, "name") ? spec_word(s, "name") : NULL, usual, m, &g->class);
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
free_shape(machine *m)
{
	graph *g = m->shape;

	names_free(&g->class);
	free(g);
}

/* A network of one ring or torus is a torus, with the routings of those. */
static void
become_torus(machine *m, spec *s)
{
	free_shape(m);
	m->kind = &kind_torus;
	tori_lattice(m, s, usual_speed(s));
}

static void
build(machine *m, spec *s)
{
	graph *g = xcalloc(1, sizeof *g);
	cables c;
	seats n;
	ends e;
	uint32_t p;

	m->shape = g;
	read_links(m, s, &c, &n);
	if (m->tori == 1) {
		become_torus(m, s);
		take_names(m, &n);
		seats_free(&n);
		cables_free(&c);
		return;
	}
	if (c.routers - 1 > c.count)	/* before memory is asked for them */
		die(FAIL_DATA, "%s: %u links cannot connect routers 0 to %u", c.file, c.count, c.routers - 1);
	e = sort_ends(&c);
	refuse_lonely(&c, &e);
	refuse_repeated(&c, &e);
	p = read_nodes(s, &c, &n);
	assert(p || n.seat);
	fill(m, &c, &e, &n, p);
	refuse_pieces(m, c.file);
	add_levels(m, &n);
	take_names(m, &n);
	ends_free(&e);
	seats_free(&n);
	cables_free(&c);
}

const kind kind_graph = {
	.name = "graph", .about = "any connected network, its routers and links listed in a file", .keys = keys, .build = build,
	.distance = graph_distance, .free_shape = free_shape,
};
