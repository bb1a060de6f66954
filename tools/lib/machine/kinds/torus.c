/* torus -- a mesh whose rows close to rings.
 *
 * A row of two routers has one cable, not two side by side: its two neighbours are one. */
#include "lib/machine/build.h"
#include "lib/machine/lattice/lattice.h"

static const spec_key keys[] = {
	LATTICE_SHAPE_KEYS,
	LATTICE_SPEED_KEYS,
	LATTICE_PACK_KEYS,
	LATTICE_NODE_KEYS,
	{ .name = NULL }
};

static void
build(machine *m, spec *s)
{
	lattice *l = lattice_read(s);

	for (int d = 0; d < l->dims; d++)
		l->ring[d] = l->extent[d] > 2;
	lattice_speeds(m, s, l);
	lattice_packs(m, s, l);
	lattice_build(m, s, "k", l);
	lattice_nodes(m, s);
}

static uint32_t
distance(const machine *m, uint32_t a, uint32_t b)
{
	const lattice *l = m->shape;
	uint32_t links = 0;

	for (int d = 0; d < l->dims; d++) {
		uint32_t ahead = lattice_ahead(l, d, lattice_at(l, a, d), lattice_at(l, b, d));
		uint32_t back = l->extent[d] - ahead;
		links += ahead < back ? ahead : back;
	}
	return links;
}

extern const kind kind_torus;

const kind kind_torus = {
	.name = "torus",
	.about = "a mesh whose rows close to rings",
	.keys = keys,
	.build = build,
	.distance = distance,
	.coordinates = lattice_coordinates,
	.grid = true,
	.hops = lattice_hops,
	.bisection = lattice_bisection,
	.free_shape = lattice_free,
};
