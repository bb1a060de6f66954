/* dragonflyplus -- groups of leaves and spines, all spines' groups connected to one another (dragonflyplus.h has the papers). */
#include "lib/machine/kinds/dragonflyplus.h"

#include <stdlib.h>

#include "lib/machine/build.h"

static const spec_key keys[] = {
	{ "g", KEY_INT, NULL, NULL, "groups", true },
	{ "leaves", KEY_INT, NULL, NULL, "routers of a group that have nodes", true },
	{ "spines", KEY_INT, "", NULL, "routers of a group that have global links, by default as many as leaves", true },
	{ "p", KEY_INT, NULL, NULL, "nodes a leaf", true },
	{ "h", KEY_INT, "", NULL, "global ports a spine, by default (g-1)/spines rounded up", true },
	DRAGONFLY_GLOBAL_KEYS,
	DRAGONFLY_SPEED_KEYS,
	{ .name = NULL }
};

static dragonflyplus *
read_shape(spec *s)
{
	dragonflyplus *d = xcalloc(1, sizeof *d);
	dragonfly *o = &d->global;
	uint64_t routers;

	o->g = spec_at_least(s, "g", 1);
	d->leaves = spec_at_least(s, "leaves", 1);
	spec_derive(s, "spines", d->leaves);
	d->spines = o->a = spec_at_least(s, "spines", 1);
	o->p = spec_at_least(s, "p", 1);
	o->trunk = 1;
	dragonfly_read_global(s, o, d->spines, "spines");
	routers = (uint64_t)o->g * ((uint64_t)d->leaves + d->spines);
	machine_limit(s, "g", (wide)o->g * d->leaves * o->p, routers,
		(wide)o->g * ((wide)d->leaves * (o->p + (uint64_t)d->spines) + (wide)d->spines * (d->leaves + (uint64_t)o->h)));
	d->all_leaves = o->base = o->g * d->leaves;
	return d;
}

static void
wire_group(machine *m, const dragonflyplus *d, uint32_t group)
{
	for (uint32_t i = 0; i < d->leaves; i++)
		for (uint32_t k = 0; k < d->spines; k++) {
			uint32_t leaf = group * d->leaves + i, spine = d->all_leaves + group * d->spines + k;

			machine_join(m, plus_up(m, d, leaf, spine), leaf, plus_down(m, d, spine, leaf), spine, DRAGONFLY_LOCAL);
			d->global.group[leaf] = group;
		}
}

static void
build(machine *m, spec *s)
{
	dragonflyplus *d = read_shape(s);
	uint32_t leaf = d->global.p + d->spines, spine = d->leaves + d->global.h, spines = d->global.g * d->spines;

	m->shape = d;
	dragonfly_classes(m, s);
	machine_size(m, d->all_leaves * d->global.p, d->all_leaves + spines, d->all_leaves * leaf + spines * spine);
	for (uint32_t r = 0; r <= m->routers; r++)
		m->first[r] = r <= d->all_leaves ? r * leaf : d->all_leaves * leaf + (r - d->all_leaves) * spine;
	machine_nodes(m, d->global.p);
	dragonfly_number(&d->global, m->routers);
	for (uint32_t group = 0; group < d->global.g; group++)
		wire_group(m, d, group);
	dragonfly_empty_ports(m, &d->global);
	dragonfly_join_groups(m, &d->global);
	machine_level_blocks(m, "group", d->global.g, d->leaves);
	dragonfly_set_io_groups(m, s, &d->global);
}

/* From a router to a spine of its group. */
static uint32_t
to_spine(const dragonflyplus *d, uint32_t router, uint32_t spine)
{
	return plus_is_leaf(d, router) ? 1 : router == spine ? 0 : 2;
}

/* By one global link at most, as minimal routes go. */
static uint32_t
distance(const machine *m, uint32_t a, uint32_t b)
{
	const dragonflyplus *d = m->shape;
	const dragonfly *o = &d->global;
	uint32_t x = o->group[a], y = o->group[b], best = NONE;

	if (x == y)
		return a == b ? 0 : plus_is_leaf(d, a) != plus_is_leaf(d, b) ? 1 : 2;
	for (uint32_t c = 0; c < o->copies; c++) {
		uint32_t k = dragonfly_port(o, x, y) + c * (o->g - 1), l = dragonfly_port(o, y, x) + c * (o->g - 1);
		uint32_t n = to_spine(d, a, dragonfly_owner(o, x, k)) + 1 + to_spine(d, b, dragonfly_owner(o, y, l));

		if (n < best)
			best = n;
	}
	return best;
}

const kind kind_dragonflyplus = {
	.name = "dragonflyplus",
	.about = "groups of leaves and spines, all-to-all between groups (Megafly)",
	.keys = keys,
	.build = build,
	.distance = distance,
	.slack = 3,	/* between spines: minimal routes never take two global links */
	.free_shape = dragonfly_free,
};
