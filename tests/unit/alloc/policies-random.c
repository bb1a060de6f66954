/* link: alloc */
/* policies-random -- what the random policies draw is uniform. */
#include <stdlib.h>

#include "lib/cli/cli.h"
#include "unit/alloc/find-policy.h"
#include "unit/tap.h"

/* Draw the first choice of a policy 20,000 times; chi-square over the domains of `size` nodes that are not full. */
static void
test_uniform(const char *name, uint32_t size, double bound)
{
	enum { DRAWS = 20000 };
	machine *m = machine_build("dragonfly:g=4,a=3,p=2", NULL, 0, "test", 1);
	uint32_t busy[] = { 0, 1, 4, 7, 8, 12, 13, 14, 15, 16, 17, 20 }, node[24], seen[24] = { 0 };
	uint32_t domains = 24 / size, open = 0;
	const policy *p = find_policy(name);
	double chi = 0;
	occupancy o;

	occupancy_init(&o, m);
	occupancy_take(&o, busy, 12);
	for (int i = 0; i < DRAWS; i++) {
		char *job = xprintf("%d", i);
		rng r;

		rng_init(&r, 1, "alloc", "1", job);
		p->choose(&o, &(request){ .job = job, .nodes = 1, .policy = p, .random = &r }, &(selection){ .node = node });
		seen[node[0] / size]++;
		free(job);
	}
	for (uint32_t d = 0; d < domains; d++)
		for (uint32_t v = d * size; v < (d + 1) * size; v++)
			if (!o.busy[v]) {
				open++;
				break;
			}
	for (uint32_t d = 0; d < domains; d++)
		if (seen[d])
			chi += (seen[d] - (double)DRAWS / open) * (seen[d] - (double)DRAWS / open) * open / DRAWS;
	ok(chi < bound && chi > 0, "%s: uniform over %u (chi-square %.1f, bound %.1f)", name, open, chi, bound);
	occupancy_free(&o);
	machine_free(m);
}

/* Each of 12 nodes is as likely to be among the 5 chosen, and each as likely to be at a given place. */
static void
test_samples(void)
{
	enum { DRAWS = 12000, NODES = 12, NEED = 5 };
	machine *m = machine_build("dragonfly:g=3,a=2,p=2", NULL, 0, "test", 1);
	uint32_t at[NEED][NODES] = { { 0 } }, node[NEED];
	double worst = 0;
	occupancy o;

	occupancy_init(&o, m);
	for (int i = 0; i < DRAWS; i++) {
		char *job = xprintf("%d", i);
		rng r;

		rng_init(&r, 2, "alloc", "1", job);
		find_policy("rdn")->choose(&o, &(request){ .job = job, .nodes = NEED, .random = &r }, &(selection){ .node = node });
		for (int k = 0; k < NEED; k++)
			at[k][node[k]]++;
		free(job);
	}
	for (int k = 0; k < NEED; k++) {
		double chi = 0, mean = (double)DRAWS / NODES;

		for (int v = 0; v < NODES; v++)
			chi += (at[k][v] - mean) * (at[k][v] - mean) / mean;
		worst = chi > worst ? chi : worst;
	}
	ok(worst < 34.5, "rdn: every place of the list is uniform (worst chi-square %.1f of 11 degrees)", worst);
	occupancy_free(&o);
	machine_free(m);
}

int
main(void)
{
	/* the bounds are those of one in a thousand, at 11, 9 and 3 degrees of freedom */
	test_uniform("rdn", 1, 31.3);
	test_uniform("rdr", 2, 26.1);
	test_uniform("rdg", 6, 16.3);
	test_samples();
	return done_testing();
}
