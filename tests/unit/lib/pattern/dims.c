/* dims -- every ordered product once, in order; counts by the divisor function. */
#include <string.h>

#include "lib/pattern/dims.h"
#include "lib/pattern/pattern.h"
#include "unit/tap.h"

typedef struct seen {
	uint32_t n;
	int d;
	uint32_t last[PATTERN_DIMS];
	uint64_t count, wrong;
} seen;

static void
see(const uint32_t *factor, void *of)
{
	seen *s = of;
	uint64_t product = 1;
	int differ = 0;

	for (int i = 0; i < s->d; i++) {
		product *= factor[i];
		if (differ == 0)
			differ = (factor[i] > s->last[i]) - (factor[i] < s->last[i]);
	}
	s->wrong += product != s->n || differ <= 0;
	s->count++;
	memcpy(s->last, factor, (size_t)s->d * sizeof *factor);
}

/* How many there are: the sum over divisors f of those of n / f. */
static uint64_t
products(uint32_t n, int d)
{
	uint64_t sum = 0;

	if (d == 1)
		return 1;
	for (uint32_t f = 1; f <= n; f++)
		if (n % f == 0)
			sum += products(n / f, d - 1);
	return sum;
}

int
main(void)
{
	uint64_t wrong = 0;
	seen large = { .n = 65856, .d = 4 };

	for (uint32_t n = 1; n <= 200; n++)
		for (int d = 1; d <= PATTERN_DIMS; d++) {
			seen s = { .n = n, .d = d };

			factors_each(n, d, see, &s);
			wrong += s.wrong + (s.count != products(n, d));
		}
	is_int((int64_t)wrong, 0, "1 to 200 in 1 to 4 factors: each ordered product once, ascending");
	factors_each(large.n, large.d, see, &large);
	/* 65856 = 2^6 3 7^3: C(9,3) C(4,3) C(6,3) */
	is_int((int64_t)large.count, 84 * 4 * 20, "65856 in four factors");
	is_int((int64_t)large.wrong, 0, "all of them right");
	return done_testing();
}
