/* graph -- the routers and links of a table. */
#include "lib/machine/kinds/graph.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/ascending.h"
#include "lib/machine/build.h"
#include "lib/machine/graph-search.h"
#include "lib/machine/import/fabric-machine.h"
#include "lib/machine/import/graph-read.h"
#include "lib/machine/import/topology-conf.h"
#include "lib/machine/import/tori-read.h"

static const spec_key keys[] = {
	{ "links", KEY_FILE, "", NULL, "file of the links between routers, a table with the columns from and to", true },
	{ "topology", KEY_FILE, "", NULL, "in place of links and nodes, a topology.conf or topology.yaml of Slurm, or what ibnetdiscover prints", true },
	{ "name", KEY_WORD, "", NULL, "which topology of a topology.yaml; by default the cluster's", true },
	{ "nodes", KEY_FILE, "", NULL, "file of the nodes, a table with the columns node and router", true },
	{ "p", KEY_INT, "", NULL, "nodes a router when there is no such file, by default 1", true },
	{ "bw", KEY_BANDWIDTH, "8Gb/s", NULL, "bandwidth of links for which the file gives none", false },
	{ "latency", KEY_TIME, "40ns", NULL, "latency of links for which the file gives none", false },
	{ .name = NULL }
};

extern const kind kind_torus;

/* An end of a cable. */
typedef struct cable_end {
	uint32_t here, there;	/* the routers at this end and at the other */
	uint32_t number;	/* 2*cable + side */
} cable_end;

ASCENDING_BY3(by_routers, cable_end, here, there, number)

static cable_end *
sort_ends(const cables *c)
{
	cable_end *e = xalloc(2 * (size_t)c->count, sizeof *e);

	for (uint32_t i = 0; i < 2 * c->count; i++)
		e[i] = (cable_end){ c->cable[i / 2].end[i % 2], c->cable[i / 2].end[1 - i % 2], i };
	qsort(e, 2 * (size_t)c->count, sizeof *e, by_routers);
	return e;
}

/* Two rows of one class for one pair: their ends at a router have at most those of other classes between them. */
static void
refuse_repeated(const cables *c, const cable_end *e)
{
	for (uint32_t i = 0; i < 2 * c->count; i++)
		for (uint32_t k = i; k-- > 0 && e[k].here == e[i].here && e[k].there == e[i].there;) {
			const cable *x = &c->cable[e[i].number / 2], *y = &c->cable[e[k].number / 2];

			if (x->class == y->class)
				table_bad(c->table, &(row){ .line = x->line }, -1,
					"routers %u and %u: line %ld links them already; the column 'count' says that links are parallel",
					x->end[0], x->end[1], y->line);
		}
}

/* The links, from port next[r] of router r on, and for how many each counts: NULL where all count for one. */
static uint32_t *
wire_links(machine *m, const cables *c, const cable_end *e, uint32_t *next)
{
	uint32_t *port = xalloc(2 * (size_t)c->count, sizeof *port), *distance = NULL;	/* port[number of an end]: its first link */

	for (uint32_t i = 0; i < c->count && !distance; i++)
		if (c->cable[i].distance > 1)
			distance = xcalloc(m->router_links, sizeof *distance);
	for (uint32_t i = 0; i < 2 * c->count; i++) {
		port[e[i].number] = next[e[i].here];
		next[e[i].here] += c->cable[e[i].number / 2].count;
	}
	for (uint32_t i = 0; i < 2 * c->count; i++) {
		const cable *x = &c->cable[e[i].number / 2];

		for (uint32_t k = 0, link = port[e[i].number], back = port[e[i].number ^ 1]; k < x->count; k++, link++, back++) {
			machine_port(m, link, e[i].here, e[i].there, back, x->class);
			m->speed_of[link] = x->speed;
			if (distance)
				distance[link] = x->distance;
		}
	}
	free(port);
	return distance;
}

/* All but further levels; the nodes are those of `s`, or p > 0 a router. */
static void
fill(machine *m, const cables *c, const cable_end *e, const seats *s, uint32_t p)
{
	uint32_t nodes, *next = xalloc(c->routers, sizeof *next);

	assert(p || s);
	nodes = p ? p * c->routers : s->count;
	machine_size(m, nodes, c->routers, (uint32_t)(2 * c->links) + nodes);
	for (uint32_t v = 0; v < nodes; v++)
		m->node_router[v] = p ? v / p : s->seat[v].router;
	/* Where each router's nodes are, and its ports: those of its nodes, and the links of its ends. */
	memset(m->first, 0, ((size_t)m->routers + 1) * sizeof *m->first);
	for (uint32_t v = 0; v < m->nodes; v++)
		m->first[m->node_router[v] + 1]++;
	for (uint32_t i = 0; i < 2 * c->count; i++)
		m->first[c->cable[i / 2].end[i % 2] + 1] += c->cable[i / 2].count;
	for (uint32_t r = 0; r < m->routers; r++)
		m->first[r + 1] += m->first[r];
	memcpy(next, m->first, m->routers * sizeof *next);
	for (uint32_t v = 0; v < nodes; v++)
		machine_attach(m, v, next[m->node_router[v]]++);
	graph_search_init(m, wire_links(m, c, e, next));
	machine_level_add(m, "router", m->routers, m->node_router);
	free(next);
}

void
graph_fill(machine *m, const cables *c, uint32_t p)
{
	cable_end *e = sort_ends(c);

	fill(m, c, e, NULL, p);
	free(e);
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

/* Links and nodes of a list of a real network. */
static void
read_fabric(machine *m, spec *s, cables *c, seats *n, gzlines *in)
{
	if (spec_given(s, "name"))
		spec_bad(s, "name", "names a topology of a topology.yaml");
	fabric_read(c, n, in, spec_given(s, "nics") ? spec_at_least(s, "nics", 1) : 0, usual_speed(s), !spec_find(s, "node-bw")->text, m,
		m->shape);
	if (n->nics > 1 && !spec_given(s, "nics"))
		spec_derive(s, "nics", n->nics);
}

/* The links; from a topology.conf also the nodes. */
static void
read_links(machine *m, spec *s, cables *c, seats *n)
{
	speed usual = usual_speed(s);
	names *class = m->shape;
	uint32_t nics = spec_given(s, "nics") ? spec_at_least(s, "nics", 1) : 1;
	gzlines *in;

	*n = (seats){ 0 };
	if (!spec_given(s, "topology")) {
		if (!spec_given(s, "links"))
			spec_bad(s, "links", "must be given, or topology");
		if (spec_given(s, "name"))
			spec_bad(s, "name", "names a topology of a topology.yaml");
		cables_read(c, spec_file(s, "links"), usual, m, class);
		return;
	}
	spec_refuse(s, "links nodes p", xprintf("the network is that of the file %s", spec_file(s, "topology")));
	if (spec_int(s, "nic-stride") != 1)
		spec_bad(s, "nic-stride", "interfaces of a node are where the file %s lists the node", spec_file(s, "topology"));
	in = gzlines_open(spec_file(s, "topology"));
	if (fabric_is(in))
		read_fabric(m, s, c, n, in);
	else
		topology_conf_read(c, n, in, spec_given(s, "name") ? spec_word(s, "name") : NULL, usual,
			nics <= MACHINE_NICS ? nics : 1, m, class);
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

static void
free_shape(machine *m)
{
	names_free(m->shape);
	free(m->shape);
}

/* A network of one ring or torus is a torus, with the routings of those. */
static void
become_torus(machine *m, spec *s)
{
	free_shape(m);
	m->kind = &kind_torus;
	tori_lattice(m, s, usual_speed(s));
}

/* What the files list. */
static void
build_listed(machine *m, spec *s, const cables *c, seats *n)
{
	cable_end *e;
	uint32_t p, r = 0;

	if (c->routers - 1 > c->count)	/* before memory is asked for them */
		die(FAIL_DATA, "%s: %u links cannot connect routers 0 to %u", c->file, c->count, c->routers - 1);
	e = sort_ends(c);
	for (uint32_t i = 0; i < 2 * c->count && e[i].here <= r; i++)
		r = e[i].here + 1;
	if (c->routers > 1 && r < c->routers)
		die(FAIL_DATA, "%s: router %u has no link, but there is a router %u: they are numbered from 0 without gaps",
			c->file, r, c->routers - 1);
	refuse_repeated(c, e);
	p = read_nodes(s, c, n);
	assert(p || n->seat);
	fill(m, c, e, n, p);
	refuse_pieces(m, c->file);
	free(e);
}

static void
build(machine *m, spec *s)
{
	cables c;
	seats n;
	uint32_t *group;

	m->shape = xcalloc(1, sizeof(names));	/* of the link classes */
	read_links(m, s, &c, &n);
	if (m->tori == 1)
		become_torus(m, s);
	else
		build_listed(m, s, &c, &n);
	/* The level of groups, where the file has such, and what people call the nodes. */
	group = n.groups ? xalloc(m->nodes, sizeof *group) : NULL;
	for (uint32_t v = 0; v < n.count; v++) {
		if (group)
			group[v] = n.seat[v].group;
		if (n.seat[v].name && !m->node_name)
			m->node_name = xcalloc(m->nodes, sizeof *m->node_name);
		if (m->node_name)
			m->node_name[v] = n.seat[v].name;
		n.seat[v].name = NULL;
	}
	if (group)
		machine_level_add(m, "group", n.groups, group);
	seats_free(&n);
	cables_free(&c);
}

const kind kind_graph = {
	.name = "graph", .about = "any connected network, its routers and links listed in a file", .keys = keys, .build = build,
	.distance = graph_distance, .free_shape = free_shape,
};
