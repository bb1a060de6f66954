/* hypercube -- 2^n routers, linked when their numbers differ in one bit.
 *
 * A mesh of two routers in each of n dimensions: dimension d is bit d, and port p + d leads along it. */
#include "lib/machine/build.h"
#include "lib/machine/lattice/lattice.h"

static const spec_key keys[] = {
	{ "n", KEY_INT, NULL, NULL, "dimensions, of two routers each", true },
	{ "p", KEY_INT, "1", NULL, "nodes a router", true },
	{ "bw", KEY_BANDWIDTH, "8Gb/s", NULL, "bandwidth of links between routers", false },
	{ "latency", KEY_TIME, "40ns", NULL, "latency of links between routers", false },
	{ .name = NULL }
};

static void
build(machine *m, spec *s)
{
	uint32_t extent[MACHINE_DIMS], n = spec_at_least(s, "n", 1), p = spec_at_least(s, "p", 1);

	machine_limit(s, "n", (wide)p << (n < MACHINE_DIMS ? n : MACHINE_DIMS), 0, 0);
	for (uint32_t d = 0; d < n; d++) {
		extent[d] = 2;
		machine_class(m, lattice_axis((int)d), spec_bandwidth(s, "bw"), spec_int(s, "latency"));
	}
	lattice_build(m, s, "n", lattice_new((int)n, extent, p));
}

static uint32_t
distance(const machine *m, uint32_t a, uint32_t b)
{
	(void)m;
	return (uint32_t)__builtin_popcount(a ^ b);
}

extern const kind kind_hypercube;

const kind kind_hypercube = {
	.name = "hypercube",
	.about = "2^n routers, linked when their numbers differ in one bit",
	.keys = keys,
	.build = build,
	.distance = distance,
	.coordinates = lattice_coordinates,
	.hops = lattice_hops,
	.bisection = lattice_bisection,
	.free_shape = lattice_free,
};
