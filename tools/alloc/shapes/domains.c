/* domains -- see domains.h.  The names of the fits are those of dynamic storage allocation (Knuth 2.5),
 * with a router or a group for a block of memory. */
#include "alloc/shapes/domains.h"

#include <stdlib.h>

#include "lib/cli/cli.h"

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

static uint32_t
available(const occupancy *o, const level *l, uint32_t domain)
{
	uint32_t n = 0;

	for (uint32_t i = l->first[domain]; i < l->first[domain + 1]; i++)
		n += machine_has(o->machine, l->member[i]);
	return n;
}

uint32_t
most_available(const occupancy *o, const level *l)
{
	uint32_t most = 0;

	for (uint32_t d = 0; d < l->domains; d++) {
		uint32_t n = available(o, l, d);

		most = n > most ? n : most;
	}
	return most;
}

bool
is_whole(const occupancy *o, const level *l, uint32_t domain)
{
	uint32_t idle = occupancy_idle(o, l)[domain];

	return idle > 0 && idle == available(o, l, domain);
}

uint32_t
reserve_domains(const occupancy *o, const level *l, const uint32_t *node, uint32_t n, uint32_t *out)
{
	uint8_t *seen = xcalloc(l->domains, 1);
	uint32_t count = 0;

	for (uint32_t i = 0; i < n; i++) {
		uint32_t d = l->of[node[i]];

		if (!seen[d])
			count += occupancy_domain(o, l, d, out + count, UINT32_MAX);
		seen[d] = 1;
	}
	free(seen);
	return count;
}
