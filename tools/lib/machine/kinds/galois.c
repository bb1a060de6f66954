/* galois -- see galois.h: products by tables of powers and logarithms. */
#include "lib/machine/kinds/galois.h"

#include <assert.h>

#include "lib/cli/cli.h"

bool
prime_power(uint32_t q, uint32_t *p, uint32_t *n)
{
	uint32_t least = 2;

	if (q < 2)
		return false;
	while ((uint64_t)least * least <= q && q % least != 0)
		least++;
	*p = q % least == 0 ? least : q;
	for (*n = 0; q % *p == 0; ++*n)
		q /= *p;
	return q == 1;
}

/* a + sign * b */
static uint32_t
combine(const galois *f, uint32_t a, uint32_t b, bool minus)
{
	uint32_t sum = 0, place = 1;

	if (f->p == 2)
		return a ^ b;
	for (uint32_t i = 0; i < f->n; i++, place *= f->p) {
		uint32_t x = a % f->p, y = b % f->p;

		sum += (uint32_t)(((uint64_t)x + (minus ? f->p - y : y)) % f->p) * place;
		a /= f->p;
		b /= f->p;
	}
	return sum;
}

uint32_t
galois_add(const galois *f, uint32_t a, uint32_t b)
{
	return combine(f, a, b, false);
}

uint32_t
galois_subtract(const galois *f, uint32_t a, uint32_t b)
{
	return combine(f, a, b, true);
}

/* x times a, where x^n = r: the digits go up by one, and the one that falls out comes back times r. */
static uint32_t
times_x(const galois *f, uint32_t a, uint32_t r)
{
	uint32_t high = f->q / f->p, out = a / high, back = 0, place = 1;

	for (uint32_t i = 0; i < f->n; i++, place *= f->p) {
		back += (uint32_t)((uint64_t)(r % f->p) * out % f->p) * place;
		r /= f->p;
	}
	return galois_add(f, a % high * f->p, back);
}

/* Fill in the powers of x; does it generate all elements but 0? */
static bool
generates(galois *f, uint32_t r)
{
	uint32_t a = 1;

	for (uint32_t i = 0; i < f->q - 1; i++) {
		f->power[i] = f->power[i + f->q - 1] = a;
		a = times_x(f, a, r);
		if (a == 0 || (a == 1 && i + 2 < f->q))
			return false;
	}
	return a == 1;
}

galois *
galois_new(uint32_t q)
{
	galois *f = xcalloc(1, sizeof *f);
	uint32_t r = 1;
	bool good = prime_power(q, &f->p, &f->n);

	assert(good);
	(void)good;
	f->q = q;
	f->power = xalloc(2 * (size_t)(q - 1), sizeof *f->power);
	f->log = xcalloc(q, sizeof *f->log);
	while (!generates(f, r))
		r++;
	for (uint32_t i = 0; i < q - 1; i++)
		f->log[f->power[i]] = i;
	return f;
}

void
galois_free(galois *f)
{
	free_all(f->power, f->log, f);
}
