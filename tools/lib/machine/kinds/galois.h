/* galois -- arithmetic in a finite field of q elements, q a power of a prime.
 *
 * An element is a number 0 … q-1: written in base p, its digits are the coefficients of a polynomial over the integers modulo p, the
 * constant term last.  0 and 1 are themselves, and where q is a prime all is plain arithmetic modulo q.  The polynomial that products are
 * reduced by is x^n - r with the first r (as such a number) for which x generates all elements but 0; so the generator xi is p, and the
 * least primitive root where q is a prime. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct galois {
	uint32_t q, p, n;	/* q = p^n */
	uint32_t *power;	/* [2(q-1)]: power[i] is xi^i */
	uint32_t *log;		/* [q]: xi^log[a] = a, below q-1; log[0] is not defined */
} galois;

/* Is q = p^n for a prime p and n >= 1?  If so, which. */
bool prime_power(uint32_t q, uint32_t *p, uint32_t *n);

/* The field of q elements; q must be a prime power (assert). In time about linear in q. */
galois *galois_new(uint32_t q);
void galois_free(galois *f);

/* a + b and a - b, digit by digit. */
uint32_t galois_add(const galois *f, uint32_t a, uint32_t b);
uint32_t galois_subtract(const galois *f, uint32_t a, uint32_t b);

static inline uint32_t
galois_multiply(const galois *f, uint32_t a, uint32_t b)
{
	return a && b ? f->power[f->log[a] + f->log[b]] : 0;
}

/* a / b; b is not 0. */
static inline uint32_t
galois_divide(const galois *f, uint32_t a, uint32_t b)
{
	return a ? f->power[f->log[a] + (f->q - 1 - f->log[b])] : 0;
}
