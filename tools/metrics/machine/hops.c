#include "metrics/machine/hops.h"

#include <math.h>

#include "lib/machine/broken.h"
#include "lib/machine/graph-search.h"

/* Both means of n routers from the one over all n² pairs. */
static hops
means(uint32_t diameter, double mean_all, double n)
{
	return (hops){ diameter, n > 1 ? mean_all * n / (n - 1) : NAN, mean_all };
}

hops
hops_search(const machine *m)
{
	uint32_t *host = xalloc(m->routers, sizeof *host), n = 0, diameter;
	uint8_t *hosts = xcalloc(m->routers, 1);
	uint64_t sum;

	for (uint32_t i = 0; i < m->interfaces; i++)
		hosts[m->interface_router[i]] = !router_broken(m, m->interface_router[i]);
	for (uint32_t r = 0; r < m->routers; r++)
		if (hosts[r])
			host[n++] = r;
	diameter = graph_hops(m, host, n, hosts, UINT32_MAX, &sum);
	free_all(host, hosts);
	return means(diameter, (double)sum / ((double)n * n), n);
}

hops
hops_of(const machine *m)
{
	uint32_t diameter;
	double mean;

	if (!m->kind->hops)
		return hops_search(m);
	mean = m->kind->hops(m, &diameter);
	return means(diameter, mean, m->routers);
}
