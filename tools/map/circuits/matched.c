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

/* Pairs of groups, the fullest on top. */
typedef struct heap {
	const layers *layers;
	const double *between;
	uint32_t *pair;		/* x * n + y, x < y */
	size_t count;
} heap;

/* Is pair a to come before b?  Of equals the one with the lower number. */
static bool
before(const heap *h, uint32_t a, uint32_t b)
{
	double x = h->between[a] / h->layers->count[a], y = h->between[b] / h->layers->count[b];

	return x != y ? x > y : a < b;
}

static void
sift(heap *h, size_t i)
{
	for (size_t k; (k = 2 * i + 1) < h->count; i = k) {
		uint32_t pair = h->pair[i];

		if (k + 1 < h->count && before(h, h->pair[k + 1], h->pair[k]))
			k++;
		if (!before(h, h->pair[k], pair))
			return;
		h->pair[i] = h->pair[k];
		h->pair[k] = pair;
	}
}

/* Give what is left to pairs that exchange something, one circuit each time to the fullest that can have one. */
static void
use_rest(layers *l, const double *between, rng *r)
{
	uint32_t n = l->fabric.groups;
	heap h = { l, between, xalloc((size_t)n * n, sizeof *h.pair), 0 };

	for (uint32_t x = 0; x < n; x++)
		for (uint32_t y = x + 1; y < n; y++)
			if (between[(size_t)x * n + y] > 0)
				h.pair[h.count++] = x * n + y;
	for (size_t i = h.count; i-- > 0;)
		sift(&h, i);
	while (h.count > 0) {
		if (!layers_join(l, h.pair[0] / n, h.pair[0] % n, r))
			h.pair[0] = h.pair[--h.count];
		sift(&h, 0);
	}
	free(h.pair);
}

/* --- a load */

/* Begin with the circuits of the balanced topology, as far as they are wanted: these fit together, and where everybody exchanges
 * as much, and links go round, they are the result. */
static void
begin_balanced(layers *l, const uint32_t *want)
{
	uint32_t n = l->fabric.groups, links = fabric_links(&l->fabric);

	layers_clear(l);
	layers_balanced(l);
	for (uint32_t x = 0; x < n * links; x++)
		if (l->far[x] != UINT32_MAX) {
			size_t pair = (size_t)(x / links) * n + l->far[x] / links;

			if (l->count[pair] > want[pair])
				layers_part(l, x);
		}
}

/* Lay circuits so that none carries more than `load`. */
static bool
lay(layers *l, const double *between, double load, uint32_t *want, rng *r)
{
	if (!counts_for(&l->fabric, between, load, want))
		return false;
	begin_balanced(l, want);
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
	if (done)
		use_rest(l, between, r);
	return done;
}
