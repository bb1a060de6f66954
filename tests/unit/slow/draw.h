/* draw -- what random cases are drawn with. */
#pragma once

#include "unit/slow/slow.h"

static uint32_t
below(rng *r, uint32_t n)
{
	return (uint32_t)rng_below(r, n);
}

#define ONE_OF(r, array) ((array)[below(r, (uint32_t)(sizeof(array) / sizeof *(array)))])

/* A size of up to `most` packets, often in whole packets. */
static int64_t
any_bytes(rng *r, uint32_t piece, uint32_t most)
{
	return below(r, 2) ? (int64_t)piece * (1 + below(r, most)) : 1 + below(r, piece * most);
}
