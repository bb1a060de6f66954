#include "metrics/estimate/golden.h"

#include <math.h>

double
golden_maximum(golden_function *f, void *context, double low, double high, int rounds)
{
	const double golden = (sqrt(5) - 1) / 2;
	double a = high - golden * (high - low), b = low + golden * (high - low), at_a = f(context, a), at_b = f(context, b);

	while (rounds-- > 0) {
		if (at_a > at_b) {
			high = b, b = a, at_b = at_a;
			a = high - golden * (high - low);
			at_a = f(context, a);
		} else {
			low = a, a = b, at_a = at_b;
			b = low + golden * (high - low);
			at_b = f(context, b);
		}
	}
	return (low + high) / 2;
}
