/* expressmesh -- a mesh with express links at arithmetically increasing distance; a gap of 1 links all routers of a row (HyperX).
 *
 * Jain, Bhatele, Ni, Gamblin and Kale, "Partitioning low-diameter networks to eliminate inter-job interference", IPDPS 2017, section II-A,
 * Eq. 2. */
#include "lib/machine/build.h"
#include "lib/machine/lattice/lattice.h"

static const spec_key keys[] = {
	LATTICE_SHAPE_KEYS,
	{ "gap", KEY_EXTENTS, NULL, NULL, "links span 1 + m*gap routers; one or one a dimension, as 2x2x3", true },
	LATTICE_SPEED_KEYS,
	{ .name = NULL }
};

/* The largest gap of a row of k routers: one that an express link can have, or 1 when all are neighbours. */
static uint32_t
largest(uint32_t k)
{
	return k > 3 ? k - 2 : 1;
}

static void
read_gaps(const spec *s, lattice *l)
{
	uint32_t longest = 0;
	int gaps;
	const int64_t *gap = spec_list(s, "gap", &gaps);

	lattice_one_each(s, "gap", gaps, l->dims);
	for (int d = 0; d < l->dims; d++) {
		l->gap[d] = (uint32_t)gap[gaps > 1 ? d : 0];
		longest = l->extent[d] > longest ? l->extent[d] : longest;
		if (gaps > 1 && l->gap[d] > largest(l->extent[d]))
			spec_bad(s, "gap", "must be at most %u in dimension %s, which has %u routers: no express link is longer",
				largest(l->extent[d]), lattice_axis(d), l->extent[d]);
	}
	if (gap[0] > largest(longest))
		spec_bad(s, "gap", "must be at most %u, the longest dimension having %u routers: no express link is longer",
			largest(longest), longest);
}

static void
build(machine *m, spec *s)
{
	lattice *l = lattice_read(s);

	read_gaps(s, l);
	lattice_speeds(m, s, l);
	lattice_build(m, s, "k", l);
}

const kind kind_expressmesh = {
	.name = "expressmesh", .about = "a mesh with express links at multiples of a gap; gap 1 is HyperX", .keys = keys, .build = build,
	LATTICE_ANSWERS,
};
