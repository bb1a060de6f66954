/* twistedtorus -- rows of routers along 2 to 8 dimensions that end in other rows (twist.h), as a torus has them else: a row of two that is
 * not twisted has one cable. */
#include <stddef.h>

#include "lib/machine/graph-search.h"
#include "lib/machine/kinds/twist.h"

static const spec_key keys[] = {
	LATTICE_SHAPE_KEYS,
	TWIST_KEY("half"),
	LATTICE_SPEED_KEYS,
	{ .name = NULL }
};

static bool
is_twisted(const lattice *l, const twist *t, int d)
{
	for (int e = 0; e < l->dims; e++)
		if (t->by[d][e])
			return true;
	return false;
}

static void
build(machine *m, spec *s)
{
	lattice *l = lattice_read(s);
	twist t = twist_read(s, l, "k");
	cables c = twist_cables(s, l, "k");

	lattice_speeds(m, s, l);
	for (uint32_t r = 0; r < c.routers; r++)
		for (int d = 0; d < l->dims; d++) {
			bool end = twist_at(l, r, d) == l->extent[d] - 1;

			if (!end || l->extent[d] > 2 || is_twisted(l, &t, d))
				twist_join(&c, r, twist_next(l, &t, r, d), (uint8_t)(1 + d));
		}
	for (int d = 0; d < l->dims; d++)
		m->ring[d] = l->extent[d] > 2 && !is_twisted(l, &t, d);
	twist_fill(m, l, &c);
}

const kind kind_twistedtorus = {
	.name = "twistedtorus", .about = "a torus whose rows end in other rows, as 2a x a, 2a x a x a, 2a x 2a x a", .keys = keys,
	.build = build, TWIST_ANSWERS,
};
