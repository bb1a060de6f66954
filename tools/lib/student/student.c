/* student -- the 0.975 quantile of Student's t, and its tails.
 *
 * The quantile up to EXACT degrees of freedom by bisection on the finite series for P(|T| < t) (Abramowitz and Stegun, 26.7.3 and 26.7.4),
 * whose terms are all positive; beyond by the expansion around the normal quantile (26.7.5), whose next term is below 1e-9 there. */
#include "lib/student/student.h"

#include <math.h>

enum { EXACT = 200 };

/* P(|T| < t) */
static double
within(double t, uint64_t degrees)
{
	double angle = atan(t / sqrt((double)degrees)), c = cos(angle);
	double term = degrees % 2 ? c : 1, sum = 0;

	/* terms cos, 2/3 cos^3, … or 1, 1/2 cos^2, 1*3/(2*4) cos^4, … */
	for (uint64_t k = degrees % 2 ? 3 : 2; k <= degrees; k += 2) {
		sum += term;
		term *= c * c * (double)(k - 1) / (double)k;
	}
	sum *= sin(angle);
	return degrees % 2 ? 2 / M_PI * (angle + sum) : sum;
}

static double
bisect(unsigned degrees)
{
	double low = 1, high = 13;	/* the quantile of 1 degree is 12.7 */

	for (int i = 0; i < 60; i++) {
		double middle = (low + high) / 2;

		if (within(middle, degrees) < 0.95)
			low = middle;
		else
			high = middle;
	}
	return high;
}

static double
expand(double n)
{
	const double z = 1.9599639845400542, z2 = z * z;
	double g1 = z * (z2 + 1) / 4;
	double g2 = z * ((5 * z2 + 16) * z2 + 3) / 96;
	double g3 = z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384;
	double g4 = z * ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) / 92160;

	return z + (g1 + (g2 + (g3 + g4 / n) / n) / n) / n;
}

double
student_975(uint64_t degrees)
{
	static double known[EXACT + 1];

	if (degrees > EXACT)
		return expand((double)degrees);
	if (known[degrees] == 0)
		known[degrees] = bisect((unsigned)degrees);
	return known[degrees];
}

double
student_p(double t, uint64_t degrees)
{
	return round(fabs(1 - within(fabs(t), degrees)) * 1e9) / 1e9;	/* the sum is off in the sixteenth */
}
