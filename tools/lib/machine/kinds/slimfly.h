/* slimfly -- what the routings and policies of this kind may ask of its shape.
 *
 * The graphs of McKay, Miller and Siran (MMS) as Besta and Hoefler build Slim Fly of them (SC
 * 2014), over the field of q elements: q = 4w+1, 4w or 4w-1 a prime power, 3 or more (3, 4, 5,
 * 7, 8, 9, 11, 13, 16 …).  2q² routers in two sides of q columns (the subgroups) of q
 * rows; no two routers are more than two links apart.  Router = (side*q + column)*q + row, so
 * router / q is its subgroup; node = router*p + host.
 *
 * Within column x of a side, row y has a link to row y' when y' - y is in that side's set.
 * Row y of column x of side 0 has one to row c of column m of side 1 when y = m*x + c. With xi
 * the generator of the field (galois.h) the sets of sides 0 and 1 are
 *	q = 4w+1: the even powers of xi; the odd ones
 *	q = 4w:   xi^0, xi^2 … xi^(4w-2); xi^1, xi^3 … xi^(4w-1) = 1
 *	q = 4w-1: xi^0, xi^2 … xi^(2w-2) and xi^(2w-1), xi^(2w+1) … xi^(4w-3);
 *		xi^1, xi^3 … xi^(2w-1) and xi^(2w), xi^(2w+2) … xi^(4w-2) = 1
 *
 * Ports of a router: p nodes, then the local ones, by y' - y ascending (as numbers of
 * galois.h), then q global ones, to the columns of the other side ascending. */
#pragma once

#include "lib/machine/kinds/galois.h"
#include "lib/machine/machine.h"

typedef struct slimfly {
	uint32_t q, p;
	uint32_t local;		/* local ports a router */
	galois *field;
	uint32_t *set[2];	/* [local]: the set of a side, ascending */
	uint32_t *port[2];	/* [q]: the place of a difference in the side's set; NONE when it is not there */
} slimfly;

static inline uint32_t
slimfly_side(const slimfly *s, uint32_t r)
{
	return r >= s->q * s->q;
}

/* Its column, 0 … q-1; the subgroup is r / q. */
static inline uint32_t
slimfly_column(const slimfly *s, uint32_t r)
{
	return r / s->q % s->q;
}

static inline uint32_t
slimfly_row(const slimfly *s, uint32_t r)
{
	return r % s->q;
}

/* The link from router r to row `to` of its subgroup; NONE when there is none. */
static inline uint32_t
slimfly_local(const machine *m, const slimfly *s, uint32_t r, uint32_t to)
{
	uint32_t local = s->port[slimfly_side(s, r)][galois_subtract(s->field, to, slimfly_row(s, r))];

	return local == NONE ? NONE : m->first[r] + s->p + local;
}

/* The link from router r to a column of the other side. */
static inline uint32_t
slimfly_global(const machine *m, const slimfly *s, uint32_t r, uint32_t column)
{
	return m->first[r] + s->p + s->local + column;
}

/* The row that this link leads to. */
static inline uint32_t
slimfly_meets(const slimfly *s, uint32_t r, uint32_t column)
{
	uint32_t product = galois_multiply(s->field, column, slimfly_column(s, r)), own = slimfly_row(s, r);

	return slimfly_side(s, r) ? galois_add(s->field, product, own) : galois_subtract(s->field, own, product);
}

/* The column of the other side where the one router is that two of one side, in different columns, both have a link to. */
static inline uint32_t
slimfly_between(const slimfly *s, uint32_t a, uint32_t b)
{
	uint32_t rows = galois_subtract(s->field, slimfly_row(s, a), slimfly_row(s, b));
	uint32_t columns = slimfly_side(s, a) ?
		galois_subtract(s->field, slimfly_column(s, b), slimfly_column(s, a)) :
		galois_subtract(s->field, slimfly_column(s, a), slimfly_column(s, b));

	return galois_divide(s->field, rows, columns);
}
