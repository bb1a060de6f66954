/* fit -- see fit.h.  The names are those of dynamic storage allocation (Knuth 2.5),
 * with a router or a group for a block of memory. */
#include "alloc/shapes/domains.h"

uint32_t
first_fit(const occupancy *o, const level *l, uint32_t limit, uint32_t need)
{
	const uint32_t *idle = occupancy_idle(o, l);

	for (uint32_t d = 0; d < limit; d++)
		if (idle[d] >= need)
			return d;
	return NONE;
}

uint32_t
best_fit(const occupancy *o, const level *l, uint32_t need)
{
	const uint32_t *idle = occupancy_idle(o, l);
	uint32_t best = NONE;

	for (uint32_t d = 0; d < l->domains; d++)
		if (idle[d] >= need && (best == NONE || idle[d] < idle[best]))
			best = d;
	return best;
}

uint32_t
worst_fit(const occupancy *o, const level *l, uint32_t need)
{
	const uint32_t *idle = occupancy_idle(o, l);
	uint32_t best = 0;

	for (uint32_t d = 1; d < l->domains; d++)
		if (idle[d] > idle[best])
			best = d;
	return idle[best] >= need ? best : NONE;
}

uint32_t
largest_domain(const level *l)
{
	uint32_t most = 0;

	for (uint32_t d = 0; d < l->domains; d++)
		if (l->first[d + 1] - l->first[d] > most)
			most = l->first[d + 1] - l->first[d];
	return most;
}
