/* mesh -- routers in rows along n dimensions, each linked to the next; and the torus, a mesh whose rows close to rings.
 *
 * A ring has at least three routers: a row of two has one cable, not two side by side, as its two neighbours are one. */
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
		l->ring[d] = kind_among(m, "torus") && l->extent[d] > 2;
	lattice_speeds(m, s, l);
	lattice_packs(m, s, l);
	lattice_build(m, s, "k", l);
	lattice_nodes(m, s);
}

const kind kind_mesh = {
	.name = "mesh", .about = "rows of routers along 1 to 8 dimensions, each linked to the next", .keys = keys, .build = build,
	.grid = true, LATTICE_ANSWERS,
};

const kind kind_torus = {
	.name = "torus", .about = "a mesh whose rows close to rings", .keys = keys, .build = build, .grid = true, LATTICE_ANSWERS,
};
