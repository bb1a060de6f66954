/* cubetorus -- a torus of cubes: in a cube, routers in rows, a mesh; and optical circuits from each face of a cube to the opposite face of
 * the next one, so that all rows close, twisted or not (twist.h).  A cube alone in its dimension has its own two faces joined.
 *
 * So TPU v4 has cubes of 4x4x4 chips and 48 switches of circuits, by which up to 64 cubes make a torus of any shape of theirs (Jouppi and
 * others, "TPU v4: an optically reconfigurable supercomputer for machine learning with hardware support for embeddings", ISCA 2023).
 * Circuits here are set before the run and stay. */
#include "lib/machine/build.h"
#include "lib/machine/graph-search.h"
#include "lib/machine/kinds/twist.h"

static const spec_key keys[] = {
	{ "cubes", KEY_EXTENTS, NULL, NULL, "cubes a dimension, as 4x4x2", true },
	{ "cube", KEY_EXTENTS, "4x4x4", NULL, "routers of a cube a dimension", true },
	{ "p", KEY_INT, "1", NULL, "nodes a router", true },
	TWIST_KEY("none"),
	LATTICE_SPEED_KEYS,
	{ "circuit-bw", KEY_BANDWIDTH, "8Gb/s", NULL, "bandwidth of circuits between cubes", false },
	{ "circuit-latency", KEY_TIME, "40ns", NULL, "latency of circuits between cubes", false },
	{ .name = NULL }
};

/* The whole torus; cube[]: the extents of a cube. */
static lattice *
read_shape(const spec *s, uint32_t *cube)
{
	uint32_t extent[VALUES];
	int dims, of_cube;
	const int64_t *cubes = spec_list(s, "cubes", &dims), *k = spec_list(s, "cube", &of_cube);

	if (dims != of_cube)
		spec_bad(s, "cubes", "has %d dimension%s, and a cube has %d", dims, dims > 1 ? "s" : "", of_cube);
	for (int d = 0; d < dims; d++) {
		machine_limit(s, "cubes", 0, (wide)cubes[d] * (wide)k[d], 0);
		extent[d] = (uint32_t)(cubes[d] * k[d]);
		cube[d] = (uint32_t)k[d];
	}
	return lattice_new(dims, extent, spec_at_least(s, "p", 1));
}

/* The level "cube", cubes numbered as routers are. */
static void
add_cubes(machine *m, const lattice *l, const uint32_t *cube)
{
	uint32_t *of = xcalloc(m->nodes, sizeof *of), cubes = 1;

	for (int d = 0; d < l->dims; d++) {
		for (uint32_t v = 0; v < m->nodes; v++)
			of[v] += twist_at(l, m->node_router[v], d) / cube[d] * cubes;
		cubes *= l->extent[d] / cube[d];
	}
	machine_level_add(m, "cube", cubes, of);
}

static void
build(machine *m, spec *s)
{
	uint32_t cube[VALUES];
	lattice *l = read_shape(s, cube);
	twist t = twist_read(s, l, "cubes");
	cables c = twist_cables(s, l, "cubes");
	uint8_t circuit = (uint8_t)(1 + l->dims);

	lattice_speeds(m, s, l);
	machine_class(m, "circuit", spec_bandwidth(s, "circuit-bw"), spec_int(s, "circuit-latency"));
	for (uint32_t r = 0; r < c.routers; r++)
		for (int d = 0; d < l->dims; d++) {
			uint32_t to = twist_next(l, &t, r, d);

			if (to != r)
				twist_join(&c, r, to, twist_at(l, r, d) % cube[d] == cube[d] - 1 ? circuit : (uint8_t)(1 + d));
		}
	for (int d = 0; d < l->dims; d++)
		m->ring[d] = l->extent[d] > 2;
	for (int d = 0; d < l->dims; d++)
		for (int e = 0; e < l->dims; e++)
			m->ring[d] = m->ring[d] && !t.by[d][e];
	twist_fill(m, l, &c);
	add_cubes(m, l, cube);
}

const kind kind_cubetorus = {
	.name = "cubetorus", .about = "cubes of routers whose faces circuits join to a torus, twisted or not, as TPU v4's", .keys = keys,
	.build = build, TWIST_ANSWERS,
};
