/* rdragonfly -- the groups of a dragonfly, joined by circuits. */
#include "lib/machine/kinds/rdragonfly.h"

#include <stdlib.h>

#include "lib/cli/arrays.h"
#include "lib/machine/build.h"

enum {
	MOST_LINKS = 1 << 16,	/* of a group: they are kept in 16 bits */
	MOST_GROUPS = 1 << 14	/* the table of their pairs then takes a gibibyte */
};

static const spec_key keys[] = {
	DRAGONFLY_SHAPE_KEYS,
	{ "ocs", KEY_INT, "", NULL, "optical circuit switches, by default a*h", true },
	{ "ocs-ports", KEY_INT, "", NULL, "ports of each, by default as many as links end there", true },
	DRAGONFLY_SPEED_KEYS,
	{ .name = NULL }
};

/* The global links of a group, all of whose numbers must fit. */
static uint32_t
read_links(const spec *s, const dragonfly *d)
{
	uint64_t links = (uint64_t)d->a * d->h;

	if (d->g > 1 && d->h == 0)
		spec_bad(s, "h", "must be at least 1: without global links a group reaches no other");
	if (links > MOST_LINKS)
		spec_bad(s, "h", "makes %llu global links a group, at most %d can be numbered", (unsigned long long)links, MOST_LINKS);
	if (d->g > MOST_GROUPS)
		spec_bad(s, "g", "must be at most %d", MOST_GROUPS);
	dragonfly_limit(s, d, d->a - 1);
	return (uint32_t)links;
}

static void
build(machine *m, spec *s)
{
	rdragonfly *d = xcalloc(1, sizeof *d);
	uint32_t ends, needed;

	dragonfly_read(s, &d->groups);
	dragonfly_read_ports(s, &d->groups, d->groups.a, d->groups.g - 1);
	d->links = read_links(s, &d->groups);
	/* Read and check the switches, which must have a port for each link that ends there. */
	spec_derive(s, "ocs", d->links);
	d->ocs = (uint32_t)spec_int(s, "ocs");
	if (d->links > 0 && (d->ocs == 0 || d->links % d->ocs != 0))
		spec_bad(s, "ocs", "must divide the %u global links of a group", d->links);
	d->share = d->links > 0 ? d->links / d->ocs : 0;
	needed = d->groups.g * d->share;
	spec_derive(s, "ocs-ports", needed);
	if (spec_int(s, "ocs-ports") < needed)
		spec_bad(s, "ocs-ports", "must be at least %u, the links that end at each switch", needed);
	m->shape = d;
	dragonfly_build(m, s, &d->groups, &(group_grid){ 1, d->groups.a, 1, 1 });
	ends = d->groups.g * d->links;
	d->far = array_of_none(ends);
	d->first = xcalloc((size_t)d->groups.g * d->groups.g + 1, sizeof *d->first);
	d->exit = xalloc(ends, sizeof *d->exit);
	d->joined = xalloc(ends, sizeof *d->joined);
}

/* The places, from the first to the last, with global links at the switches where `place` has some. */
static void
places_near(const rdragonfly *d, uint32_t place, uint32_t *first, uint32_t *last)
{
	uint32_t h = d->groups.h, low = place * h / d->share, high = (place * h + h - 1) / d->share;

	*first = low * d->share / h;
	*last = ((high + 1) * d->share - 1) / h;
}

static uint32_t
distance(const machine *m, uint32_t a, uint32_t b)
{
	const rdragonfly *d = m->shape;
	const uint32_t *place = d->groups.place;
	uint32_t first, last;

	if (d->groups.group[a] == d->groups.group[b])
		return a != b;
	places_near(d, place[a], &first, &last);
	return 1U + (place[b] < first || place[b] > last);
}

static double
mean_distance(const machine *m, uint32_t *diameter)
{
	const rdragonfly *d = m->shape;
	double g = d->groups.g, a = d->groups.a, near = 0;
	uint32_t first, last;

	*diameter = d->groups.a > 1;
	if (d->groups.g == 1)
		return (a - 1) / a;
	for (uint32_t i = 0; i < d->groups.a; i++) {
		places_near(d, i, &first, &last);
		near += last - first + 1;
	}
	*diameter = near < a * a ? 2 : 1;
	return (a * (a - 1) + (g - 1) * (2 * a * a - near)) / (g * a * a);
}

static void
free_shape(machine *m)
{
	rdragonfly *d = m->shape;

	free_all(d->far, d->first, d->exit, d->joined);
	dragonfly_free(m);
}

const kind kind_rdragonfly = {
	.name = "rdragonfly", .about = "all-to-all groups of routers, whose global links optical switches join", .keys = keys,
	.build = build, .distance = distance, .circuits = true, .hops = mean_distance, .free_shape = free_shape,
};
