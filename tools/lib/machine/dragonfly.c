/* dragonfly -- groups of routers, all connected to one another, and the groups too.
 *
 * Kim, Dally, Scott and Abts, "Technology-driven, highly-scalable dragonfly topology",
 * ISCA 2008. The global arrangements are those that Hastings et al., "Comparing global
 * link arrangements for dragonfly networks", CLUSTER 2015, compare; their numbering is
 * CONTRACT's. */
#include <stdlib.h>
#include <string.h>

#include "lib/machine/build.h"
#include "lib/machine/dragonfly.h"

enum { LOCAL = 1, GLOBAL };	/* link classes */

static const spec_key keys[] = {
	{ "g", KEY_INT, NULL, NULL, "groups", true },
	{ "a", KEY_INT, NULL, NULL, "routers a group", true },
	{ "p", KEY_INT, NULL, NULL, "nodes a router", true },
	{ "h", KEY_INT, "", NULL, "global ports a router, by default (g-1)/a rounded up", true },
	{ "arrangement", KEY_WORD, "absolute", "absolute relative circulant", "which global port leads to which group", true },
	{ "local-bw", KEY_BANDWIDTH, "8Gb/s", NULL, "bandwidth of links within a group", false },
	{ "local-latency", KEY_TIME, "40ns", NULL, "latency of links within a group", false },
	{ "global-bw", KEY_BANDWIDTH, "8Gb/s", NULL, "bandwidth of links between groups", false },
	{ "global-latency", KEY_TIME, "40ns", NULL, "latency of links between groups", false },
	{ .name = NULL }
};

static arrangement
read_arrangement(const spec *s)
{
	const char *word = spec_word(s, "arrangement");

	return strcmp(word, "relative") == 0 ? RELATIVE : strcmp(word, "circulant") == 0 ? CIRCULANT : ABSOLUTE;
}

/* Read and check the shape. */
static dragonfly *
read_shape(spec *s)
{
	dragonfly *d = xcalloc(1, sizeof *d);
	uint64_t ports, routers;

	d->g = spec_at_least(s, "g", 1);
	d->a = spec_at_least(s, "a", 1);
	d->p = spec_at_least(s, "p", 1);
	spec_derive(s, "h", (d->g - 1) / d->a + ((d->g - 1) % d->a != 0));
	d->h = (uint32_t)spec_int(s, "h");
	d->arrangement = read_arrangement(s);
	ports = (uint64_t)d->a * d->h;
	if (ports < d->g - 1)
		spec_bad(s, "h", "leaves groups without a link: %u routers of %u global ports for %u other groups",
			d->a, d->h, d->g - 1);
	routers = (uint64_t)d->g * d->a;
	machine_limit(s, "g", (wide)routers * d->p, routers,
		(wide)routers * ((uint64_t)d->p + d->a - 1 + d->h));
	d->copies = d->g > 1 ? (uint32_t)(ports / (d->g - 1)) : 0;
	return d;
}

/* The tables of dragonfly.h. */
static void
make_tables(dragonfly *d)
{
	uint32_t routers = d->g * d->a, ports = d->a * d->h;

	d->place = xalloc(routers, sizeof *d->place);
	d->group = xalloc(routers, sizeof *d->group);
	d->owner = xalloc(ports, sizeof *d->owner);
	for (uint32_t r = 0; r < routers; r++) {
		d->place[r] = r % d->a;
		d->group[r] = r / d->a;
	}
	for (uint32_t k = 0; k < ports; k++)
		d->owner[k] = k / d->h;
	if (d->arrangement == ABSOLUTE)
		return;
	d->turn = xalloc(d->g, sizeof *d->turn);
	d->turn[0] = NONE;	/* nothing leads home */
	for (uint32_t on = 1; on < d->g; on++)
		if (d->arrangement == RELATIVE)
			d->turn[on] = on - 1;
		else	/* circulant: +1 -1 +2 -2 …, and g/2 once */
			d->turn[on] = on <= d->g - on ? 2 * (on - 1) : 2 * (d->g - on) - 1;
}

static void
wire_nodes(machine *m, const dragonfly *d)
{
	uint32_t degree = d->p + d->a - 1 + d->h;

	for (uint32_t r = 0; r <= m->routers; r++)
		m->first[r] = r * degree;
	for (uint32_t v = 0; v < m->nodes; v++) {
		m->node_router[v] = v / d->p;
		machine_attach(m, v, m->first[v / d->p] + v % d->p);
	}
}

static void
wire_locally(machine *m, const dragonfly *d)
{
	for (uint32_t r = 0; r < m->routers; r++) {
		uint32_t base = r - d->place[r];
		for (uint32_t i = 0; i < d->a; i++)
			if (i != d->place[r])
				machine_port(m, dragonfly_local(m, d, r, i), r, base + i,
					dragonfly_local(m, d, base + i, d->place[r]), LOCAL);
	}
}

/* All global ports empty at first, then both directions of every pair. */
static void
wire_globally(machine *m, const dragonfly *d)
{
	for (uint32_t r = 0; r < m->routers; r++)
		for (uint32_t link = m->first[r + 1] - d->h; link < m->first[r + 1]; link++)
			machine_port(m, link, r, NONE, NONE, GLOBAL);
	for (uint32_t x = 0; x < d->g; x++)
		for (uint32_t y = 0; y < d->g; y++)
			for (uint32_t c = 0; x != y && c < d->copies; c++) {
				uint32_t there = dragonfly_port(d, x, y) + c * (d->g - 1);
				uint32_t back = dragonfly_port(d, y, x) + c * (d->g - 1);
				uint32_t r = x * d->a + d->owner[there], s = y * d->a + d->owner[back];
				machine_port(m, dragonfly_global(m, d, r, there), r, s, dragonfly_global(m, d, s, back), GLOBAL);
			}
}

static void
build(machine *m, spec *s)
{
	dragonfly *d = read_shape(s);
	uint32_t *group;

	m->shape = d;
	machine_class(m, "local", spec_bandwidth(s, "local-bw"), spec_int(s, "local-latency"));
	machine_class(m, "global", spec_bandwidth(s, "global-bw"), spec_int(s, "global-latency"));
	make_tables(d);
	machine_size(m, d->g * d->a * d->p, d->g * d->a, d->g * d->a * (d->p + d->a - 1 + d->h));
	wire_nodes(m, d);
	wire_locally(m, d);
	wire_globally(m, d);
	group = xalloc(m->nodes, sizeof *group);
	for (uint32_t v = 0; v < m->nodes; v++)
		group[v] = d->group[m->node_router[v]];
	machine_level_add(m, "router", m->routers, m->node_router);
	machine_level_add(m, "group", d->g, group);
}

/* The links of the shortest local-global-local route, over all parallel links
 * between the two groups: 0 to 3. (Two global links in a row can be shorter than three; a
 * minimal route never takes them, so the distance ignores them too.) */
static uint32_t
distance(const machine *m, uint32_t a, uint32_t b)
{
	const dragonfly *d = m->shape;
	uint32_t out, in, best = 3;

	if (d->group[a] == d->group[b])
		return a != b;
	out = dragonfly_port(d, d->group[a], d->group[b]);
	in = dragonfly_port(d, d->group[b], d->group[a]);
	for (uint32_t c = 0; c < d->copies && best > 1; c++) {
		uint32_t k = c * (d->g - 1);
		uint32_t n = 1U + (d->owner[out + k] != d->place[a]) + (d->owner[in + k] != d->place[b]);
		if (n < best)
			best = n;
	}
	return best;
}

/* Halves of an even number of groups cut weight[GLOBAL] * copies * (g/2)² (one group: of its
 * routers).  No halves cut less while local links are no narrower: with one unit sent from each
 * router to each other by minimal routes, over all parallel links alike, a global link carries
 * a²/copies units and a local one at most 1 + 2ah/copies, and half of all ordered pairs of routers
 * cross the cut, half of these each way. */
static bool
bisection(const machine *m, const uint64_t *weight, uint64_t *cut)
{
	const dragonfly *d = m->shape;

	if (d->g == 1) {
		*cut = weight[LOCAL] * (d->a / 2) * (d->a - d->a / 2);
		return true;
	}
	*cut = weight[GLOBAL] * d->copies * (d->g / 2) * (d->g / 2);
	return d->g % 2 == 0 && (d->a == 1 ||
		(wide)weight[LOCAL] * d->a * d->a >= (wide)weight[GLOBAL] * (d->copies + (wide)2 * d->a * d->h));
}

static void
free_shape(machine *m)
{
	dragonfly *d = m->shape;

	free(d->place);
	free(d->group);
	free(d->owner);
	free(d->turn);
	free(d);
}

extern const kind kind_dragonfly;

const kind kind_dragonfly = {
	.name = "dragonfly",
	.about = "all-to-all groups of routers, all-to-all between groups",
	.keys = keys,
	.build = build,
	.distance = distance,
	.bisection = bisection,
	.free_shape = free_shape,
};
