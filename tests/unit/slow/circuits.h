/* circuits -- circuits for tests: random ones, and those that make a dragonfly. */
#pragma once

#include <stdlib.h>

#include "lib/machine/circuits/circuits.h"
#include "lib/rng/rng.h"

/* Join a random link of group x to a random one of group y at its OCS, when neither is used. */
static inline bool
join_at_random(rng *r, const machine *m, uint8_t *used, uint32_t x, uint32_t y, circuits *c)
{
	const rdragonfly *d = rdragonfly_of(m);
	uint32_t i = (uint32_t)rng_below(r, d->links), k = i / d->share * d->share + (uint32_t)rng_below(r, d->share);

	if (used[x * d->links + i] || used[y * d->links + k])
		return false;
	used[x * d->links + i] = used[y * d->links + k] = 1;
	circuits_add(c, x * d->links + i, y * d->links + k);
	return true;
}

/* Random circuits among some groups, one at least between any two; false when there were not links enough. */
__attribute__((unused)) static bool
any_circuits(rng *r, const machine *m, const uint32_t *group, uint32_t groups, circuits *c)
{
	const rdragonfly *d = rdragonfly_of(m);
	uint8_t *used = xcalloc((size_t)d->groups.g * d->links + 1, 1);
	bool good = true;

	c->count = 0;
	for (uint32_t i = 0; i < groups; i++)
		for (uint32_t k = 0; k < i && good; k++) {
			int tries = 200;

			while (!join_at_random(r, m, used, group[i], group[k], c) && --tries)
				;
			good = tries;
		}
	if (groups > 1)
		for (uint32_t more = (uint32_t)rng_below(r, 4 * groups * d->links + 1); more--;) {
			uint32_t i = (uint32_t)rng_below(r, groups), k = (uint32_t)rng_below(r, groups - 1);

			join_at_random(r, m, used, group[i], group[k + (k >= i)], c);
		}
	free(used);
	return good;
}

/* Every link in use but those that an odd number of groups leaves over, all pairs of groups joined alike: link i of a group
 * goes where the i-th round of a tournament sends it. */
__attribute__((unused)) static void
even_circuits(const machine *m, circuits *c)
{
	const rdragonfly *d = rdragonfly_of(m);
	uint32_t g = d->groups.g, rounds = g + g % 2 - 1;

	c->count = 0;
	for (uint32_t i = 0; i < d->links && g > 1; i++)
		for (uint32_t x = 0; x < g; x++) {
			uint32_t round = i % rounds, y = (round + rounds - x % rounds) % rounds;

			if (x == rounds)	/* meets whom the round would have play itself */
				continue;
			if (y == x)
				y = rounds;
			if (y < g && x < y)
				circuits_add(c, x * d->links + i, y * d->links + i);
		}
}

/* A machine of `spec` with such circuits, when it knows any. */
__attribute__((unused)) static machine *
machine_joined(const char *spec)
{
	machine *m = machine_build(spec, NULL, 0, "test", 1);
	circuits c = { 0 };
	const char *why;

	if (!m->kind->circuits)
		return m;
	even_circuits(m, &c);
	if (!circuits_connect(m, &c, &why))
		die(FAIL_DATA, "%s", why);
	circuits_free(&c);
	return m;
}
