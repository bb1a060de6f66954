/* isolate -- see isolate.h. */
#include "alloc/shapes/isolate.h"

#include <stdlib.h>

#include "lib/cli/cli.h"

static uint32_t
available(const occupancy *o, const level *l, uint32_t domain)
{
	uint32_t n = 0;

	for (uint32_t i = l->first[domain]; i < l->first[domain + 1]; i++)
		n += machine_has(o->machine, l->member[i]);
	return n;
}

bool
is_whole(const occupancy *o, const level *l, uint32_t domain)
{
	uint32_t idle = occupancy_idle(o, l)[domain];

	return idle > 0 && idle == available(o, l, domain);
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

uint32_t
close_domains(const occupancy *o, const level *l, const uint32_t *node, uint32_t n, uint32_t *out)
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
