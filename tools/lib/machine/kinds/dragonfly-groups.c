/* dragonfly-groups -- what the dragonflies are built of. */
#include <stdlib.h>
#include <string.h>

#include "lib/machine/build.h"
#include "lib/machine/kinds/dragonfly.h"

void
dragonfly_read(spec *s, dragonfly *d)
{
	d->g = spec_at_least(s, "g", 1);
	d->a = spec_at_least(s, "a", 1);
	d->p = spec_at_least(s, "p", 1);
	spec_derive(s, "h", (d->g - 1) / d->a + ((d->g - 1) % d->a != 0));
	d->h = (uint32_t)spec_int(s, "h");
}

arrangement
dragonfly_arrangement(const spec *s)
{
	const char *word = spec_word(s, "arrangement");

	return strcmp(word, "relative") == 0 ? RELATIVE : strcmp(word, "circulant") == 0 ? CIRCULANT : ABSOLUTE;
}

void
dragonfly_make_turn(dragonfly *d)
{
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

void
dragonfly_limit(const spec *s, const dragonfly *d)
{
	uint64_t routers = (uint64_t)d->g * d->a;

	machine_limit(s, "g", (wide)routers * d->p, routers,
		(wide)routers * ((uint64_t)d->p + d->a - 1 + d->h));
}

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
}

static void
wire_nodes(machine *m, const dragonfly *d)
{
	uint32_t degree = d->p + d->a - 1 + d->h;

	for (uint32_t r = 0; r <= m->routers; r++)
		m->first[r] = r * degree;
	machine_nodes(m, d->p);
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
	make_tables(d);
	machine_size(m, d->g * d->a * d->p, d->g * d->a, d->g * d->a * (d->p + d->a - 1 + d->h));
	wire_nodes(m, d);
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
	free(d->place);
	free(d->group);
	free(d->owner);
}
