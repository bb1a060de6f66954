/* slimfly -- two links from any router to any other.
 *
 * Besta and Hoefler, "Slim Fly: A Cost Effective Low-Diameter Network Topology", SC 2014, on the graphs of McKay, Miller and Siran, "A note
 * on large graphs of diameter two and given maximum degree", 1998 (prime powers of all three forms: Hafner 2004). */
#include "lib/machine/kinds/slimfly.h"

#include <stdlib.h>

#include "lib/machine/build.h"

enum { LOCAL = 1, GLOBAL };	/* link classes */

static const spec_key keys[] = {
	{ "q", KEY_INT, NULL, NULL, "routers a subgroup, a prime power; there are 2q subgroups", true },
	{ "p", KEY_INT, "", NULL, "nodes a router, by default half its links to others, rounded up", true },
	SPEED_KEYS("local", "links within a subgroup"),
	SPEED_KEYS("global", "links between subgroups"),
	{ .name = NULL }
};

/* Each prime power but 2 is 4w+1, 4w or 4w-1. */
static bool
has_graph(uint32_t q)
{
	uint32_t p, n;

	return q > 2 && prime_power(q, &p, &n);
}

static void
check_q(const spec *s, uint32_t q)
{
	uint32_t below = q, above = q;

	if (has_graph(q))
		return;
	while (below > 2 && !has_graph(below))
		below--;
	while (!has_graph(above))
		above++;
	if (below > 2)
		spec_bad(s, "q", "no MMS graph has it, only prime powers from 3 on; the nearest are %u and %u", below, above);
	spec_bad(s, "q", "no MMS graph has it, only prime powers from 3 on; the nearest is %u", above);
}

/* Is xi^i in the set of a side?  i is 0 … q-2; xi^(q-1) = 1 is told as i = 0. */
static bool
in_set(uint32_t q, uint32_t side, uint32_t i)
{
	uint32_t half = (q - 1) / 2;	/* 2w-1 where q = 4w-1; there xi^half = -1 */

	if (q % 4 != 1 && i == 0)
		return true;
	return (i % 2 == side) == (q % 4 != 3 || i < half + side);
}

static void
make_sets(slimfly *f)
{
	for (uint32_t side = 0; side < 2; side++) {
		uint32_t n = 0;

		f->set[side] = xalloc(f->local, sizeof *f->set[side]);
		f->port[side] = xalloc(f->q, sizeof *f->port[side]);
		f->port[side][0] = NONE;
		for (uint32_t d = 1; d < f->q; d++) {
			bool has = in_set(f->q, side, f->field->log[d]);

			f->port[side][d] = has ? n : NONE;
			if (has)
				f->set[side][n++] = d;
		}
	}
}

static void
wire_globally(machine *m, const slimfly *f)
{
	for (uint32_t r = 0; r < m->routers; r++)
		for (uint32_t column = 0; column < f->q; column++) {
			uint32_t to = ((1 - slimfly_side(f, r)) * f->q + column) * f->q + slimfly_meets(f, r, column);

			machine_port(m, slimfly_global(m, f, r, column), r, to, slimfly_global(m, f, to, slimfly_column(f, r)), GLOBAL);
		}
}

static void
build(machine *m, spec *s)
{
	slimfly *f = xcalloc(1, sizeof *f);
	wide routers;

	f->q = (uint32_t)spec_int(s, "q");
	check_q(s, f->q);
	f->local = f->q % 4 == 3 ? f->q / 2 + 1 : f->q / 2;
	spec_derive(s, "p", (f->q + f->local + 1) / 2);
	f->p = spec_at_least(s, "p", 1);
	routers = (wide)2 * f->q * f->q;
	machine_limit(s, "q", routers * f->p, routers, routers * ((wide)f->p + f->q + f->local));
	m->shape = f;
	machine_class_read(m, s, "local");
	machine_class_read(m, s, "global");
	f->field = galois_new(f->q);
	make_sets(f);
	machine_size(m, 2 * f->q * f->q * f->p, 2 * f->q * f->q, 2 * f->q * f->q * (f->p + f->local + f->q));
	machine_nodes_alike(m, f->p, f->p + f->local + f->q);
	for (uint32_t r = 0; r < m->routers; r++)
		for (uint32_t i = 0; i < f->local; i++) {
			uint32_t own = slimfly_row(f, r);
			uint32_t to = r - own + galois_add(f->field, own, f->set[slimfly_side(f, r)][i]);

			machine_port(m, m->first[r] + f->p + i, r, to, slimfly_local(m, f, to, own), LOCAL);
		}
	wire_globally(m, f);
	machine_level_blocks(m, "subgroup", 2 * f->q, f->q);
}

/* No distance is more than 2. */
static uint32_t
distance(const machine *m, uint32_t a, uint32_t b)
{
	const slimfly *f = m->shape;
	bool linked = false;

	if (a == b)
		return 0;
	if (a / f->q == b / f->q)
		linked = slimfly_local(m, f, a, slimfly_row(f, b)) != NONE;
	else if (slimfly_side(f, a) != slimfly_side(f, b))
		linked = slimfly_meets(f, a, slimfly_column(f, b)) == slimfly_row(f, b);
	return linked ? 1 : 2;
}

static void
free_shape(machine *m)
{
	slimfly *f = m->shape;

	for (int side = 0; side < 2; side++)
		free_all(f->set[side], f->port[side]);
	galois_free(f->field);
	free(f);
}

const kind kind_slimfly = {
	.name = "slimfly", .about = "MMS graphs: two links from any router to any other", .keys = keys, .build = build,
	.distance = distance, .free_shape = free_shape,
};
