/* dragonfly-sizes -- a dragonfly whose groups have different numbers of routers, as where some groups are of nodes with accelerators and
 * others are not.  All routers of a group are joined, and all groups; each group deals its global cables out over its routers.  Distances
 * are searched for, and packets go by tables.
 *
 * The sizes are terms joined by '+', a number or TIMESxNUMBER: 14x32+2x16. */
#include <stdlib.h>

#include "lib/machine/build.h"
#include "lib/machine/graph-search.h"
#include "lib/machine/kinds/dragonfly.h"

typedef struct sizes {
	dragonfly *d;
	uint32_t *size;		/* [g] routers of a group */
	uint32_t *base;		/* [g+1] its first one */
	uint32_t *ports;	/* [g] global ports of each of its routers */
} sizes;

static const char key[] = "group-sizes";

/* A whole number of at least 1 at *at, which moves behind it; 0: there is none. */
static uint32_t
number_at(const char **at)
{
	char *end;
	unsigned long n = **at >= '0' && **at <= '9' ? strtoul(*at, &end, 10) : 0;

	if (n == 0 || n > INT32_MAX)
		return 0;
	*at = end;
	return (uint32_t)n;
}

static void
read_sizes(const spec *s, sizes *z)
{
	uint32_t groups = 0, largest = 0;

	for (const char *at = spec_word(s, key);; at++) {
		uint32_t times = 1, size = number_at(&at);

		if (size && *at == 'x') {
			at++;
			times = size;
			size = number_at(&at);
		}
		if (size == 0 || (*at && *at != '+'))
			spec_bad(s, key, "must be numbers of routers with a '+' between two, as 14x32+2x16");
		if (times > z->d->g - groups)
			spec_bad(s, key, "are more than the %u groups", z->d->g);
		for (; times > 0; times--)
			z->size[groups++] = size;
		largest = size > largest ? size : largest;
		if (!*at)
			break;
	}
	if (groups < z->d->g)
		spec_bad(s, key, "are %u, and there are %u groups", groups, z->d->g);
	if (largest != z->d->a)
		spec_bad(s, key, "the largest is %u; a must say the same", largest);
}

/* The ports that a group's cables need: as few as do, or those that are given. */
static void
count_ports(const spec *s, sizes *z)
{
	uint64_t ends = (uint64_t)(z->d->g - 1) * z->d->copies;

	for (uint32_t x = 0; x < z->d->g; x++) {
		uint64_t least = (ends + z->size[x] - 1) / z->size[x];

		if (spec_find(s, "h")->text && least > z->d->h)
			spec_bad(s, "h", "is too few for the groups of %u routers: at least %u", z->size[x], (uint32_t)least);
		z->ports[x] = spec_find(s, "h")->text ? z->d->h : (uint32_t)least;
	}
}

/* Where the routers of each group begin; how many ports all have. */
static wide
count_links(sizes *z)
{
	wide links = 0;

	for (uint32_t x = 0; x < z->d->g; x++) {
		z->base[x + 1] = z->base[x] + z->size[x];
		links += (wide)z->size[x] * ((wide)z->d->p + z->size[x] - 1 + z->ports[x]);
	}
	return links;
}

static void
lay_out(machine *m, const sizes *z)
{
	dragonfly *d = z->d;
	uint32_t *of;

	d->place = xalloc(m->routers, sizeof *d->place);
	d->group = xalloc(m->routers, sizeof *d->group);
	m->first[0] = 0;
	for (uint32_t x = 0; x < d->g; x++)
		for (uint32_t i = 0; i < z->size[x]; i++) {
			uint32_t r = z->base[x] + i;

			d->place[r] = i;
			d->group[r] = x;
			m->first[r + 1] = m->first[r] + d->p + z->size[x] - 1 + z->ports[x];
		}
	machine_nodes(m, d->p);
	of = xalloc(m->nodes, sizeof *of);
	for (uint32_t v = 0; v < m->nodes; v++)
		of[v] = d->group[m->node_router[v]];
	machine_level_add(m, "group", d->g, of);
}

static void
wire_group(machine *m, const sizes *z, uint32_t x)
{
	for (uint32_t i = 0; i < z->size[x]; i++) {
		uint32_t r = z->base[x] + i;

		for (uint32_t j = 0; j < z->size[x]; j++)
			if (j != i)
				machine_port(m, dragonfly_local(m, z->d, r, j), r, z->base[x] + j, dragonfly_local(m, z->d, z->base[x] + j, i), DRAGONFLY_LOCAL);
		for (uint32_t l = m->first[r + 1] - z->ports[x]; l < m->first[r + 1]; l++)
			machine_port(m, l, r, NONE, NONE, DRAGONFLY_GLOBAL);
	}
}

/* The router of group x that has its global port k, and the link of that. */
static uint32_t
owner(const machine *m, const sizes *z, uint32_t x, uint32_t k, uint32_t *link)
{
	uint32_t r = z->base[x] + k / z->ports[x];

	*link = m->first[r + 1] - z->ports[x] + k % z->ports[x];
	return r;
}

static void
join_groups(machine *m, const sizes *z, uint32_t x, uint32_t y)
{
	const dragonfly *d = z->d;

	for (uint32_t c = 0; c < d->copies; c++) {
		uint32_t there, back, r, s;

		r = owner(m, z, x, dragonfly_port(d, x, y) + c * (d->g - 1), &there);
		s = owner(m, z, y, dragonfly_port(d, y, x) + c * (d->g - 1), &back);
		machine_port(m, there, r, s, back, DRAGONFLY_GLOBAL);
		machine_port(m, back, s, r, there, DRAGONFLY_GLOBAL);
	}
}

void
dragonfly_build_sizes(machine *m, spec *s, dragonfly *d)
{
	sizes z = { .d = d, .size = xcalloc(d->g, sizeof *z.size), .base = xcalloc((size_t)d->g + 1, sizeof *z.base),
		.ports = xcalloc(d->g, sizeof *z.ports) };
	wide links;

	d->copies = spec_given(s, "links-per-arc") ? spec_at_least(s, "links-per-arc", 1) : 1;
	read_sizes(s, &z);
	count_ports(s, &z);
	links = count_links(&z);
	machine_limit(s, key, (wide)z.base[d->g] * d->p, z.base[d->g], links);
	machine_class(m, "local", spec_bandwidth(s, "local-bw"), spec_int(s, "local-latency"));
	machine_class(m, "global", spec_bandwidth(s, "global-bw"), spec_int(s, "global-latency"));
	machine_size(m, z.base[d->g] * d->p, z.base[d->g], (uint32_t)links);
	lay_out(m, &z);
	for (uint32_t x = 0; x < d->g; x++)
		wire_group(m, &z, x);
	for (uint32_t x = 0; x < d->g; x++)
		for (uint32_t y = x + 1; y < d->g; y++)
			join_groups(m, &z, x, y);
	graph_search_distances(m);
	free_all(z.size, z.base, z.ports);
}
