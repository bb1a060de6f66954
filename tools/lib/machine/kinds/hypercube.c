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

const kind kind_hypercube = {
	.name = "hypercube", .about = "2^n routers, linked when their numbers differ in one bit", .keys = keys, .build = build,
	LATTICE_ANSWERS,
};
