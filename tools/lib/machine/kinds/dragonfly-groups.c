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

void
dragonfly_limit(const spec *s, const dragonfly *d)
{
	uint64_t routers = (uint64_t)d->g * d->a;

	machine_limit(s, "g", (wide)routers * d->p, routers,
		(wide)routers * ((uint64_t)d->p + d->a - 1 + d->h));
}

void
dragonfly_number(dragonfly *d)
{
	uint32_t routers = d->g * d->a, ports = d->a * d->h;

	d->place = xalloc(routers, sizeof *d->place);
	d->group = xalloc(routers, sizeof *d->group);
	d->owner = xalloc(ports, sizeof *d->owner);
	d->slot = xalloc(ports, sizeof *d->slot);
	for (uint32_t r = 0; r < routers; r++) {
		d->place[r] = r % d->a;
		d->group[r] = r / d->a;
	}
	for (uint32_t k = 0; k < ports; k++) {
		d->owner[k] = k / d->h;
		d->slot[k] = k % d->h;
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
					dragonfly_local(m, d, base + i, d->place[r]), DRAGONFLY_LOCAL);
	}
}

static void
empty_global_ports(machine *m, const dragonfly *d)
{
	for (uint32_t r = 0; r < m->routers; r++)
		for (uint32_t link = m->first[r + 1] - d->h; link < m->first[r + 1]; link++)
			machine_port(m, link, r, NONE, NONE, DRAGONFLY_GLOBAL);
}

void
dragonfly_build(machine *m, const spec *s, dragonfly *d)
{
	machine_class(m, "local", spec_bandwidth(s, "local-bw"), spec_int(s, "local-latency"));
	machine_class(m, "global", spec_bandwidth(s, "global-bw"), spec_int(s, "global-latency"));
	dragonfly_number(d);
	machine_size(m, d->g * d->a * d->p, d->g * d->a, d->g * d->a * (d->p + d->a - 1 + d->h));
	machine_nodes_alike(m, d->p, d->p + d->a - 1 + d->h);
	wire_locally(m, d);
	empty_global_ports(m, d);
	machine_level_blocks(m, "group", d->g, d->a);
}

void
dragonfly_join(machine *m, const dragonfly *d, uint32_t x, uint32_t k, uint32_t y, uint32_t l)
{
	uint32_t r = x * d->a + d->owner[k], s = y * d->a + d->owner[l];
	uint32_t there = dragonfly_global(m, d, r, k), back = dragonfly_global(m, d, s, l);

	machine_port(m, there, r, s, back, DRAGONFLY_GLOBAL);
	machine_port(m, back, s, r, there, DRAGONFLY_GLOBAL);
}

void
dragonfly_part(machine *m, const dragonfly *d, uint32_t x, uint32_t k)
{
	uint32_t r = x * d->a + d->owner[k];

	machine_port(m, dragonfly_global(m, d, r, k), r, NONE, NONE, DRAGONFLY_GLOBAL);
}

void
dragonfly_free(dragonfly *d)
{
	free_all(d->place, d->group, d->owner, d->slot, d->turn, d->drawn);
}
