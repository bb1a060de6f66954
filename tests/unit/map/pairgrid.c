/* link: map */
/* pairgrid -- II-A of Fiedler and Whalen: the times of a cube and of the reshaped grid, and that no other is better. */
#include <math.h>

#include "lib/rng/rng.h"
#include "map/torus/pairgrid.h"
#include "unit/tap.h"

static bool
near(double got, double want)
{
	bool good = fabs(got - want) <= 1e-12 * fabs(want);

	if (!good)
		fprintf(stderr, "# %.17g is not %.17g\n", got, want);
	return good;
}

/* The paper's: links in y at half the speed. */
static void
half_speed(void)
{
	static const double bw[AXES] = { 2, 1, 2 };
	double m = 100, cube[AXES] = { m, m, m }, best[AXES];
	exchange of_cube = pairgrid_time(cube, NULL, 1, bw), of_best;

	pairgrid_best(m * m * m, bw, best);
	of_best = pairgrid_time(best, NULL, 1, bw);
	ok(near(of_cube.at_once, m * m / 1), "a cube, all at once: M^2 / B_y");
	ok(near(of_cube.in_turn, 4 * m * m / 2), "a cube, one at a time: 4 M^2 / B_x");
	ok(near(best[0], m / cbrt(2)) && near(best[2], best[0]) && near(best[1], 2 * best[0]), "the best has M_x = M_z = M_y / 2 = M / 2^(1/3)");
	ok(near(of_cube.at_once / of_best.at_once, pow(2, 2. / 3)), "all at once it is 2^(2/3) faster");
	ok(near(of_best.in_turn, 6 / pow(2, 2. / 3) * m * m / 2), "one at a time it takes [6 / 2^(2/3)] M^2 / B_x");
	ok(near(of_cube.in_turn / of_best.in_turn, 4 / (6 / pow(2, 2. / 3))), "which is 1.058 times as fast");
}

/* Other grids of the same volume take no less, by either time. */
static void
none_better(void)
{
	rng r;
	int wrong = 0;

	rng_init(&r, 1, "pairgrid", "", "");
	for (int i = 0; i < 20000; i++) {
		double bw[AXES], best[AXES], other[AXES], volume = 1 + (double)rng_below(&r, 1000000), scale = 1;
		exchange least, t;

		for (int a = 0; a < AXES; a++) {
			bw[a] = 1 + (double)rng_below(&r, 20);
			other[a] = 0.1 + (double)rng_below(&r, 1000);
			scale *= other[a];
		}
		for (int a = 0; a < AXES; a++)
			other[a] *= cbrt(volume / scale);
		pairgrid_best(volume, bw, best);
		least = pairgrid_time(best, NULL, 3, bw);
		t = pairgrid_time(other, NULL, 3, bw);
		wrong += t.at_once < least.at_once * (1 - 1e-9) || t.in_turn < least.in_turn * (1 - 1e-9)
			|| fabs(best[0] * best[1] * best[2] / volume - 1) > 1e-9;
	}
	is_int(wrong, 0, "20,000 random grids: none is faster than the best of its volume");
}

int
main(void)
{
	static const double bw[AXES] = { 2, 1, 4 }, points[AXES] = { 3, 5, 7 };
	static const bool alone[AXES] = { false, true, false };
	exchange t = pairgrid_time(points, NULL, 8, bw);

	half_speed();
	none_better();
	ok(t.at_once == 21 * 8. / 1 && t.in_turn == 35 * 8. / 2 + 21 * 8. + 15 * 8. / 4, "faces of 35, 21 and 15 points of 8 bytes");
	t = pairgrid_time(points, alone, 8, bw);
	ok(t.at_once == 35 * 8. / 2 && t.in_turn == 35 * 8. / 2 + 15 * 8. / 4, "an axis of one pair sends nothing");
	return done_testing();
}
