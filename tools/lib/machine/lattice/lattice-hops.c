/* lattice-hops -- the mean distance of a lattice's routers without looking at every pair.
 *
 * A shortest way is one along each dimension, so the mean is the sum of the rows' means, and in a
 * row the distance depends on how far apart its routers are only. */
#include "lib/machine/build.h"
#include "lib/machine/lattice/lattice.h"

/* The same of one row, that of router 0 in dimension d. */
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
