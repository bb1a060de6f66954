/* sign -- the sign test: the tails of a binomial distribution of probability one half, term by term. */
#include <float.h>
#include <math.h>

#include "metrics/stats/stats.h"

/* P(X <= most) of X heads in n throws, `most` below n / 2: the last term, and each one before it by a quotient.  Terms that
 * no longer move the sum are left out. */
static long double
tail(uint64_t n, uint64_t most)
{
	long double term = expl(lgammal((long double)n + 1) - lgammal((long double)most + 1) - lgammal((long double)(n - most) + 1)
		- (long double)n * logl(2));
	long double sum = 0;

	for (uint64_t k = most; term > sum * LDBL_EPSILON; k--) {
		sum += term;
		if (k == 0)
			break;
		term *= (long double)k / (long double)(n - k + 1);
	}
	return sum;
}

double
sign_test(uint64_t more, uint64_t less)
{
	return more == less ? 1 : fmin(1, (double)(2 * tail(more + less, more < less ? more : less)));
}

double
sign_test_of(const double *value, size_t n)
{
	uint64_t more = 0, less = 0;

	for (size_t i = 0; i < n; i++) {
		more += value[i] > 0;
		less += value[i] < 0;
	}
	return sign_test(more, less);
}
