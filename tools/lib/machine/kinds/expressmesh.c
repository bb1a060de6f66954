/* expressmesh -- a mesh with express links at arithmetically increasing distance; a gap of 1 links all
 * routers of a row (HyperX).
 *
 * Jain, Bhatele, Ni, Gamblin and Kale, "Partitioning low-diameter networks to eliminate
 * inter-job interference", IPDPS 2017, section II-A, Eq. 2. */
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
	uint32_t gap[VALUES], longest = 0;
	int gaps = spec_extents(s, "gap", gap, VALUES);

	lattice_one_each(s, "gap", gaps, l->dims);
	for (int d = 0; d < l->dims; d++) {
		l->gap[d] = gap[gaps > 1 ? d : 0];
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

/* Links between two routers of a row, `away` apart: as few as may be, also by overshooting.
 *
 * A link changes the position by ±1 modulo the gap, so with u links up and w down, u - w = away modulo
 * the gap. All up, there are `rest` of them (or gap, for rest 0). One up and the others down by 1 each, before or
 * after it, need as many routers beyond the two ends; two up and the others down in between need
 * none, as soon as there is an express link. */
static uint32_t
row_distance(uint32_t k, uint32_t gap, uint32_t away)
{
	uint32_t rest = away % gap, best = rest ? rest : gap, down;

	if (away == 0 || k < gap + 2)
		return away;
	down = (gap + 1 - rest) % gap;
	if (down <= k - 1 - away && 1 + down < best)
		best = 1 + down;
	down = (gap + 2 - rest) % gap;
	if (2 + down < best)
		best = 2 + down;
	return best;
}

static uint32_t
distance(const machine *m, uint32_t a, uint32_t b)
{
	const lattice *l = m->shape;
	uint32_t links = 0;

	for (int d = 0; d < l->dims; d++) {
		uint32_t i = lattice_at(l, a, d), j = lattice_at(l, b, d);
		links += row_distance(l->extent[d], l->gap[d], i < j ? j - i : i - j);
	}
	return links;
}

extern const kind kind_expressmesh;

const kind kind_expressmesh = {
	.name = "expressmesh",
	.about = "a mesh with express links at multiples of a gap; gap 1 is HyperX",
	.keys = keys,
	.build = build,
	.distance = distance,
	.coordinates = lattice_coordinates,
	.hops = lattice_hops,
	.bisection = lattice_bisection,
	.free_shape = lattice_free,
};
