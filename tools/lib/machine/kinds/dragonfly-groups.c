/* dragonfly-groups -- what the dragonflies are built of. */
#include <stdlib.h>
#include <string.h>

#include "lib/machine/build.h"
#include "lib/machine/kinds/dragonfly.h"
#include "lib/rng/rng.h"

void
dragonfly_read(spec *s, dragonfly *d)
{
	d->g = spec_at_least(s, "g", 1);
	d->a = spec_at_least(s, "a", 1);
	d->p = spec_at_least(s, "p", 1);
	d->trunk = 1;
}

void
dragonfly_read_ports(spec *s, dragonfly *d, uint32_t routers, uint64_t links)
{
	uint64_t h = links / routers + (links % routers != 0);

	spec_derive(s, "h", h < INT32_MAX ? (uint32_t)h : INT32_MAX);
	d->h = (uint32_t)spec_int(s, "h");
}

static void
read_copies(spec *s, dragonfly *d, uint32_t routers, const char *what, uint32_t wanted)
{
	uint64_t ports = (uint64_t)routers * d->h, others = d->g - 1;

	if (ports < others)
		spec_bad(s, "h", "leaves groups without a link: %u %s of %u global ports for %u other groups; at least %u",
			routers, what, d->h, d->g - 1, (uint32_t)(others / routers + (others % routers != 0)));
	if (wanted * others > ports)
		spec_bad(s, "links-per-arc", "%u %s with %u global ports each have %u for each of %u other groups; h must be at least %u", routers, what,
			d->h,
			(uint32_t)(ports / others), d->g - 1, (uint32_t)((wanted * others - 1) / routers + 1));
	d->copies = others == 0 ? 0 : wanted ? wanted : (uint32_t)(ports / others);
}

static arrangement
read_arrangement(const spec *s)
{
	const char *word = spec_word(s, "arrangement");

	return *word == 'r' ? (strcmp(word, "random") == 0 ? SHUFFLED : RELATIVE) : strcmp(word, "circulant") == 0 ? CIRCULANT : ABSOLUTE;
}

/* The table of dragonfly.h. */
static void
make_turn(dragonfly *d)
{
	d->turn = xalloc(d->g, sizeof *d->turn);
	d->turn[0] = NONE;	/* nothing leads home */
	for (uint32_t on = 1; on < d->g; on++)
		if (d->arrangement == RELATIVE)
			d->turn[on] = on - 1;
		else	/* circulant: +1 -1 +2 -2 …, and g/2 once */
			d->turn[on] = on <= d->g - on ? 2 * (on - 1) : 2 * (d->g - on) - 1;
}

/* Each group's ports in an order of their own. */
static void
draw_ports(dragonfly *d, uint64_t seed)
{
	uint32_t *port = xalloc(d->g, sizeof *port);
	rng random;

	rng_init(&random, seed, "arrangement", "", "");
	d->drawn = xalloc((size_t)d->g * d->g, sizeof *d->drawn);
	for (uint32_t from = 0; from < d->g; from++) {
		for (uint32_t k = 0; k + 1 < d->g; k++)
			port[k] = k;
		rng_shuffle(&random, port, d->g - 1);
		for (uint32_t to = 0; to < d->g; to++)
			d->drawn[from * d->g + to] = to == from ? NONE : port[to - (to > from)];
	}
	free(port);
}

void
dragonfly_read_global(spec *s, dragonfly *d, uint32_t routers, const char *what)
{
	uint32_t wanted = spec_given(s, "links-per-arc") ? spec_at_least(s, "links-per-arc", 1) : 0;

	dragonfly_read_ports(s, d, routers, (uint64_t)(d->g - 1) * (wanted ? wanted : 1));
	read_copies(s, d, routers, what, wanted);
	d->arrangement = read_arrangement(s);
	if (d->arrangement != SHUFFLED && spec_find(s, "arrangement-seed")->text)
		spec_bad(s, "arrangement-seed", "is for arrangement=random");
	if (d->arrangement == SHUFFLED && d->g > 16384)
		spec_bad(s, "arrangement", "is drawn for at most 16384 groups");
	if (d->arrangement == SHUFFLED)
		draw_ports(d, (uint64_t)spec_int(s, "arrangement-seed"));
	else if (d->arrangement != ABSOLUTE)
		make_turn(d);
}

void
dragonfly_set_io_groups(machine *m, const spec *s, const dragonfly *d)
{
	int64_t groups = spec_int(s, "io-groups");

	if (groups == 0)
		return;
	if (groups < 0 || groups >= d->g)
		spec_bad(s, "io-groups", "must be at most %u, so that of %u groups one computes", d->g - 1, d->g);
	m->node_kind = xcalloc(m->nodes, sizeof *m->node_kind);	/* NODE_COMPUTE */
	for (uint32_t v = 0; v < m->nodes; v++)
		if (m->level[1].of[v] >= d->g - groups)
			m->node_kind[v] = NODE_SERVICE;
}

wide
dragonfly_near(const group_grid *g)
{
	return (wide)(g->columns - 1) * g->row_links + (wide)(g->rows - 1) * g->column_links;
}

void
dragonfly_limit(const spec *s, const dragonfly *d, wide local)
{
	uint64_t routers = (uint64_t)d->g * d->a;

	machine_limit(s, "g", (wide)routers * d->p, routers, routers * (d->p + local + d->h));
}

void
dragonfly_number(dragonfly *d, uint32_t routers)
{
	uint32_t cables = d->h / d->trunk, ports = d->a * cables;

	d->place = xcalloc(routers, sizeof *d->place);
	d->group = xcalloc(routers, sizeof *d->group);
	d->owner = xalloc(ports, sizeof *d->owner);
	d->slot = xalloc(ports, sizeof *d->slot);
	for (uint32_t r = d->base; r < routers; r++) {
		d->place[r] = (r - d->base) % d->a;
		d->group[r] = (r - d->base) / d->a;
	}
	for (uint32_t k = 0; k < ports; k++) {
		d->owner[k] = k / cables;
		d->slot[k] = k % cables * d->trunk;
	}
}

/* The rows of all groups, or the columns. */
typedef struct group_lines {
	const dragonfly *d;
	uint32_t routers, step;	/* of a line, and from one to the next */
	uint32_t links;		/* of two */
	uint32_t port;		/* of a router the first along it, behind those before */
} group_lines;

/* The number of the k-th parallel link from router r, at `at` of its line, to the i-th of that. */
static uint32_t
along(const machine *m, const group_lines *l, uint32_t r, uint32_t at, uint32_t i, uint32_t k)
{
	return m->first[r] + l->d->p + l->port + (i - (i > at)) * l->links + k;
}

static void
wire_lines(machine *m, const group_lines *l)
{
	for (uint32_t r = 0; r < m->routers; r++) {
		uint32_t at = l->d->place[r] / l->step % l->routers, to = r - at * l->step;

		for (uint32_t i = 0; i < l->routers; i++, to += l->step)
			for (uint32_t k = 0; i != at && k < l->links; k++)
				machine_port(m, along(m, l, r, at, i, k), r, to, along(m, l, to, i, at, k), DRAGONFLY_LOCAL);
	}
}

void
dragonfly_empty_ports(machine *m, const dragonfly *d)
{
	for (uint32_t r = d->base; r < m->routers; r++)
		for (uint32_t link = m->first[r + 1] - d->h; link < m->first[r + 1]; link++)
			machine_port(m, link, r, NONE, NONE, DRAGONFLY_GLOBAL);
}

void
dragonfly_classes(machine *m, const spec *s)
{
	machine_class_read(m, s, "local");
	machine_class_read(m, s, "global");
}

void
dragonfly_build(machine *m, const spec *s, dragonfly *d, const group_grid *g)
{
	uint32_t routers = d->g * d->a, degree = d->p + (uint32_t)dragonfly_near(g) + d->h;

	dragonfly_classes(m, s);
	dragonfly_number(d, routers);
	machine_size(m, routers * d->p, routers, routers * degree);
	machine_nodes_alike(m, d->p, degree);
	wire_lines(m, &(group_lines){ d, g->columns, 1, g->row_links, 0 });
	wire_lines(m, &(group_lines){ d, g->rows, g->columns, g->column_links, (g->columns - 1) * g->row_links });
	dragonfly_empty_ports(m, d);
	machine_level_blocks(m, "group", d->g, d->a);
}

void
dragonfly_join(machine *m, const dragonfly *d, uint32_t x, uint32_t k, uint32_t y, uint32_t l)
{
	uint32_t r = dragonfly_owner(d, x, k), s = dragonfly_owner(d, y, l);
	uint32_t there = dragonfly_global(m, d, r, k), back = dragonfly_global(m, d, s, l);

	for (uint32_t i = 0; i < d->trunk; i++)
		machine_join(m, there + i, r, back + i, s, DRAGONFLY_GLOBAL);
}

void
dragonfly_join_groups(machine *m, const dragonfly *d)
{
	for (uint32_t x = 0; x < d->g; x++)
		for (uint32_t y = x + 1; y < d->g; y++)
			for (uint32_t c = 0; c < d->copies; c++)
				dragonfly_join(m, d, x, dragonfly_port(d, x, y) + c * (d->g - 1), y, dragonfly_port(d, y, x) + c * (d->g - 1));
}

void
dragonfly_part(machine *m, const dragonfly *d, uint32_t x, uint32_t k)
{
	uint32_t r = dragonfly_owner(d, x, k);

	machine_port(m, dragonfly_global(m, d, r, k), r, NONE, NONE, DRAGONFLY_GLOBAL);
}

void
dragonfly_free(machine *m)
{
	dragonfly *d = m->shape;

	free_all(d->place, d->group, d->owner, d->slot, d->turn, d->drawn, d);
}
