/* dragonfly -- groups of routers, all connected to one another, and the groups too.
 *
 * Kim, Dally, Scott and Abts, "Technology-driven, highly-scalable dragonfly topology", ISCA 2008. The global arrangements are those that
 * Hastings et al., "Comparing global link arrangements for dragonfly networks", CLUSTER 2015, compare. */
#include "lib/machine/kinds/dragonfly.h"

#include <stdlib.h>

#include "lib/machine/build.h"
#include "lib/machine/graph-search.h"

static const spec_key keys[] = {
	DRAGONFLY_SHAPE_KEYS,
	DRAGONFLY_GLOBAL_KEYS,
	{ "router-arrangement", KEY_WORD, "consecutive", "consecutive parallel dealt", "which of its group's global ports a router has", true },
	{ "rows", KEY_INT, "1", NULL, "rows of a group, whose rows and columns are joined all to all; of one, all routers are", true },
	{ "row-links", KEY_INT, "1", NULL, "of several rows: parallel links of two routers of a row", true },
	{ "column-links", KEY_INT, "1", NULL, "of several rows: parallel links of two routers of a column", true },
	{ "global-links", KEY_INT, "1", NULL, "of several rows: parallel links of a global cable", true },
	{ "global-block", KEY_INT, "", NULL, "of several rows: routers next to each other that lead to the same groups", true },
	DRAGONFLY_SPEED_KEYS,
	{ .name = NULL }
};

/* Rows and columns, and the links of a cable. */
static group_grid
read_grid(spec *s, dragonfly *d)
{
	group_grid g = { .rows = spec_at_least(s, "rows", 1), .row_links = spec_at_least(s, "row-links", 1),
		.column_links = spec_at_least(s, "column-links", 1) };
	uint32_t fit = machine_fitting(d->a, g.rows);

	d->trunk = spec_at_least(s, "global-links", 1);
	if (fit != g.rows)
		spec_bad(s, "rows", "%u routers do not make whole rows; %u would do", d->a, fit);
	if (d->h % d->trunk != 0 || d->copies % d->trunk != 0)
		spec_bad(s, "global-links", "the %u global ports of a router, and %u links to each other group, do not split into cables of so many",
			d->h, d->copies);
	g.columns = d->a / g.rows;
	d->copies /= d->trunk;
	return g;
}

/* How many routers next to each other lead to the same groups; 0: they are not told. */
static uint32_t
read_block(const spec *s, const dragonfly *d)
{
	uint32_t block = spec_given(s, "global-block") ? spec_at_least(s, "global-block", 1) : 0, cables = d->h / d->trunk;

	if (block && (!cables || (d->g - 1) % cables != 0 || d->a % ((d->g - 1) / cables * block) != 0))
		spec_bad(s, "global-block", "blocks of so many routers with %u cables each do not lead to %u other groups alike", cables, d->g - 1);
	return block;
}

/* Global ports are numbered so that number c * (g-1) + to leads, as the c-th, to the other group that is number `to` by the arrangement.
 * Parallel: all to one group are next to each other, and each router has the next h.  Dealt: routers have one after the other in turn.
 * (Alzaid et al., "Global link arrangement for practical Dragonfly", ICS 2020, call it the arrangement per router.)  In blocks of routers:
 * those of one lead to the same groups, and so many blocks in a row to all. */
static void
arrange_routers(dragonfly *d, char how, uint32_t block)
{
	uint32_t others = d->g - 1, used = d->copies * others, cables = d->h / d->trunk, blocks = block ? others / cables : 0;

	for (uint32_t k = 0; k < (block ? used : d->a * cables); k++) {
		uint32_t c = others ? k / others : 0, to = others ? k % others : 0, parallel = k < used ? to * d->copies + c : k;

		d->owner[k] = block ? (c / block * blocks + to % blocks) * block + c % block : how == 'd' ? k % d->a : parallel / d->h;
		d->slot[k] = block ? to / blocks * d->trunk : how == 'd' ? k / d->a : parallel % d->h;
	}
}

static void
build(machine *m, spec *s)
{
	dragonfly *d = m->shape = xcalloc(1, sizeof *d);
	char how = *spec_word(s, "router-arrangement");
	group_grid g;
	uint32_t block;

	dragonfly_read(s, d);
	dragonfly_read_global(s, d, d->a, "routers");
	dragonfly_limit(s, d, d->a - 1);
	d->alike = how == 'c';
	if (spec_at_least(s, "rows", 1) == 1)
		spec_refuse(s, "row-links column-links global-links global-block", "is for groups of several rows (rows)");
	else if (!d->alike)
		spec_bad(s, "router-arrangement", "is for groups of one row");
	g = read_grid(s, d);
	block = read_block(s, d);
	dragonfly_limit(s, d, dragonfly_near(&g));
	dragonfly_build(m, s, d, &g);
	if (block || !d->alike)
		arrange_routers(d, how, block);
	dragonfly_join_groups(m, d);
	if (g.rows > 1)	/* packets go by tables */
		graph_search_distances(m);
	dragonfly_set_io_groups(m, s, d);
}

/* The links of the shortest local-global-local route, over all parallel links between the two groups: 0 to 3. (Two global links in a row
 * can be shorter than three; a minimal route never takes them, so the distance ignores them too.) */
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

/* Halves of an even number of groups cut copies * (g/2)² global links (one group: of its routers).  No halves cut less while local links
 * are no narrower: with one unit sent from each router to each other by minimal routes, over all parallel links alike, a global link
 * carries a²/copies units and a local one at most 1 + 2ah/copies, and half of all ordered pairs of routers cross the cut, half of these
 * each way. */
static bool
bisection(const machine *m, const uint64_t *weight, uint64_t *cut)
{
	const dragonfly *d = m->shape;
	uint64_t local = weight[DRAGONFLY_LOCAL], global = weight[DRAGONFLY_GLOBAL];

	if (d->g == 1) {
		*cut = local * (d->a / 2) * (d->a - d->a / 2);
		return true;
	}
	*cut = global * d->copies * (d->g / 2) * (d->g / 2);
	return d->alike && d->g % 2 == 0 && (d->a == 1 || (wide)local * d->a * d->a >= (wide)global * (d->copies + (wide)2 * d->a * d->h));
}

const kind kind_dragonfly = {
	.name = "dragonfly",
	.about = "all-to-all groups of routers, all-to-all between groups",
	.keys = keys,
	.build = build,
	.distance = distance,
	.slack = 1,	/* minimal routes never take two global links */
	.bisection = bisection,
	.free_shape = dragonfly_free,
};
