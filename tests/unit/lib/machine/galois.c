/* galois -- which numbers are prime powers, and the laws of a field. */
#include <stdlib.h>

#include "lib/machine/kinds/galois.h"
#include "unit/tap.h"

/* By trying all powers of all primes. */
static bool
slow_prime_power(uint32_t q, uint32_t *p, uint32_t *n)
{
	for (uint32_t base = 2; base <= q; base++) {
		uint32_t power = base, times = 1;
		bool prime = true;
		for (uint32_t d = 2; d < base; d++)
			prime = prime && base % d != 0;
		for (; prime && power < q; times++)
			power *= base;
		if (prime && power == q) {
			*p = base;
			*n = times;
			return true;
		}
	}
	return false;
}

static void
prime_powers(void)
{
	uint32_t wrong = 0, p, n, slow_p = 0, slow_n = 0;

	for (uint32_t q = 0; q < 600; q++) {
		bool is = prime_power(q, &p, &n), want = slow_prime_power(q, &slow_p, &slow_n);
		wrong += is != want || (is && (p != slow_p || n != slow_n));
	}
	is_int(wrong, 0, "prime powers below 600");
	ok1(prime_power(2147483647, &p, &n) && p == 2147483647 && n == 1);
	ok1(prime_power(1U << 31, &p, &n) && p == 2 && n == 31);
	ok1(prime_power(4294967291, &p, &n) && p == 4294967291);
	ok1(!prime_power(2147483646, &p, &n) && !prime_power(4294967295, &p, &n));
}

/* Powers of the generator: all elements but 0, and none left out. */
static uint32_t
wrong_powers(const galois *f)
{
	uint32_t *seen = calloc(f->q, sizeof *seen), wrong = f->power[0] != 1;

	for (uint32_t i = 0; i + 1 < f->q; i++) {
		wrong += seen[f->power[i]]++ != 0 || f->log[f->power[i]] != i || f->power[i + f->q - 1] != f->power[i];
	}
	wrong += seen[0] != 0;
	free(seen);
	return wrong;
}

/* All triples would be too many in a large field: every `step`-th. */
static uint32_t
wrong_laws(const galois *f, uint32_t step)
{
	uint32_t wrong = 0;

	for (uint32_t a = 0; a < f->q; a++)
		for (uint32_t b = 0; b < f->q; b += step) {
			uint32_t sum = galois_add(f, a, b), product = galois_multiply(f, a, b), times = 0;
			wrong += sum >= f->q || product >= f->q || galois_subtract(f, sum, b) != a || galois_add(f, b, a) != sum;
			wrong += b && galois_divide(f, product, b) != a;
			wrong += f->n == 1 && (sum != (a + b) % f->q || product != a * b % f->q);
			for (uint32_t i = 0; i < f->p; i++)
				times = galois_add(f, times, a);
			wrong += times != 0;	/* p times anything is 0 */
			for (uint32_t c = 0; c < f->q; c += step)
				wrong += galois_multiply(f, c, sum) != galois_add(f, galois_multiply(f, c, a), galois_multiply(f, c, b));
		}
	return wrong;
}

static void
fields(void)
{
	static const uint32_t order[] = { 2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17, 19, 23, 25, 27, 32, 37, 49, 64, 81, 121, 125, 128, 243, 256, 343 };

	for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
		galois *f = galois_new(order[i]);
		ok(wrong_powers(f) == 0, "%u elements: powers of the generator", f->q);
		ok(wrong_laws(f, 1 + f->q / 40) == 0, "%u elements: sums and products", f->q);
		galois_free(f);
	}
}

/* The generators that the header promises. */
static void
generators(void)
{
	static const uint32_t root[][2] = {
		{ 2, 1 }, { 3, 2 }, { 5, 2 }, { 7, 3 }, { 17, 3 }, { 23, 5 }, { 41, 6 }, { 71, 7 }, { 191, 19 },	/* least primitive roots */
		{ 4, 2 }, { 9, 3 }, { 25, 5 }, { 27, 3 }, { 128, 2 },
	};
	galois *f;

	for (size_t i = 0; i < sizeof root / sizeof *root; i++) {
		char name[64];
		f = galois_new(root[i][0]);
		snprintf(name, sizeof name, "the generator of %u elements", root[i][0]);
		is_int(f->power[1], root[i][1], name);
		galois_free(f);
	}
	f = galois_new(9);
	is_int(f->power[2], 4, "9 elements: x^2 = x + 1");
	is_int(galois_multiply(f, 4, 4), 2, "9 elements: (x + 1)^2 = x^4 = -1");
	is_int(galois_subtract(f, 0, 5), 7, "9 elements: -(x + 2) = 2x + 1");
	galois_free(f);
}

int
main(void)
{
	prime_powers();
	fields();
	generators();
	return done_testing();
}
