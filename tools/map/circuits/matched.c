/* matched -- circuits where the traffic is (as Flexfly, SC 2016, and others do; here the load of the fullest circuit is what
 * is made small).
 *
 * A load gives the least number of circuits for each two groups.  Beginning with the bound, such numbers are laid on OCSes;
 * where that fails the load is raised a little. */
#include <math.h>
#include <stdlib.h>

#include "lib/cli/cli.h"
#include "map/circuits/layers.h"

/* --- links that are left */

/* The pair x * n + y, x < y, whose circuits carry most, of those that have links left and are not given up; at a tie the
 * lowest.  UINT32_MAX: there is none. */
static uint32_t
fullest(const layers *l, const double *between, const uint8_t *given_up)
{
	uint32_t n = l->fabric.groups, links = fabric_links(&l->fabric), best = UINT32_MAX;
	double most = 0;

	for (uint32_t x = 0; x < n; x++)
		for (uint32_t y = x + 1; y < n && l->used[x] < links; y++) {
			uint32_t pair = x * n + y;

			if (l->used[y] < links && !given_up[pair] && between[pair] / l->count[pair] > most) {
				most = between[pair] / l->count[pair];
				best = pair;
			}
		}
	return best;
}

/* --- a load */

/* Lay circuits so that none carries more than `load`. */
static bool
lay(layers *l, const double *between, double load, uint32_t *want, rng *r)
{
	uint32_t n = l->fabric.groups, links = fabric_links(&l->fabric);

	if (!counts_for(&l->fabric, between, load, want))
		return false;
	/* Begin with the circuits of the balanced topology, as far as they are wanted: these fit together, and where everybody exchanges
	 * as much, and links go round, they are the result. */
	layers_clear(l);
	layers_balanced(l);
	for (uint32_t x = 0; x < n * links; x++)
		if (l->far[x] != UINT32_MAX) {
			size_t pair = (size_t)(x / links) * n + l->far[x] / links;

			if (l->count[pair] > want[pair])
				layers_part(l, x);
		}
	return layers_lay(l, want, r);
}

bool
layers_matched(layers *l, const double *between, rng *r)
{
	uint32_t *want = xalloc((size_t)l->fabric.groups * l->fabric.groups, sizeof *want);
	double load = counts_bound(&l->fabric, between);
	bool done = false;

	for (double step = 1.0 / 1024; load < HUGE_VAL && !(done = lay(l, between, load, want, r)); step *= 2)
		load = fmax(counts_next(&l->fabric, between, load), load * (1 + step));
	free(want);
	/* Give the remaining links to pairs that exchange something, one circuit each time to the fullest that can have one. */
	if (done) {
		uint32_t n = l->fabric.groups;
		uint8_t *given_up = xcalloc((size_t)n * n, sizeof *given_up);

		for (uint32_t pair; (pair = fullest(l, between, given_up)) != UINT32_MAX;)
			given_up[pair] = !layers_join(l, pair / n, pair % n, r);
		free(given_up);
	}
	return done;
}
