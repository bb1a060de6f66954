/* link: map */
/* circuit-counts -- the next load with other counts of circuits is the least share of what two groups exchange that is above. */
#include <math.h>

#include "lib/rng/rng.h"
#include "map/circuits/counts.h"
#include "unit/tap.h"

enum { GROUPS = 7, TRIALS = 400 };

/* Of all shares of all pairs the least above `load`, by looking at each. */
static double
share_above(const circuit_fabric *f, const double *between, double load)
{
	double least = HUGE_VAL;

	for (uint32_t i = 0; i < GROUPS * GROUPS; i++)
		for (uint32_t c = 1; c <= fabric_links(f); c++)
			if (between[i] / c > load)
				least = fmin(least, between[i] / c);
	return least;
}

/* A third of the pairs exchange nothing; what the others do is of few sizes or of many, so that shares are often equal. */
static void
draw(double *between, rng *r)
{
	uint64_t sizes = rng_below(r, 2) ? 12 : 100000;

	for (uint32_t x = 0; x < GROUPS; x++)
		for (uint32_t y = 0; y <= x; y++)
			between[x * GROUPS + y] = between[y * GROUPS + x] = x == y || rng_below(r, 3) == 0 ? 0 : 1 + (double)rng_below(r, sizes);
}

/* Steps from next to next, from a load that takes more links than there are to one that asks for single circuits. */
static int
wrong_steps(const circuit_fabric *f, const double *between, int *steps)
{
	double load = 1.0 / 1024;
	int wrong = 0;

	while (load < HUGE_VAL) {
		double next = counts_next(f, between, load);

		wrong += next != share_above(f, between, load);
		if (!(next > load))
			return wrong + 1;
		load = next;
		++*steps;
	}
	return wrong;
}

int
main(void)
{
	double between[GROUPS * GROUPS];
	int wrong = 0, steps = 0;
	rng r;

	rng_init(&r, 1, "circuit-counts", "", "");
	for (int i = 0; i < TRIALS; i++) {
		circuit_fabric f = { .groups = GROUPS, .ocs = 1 + (uint32_t)rng_below(&r, 4), .share = 1 + (uint32_t)rng_below(&r, 3) };

		draw(between, &r);
		wrong += wrong_steps(&f, between, &steps);
	}
	is_int(wrong, 0, "the next load is the least share above");
	ok(steps > 10 * TRIALS, "%d steps", steps);
	for (uint32_t i = 0; i < GROUPS * GROUPS; i++)
		between[i] = 0;
	ok1(counts_next(&(circuit_fabric){ .groups = GROUPS, .ocs = 2, .share = 2 }, between, 1) == HUGE_VAL);
	return done_testing();
}
