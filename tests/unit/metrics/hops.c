/* link: metrics */
/* hops -- searches side by side, and the sums of lattices, against a search from each router. */
#include <math.h>
#include <stdlib.h>

#include "metrics/machine/hops.h"
#include "unit/search.h"
#include "unit/tap.h"

static hops
one_by_one(const machine *m)
{
	uint32_t *links = xalloc(m->routers, sizeof *links), diameter = 0, n = 0;
	bool *nodes = xcalloc(m->routers, sizeof *nodes);
	uint64_t sum = 0;

	for (uint32_t v = 0; v < m->nodes; v++)
		nodes[m->node_router[v]] = true;
	for (uint32_t a = 0; a < m->routers; a++) {
		if (!nodes[a])
			continue;
		n++;
		search_from(m, a, links);
		for (uint32_t b = 0; b < m->routers; b++)
			if (nodes[b]) {
				sum += links[b];
				diameter = links[b] > diameter ? links[b] : diameter;
			}
	}
	free(links);
	free(nodes);
	return (hops){ diameter, (double)sum / ((double)n * (n - 1)), (double)sum / ((double)n * n) };
}

static bool
near(double a, double b)
{
	return fabs(a - b) <= 1e-12 * fabs(b) || (isnan(a) && isnan(b));
}

static bool
same(hops a, hops b)
{
	return a.diameter == b.diameter && near(a.mean, b.mean) && near(a.mean_all, b.mean_all);
}

int
main(void)
{
	/* Fewer routers than searches in a batch, as many, more; with and without routers that have no nodes. */
	static const char *const specs[] = {
		"mesh:k=5x4,p=2", "mesh:k=1x9x3", "mesh:k=700", "torus:k=4x3x5", "torus:k=8x8x8", "torus:k=2x2x9", "hypercube:n=1", "hypercube:n=10",
		"expressmesh:k=9x8,gap=1", "expressmesh:k=13x12x5,gap=2x3x2", "expressmesh:k=40x3,gap=6", "dragonfly:g=9,a=4,p=2", "dragonfly:g=5,a=3,p=1,h=4",
		"dragonfly:g=80,a=8,p=1,arrangement=circulant", "dragonfly:g=1,a=1,p=3", "fattree:k=3,n=4", "fattree:radix=8,taper=3", "fattree:k=24,n=3", "slimfly:q=9",
		"slimfly:q=17", "twistedtorus:k=8x4x4", "cubetorus:cubes=1x2x1,cube=3x3x3", "torus:k=4x3x5,broken=r0-r1+r4-r5",
	};

	for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
		machine *m = machine_build(specs[i], NULL, 0, "--machine", FAIL_USAGE);
		hops want = one_by_one(m), got = hops_of(m);

		ok(same(got, want), "%s: diameter %u, mean %.9g", specs[i], got.diameter, got.mean);
		ok(same(hops_search(m), want), "%s: by searches", specs[i]);
		machine_free(m);
	}
	return done_testing();
}
