/* lattice-hops -- the distance of two routers of a lattice, and the mean of all without looking at every pair.
 *
 * A shortest way is one along each dimension, so the mean is the sum of the rows' means, and in a
 * row the distance depends on how far apart its routers are only. */
#include "lib/cli/wide.h"
#include "lib/machine/lattice/lattice.h"

/* Links between two routers of a row that is no ring, `away` apart: as few as may be, also by overshooting.
 *
 * A link changes the position by ±1 modulo the gap, so with u links up and w down, u - w = away modulo the gap. All up, there are `rest` of
 * them (or gap, for rest 0). One up and the others down by 1 each, before or after it, need as many routers beyond the two ends; two up and
 * the others down in between need none, as soon as there is an express link. */
static uint32_t
row_distance(uint32_t k, uint32_t gap, uint32_t away)
{
	uint32_t rest, best, down;

	if (away == 0 || k < gap + 2)
		return away;
	rest = away % gap;
	best = rest ? rest : gap;
	down = (gap + 1 - rest) % gap;
	if (down <= k - 1 - away && 1 + down < best)
		best = 1 + down;
	down = (gap + 2 - rest) % gap;
	if (2 + down < best)
		best = 2 + down;
	return best;
}

uint32_t
lattice_distance(const machine *m, uint32_t a, uint32_t b)
{
	const lattice *l = m->shape;
	uint32_t links = 0;

	for (int d = 0; d < l->dims; d++) {
		uint32_t i = lattice_at(l, a, d), j = lattice_at(l, b, d), k = l->extent[d], away = i < j ? j - i : i - j;

		links += !l->ring[d] ? row_distance(k, l->gap[d], away) : away < k - away ? away : k - away;
	}
	return links;
}

/* The mean distance and the largest of one row, that of router 0 in dimension d. */
static double
row_hops(const machine *m, const lattice *l, int d, uint32_t *farthest)
{
	uint32_t k = l->extent[d];
	wide sum = 0;

	*farthest = 0;
	for (uint32_t apart = 1; apart < k; apart++) {
		uint32_t links = m->kind->distance(m, 0, apart * l->stride[d]);

		sum += (wide)2 * (k - apart) * links;
		*farthest = links > *farthest ? links : *farthest;
	}
	return (double)sum / ((double)k * k);
}

double
lattice_hops(const machine *m, uint32_t *diameter)
{
	const lattice *l = m->shape;
	double mean = 0;

	*diameter = 0;
	for (int d = 0; d < l->dims; d++) {
		uint32_t farthest;

		mean += row_hops(m, l, d, &farthest);
		*diameter += farthest;
	}
	return mean;
}
