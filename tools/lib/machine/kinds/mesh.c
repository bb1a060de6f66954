/* mesh -- routers in rows along n dimensions, each linked to the next. */
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
		uint32_t i = lattice_at(l, a, d), j = lattice_at(l, b, d);
		links += i < j ? j - i : i - j;
	}
	return links;
}

extern const kind kind_mesh;

const kind kind_mesh = {
	.name = "mesh",
	.about = "rows of routers along 1 to 8 dimensions, each linked to the next",
	.keys = keys,
	.build = build,
	.distance = distance,
	.coordinates = lattice_coordinates,
	.grid = true,
	.hops = lattice_hops,
	.bisection = lattice_bisection,
	.free_shape = lattice_free,
};
