/* rng -- streams of random numbers named by what they are for.
 *
 * Seed and purpose make the key, case and job the upper half of the counter, so two streams meet only where 64 bits of a hash do. */
#include "lib/rng/rng.h"

#include "lib/cli/wide.h"
#include "lib/rng/hash.h"

void
rng_init(rng *r, uint64_t seed, const char *purpose, const char *case_, const char *job)
{
	uint64_t key = hash_text(seed, purpose);
	uint64_t place = hash_text(hash_text(0, case_), job);

	*r = (rng){
		.key = { (uint32_t)key, (uint32_t)(key >> 32) },
		.counter = { 0, 0, (uint32_t)place, (uint32_t)(place >> 32) },
	};
}

uint32_t
rng_u32(rng *r)
{
	if (!r->left) {
		philox4x32(r->counter, r->key, r->block);
		r->left = 4;
		if (!++r->counter[0])
			r->counter[1]++;
	}
	return r->block[4 - r->left--];
}

uint64_t
rng_u64(rng *r)
{
	uint64_t low = rng_u32(r);

	return low | (uint64_t)rng_u32(r) << 32;
}

static uint32_t
below_32(rng *r, uint32_t n)
{
	uint64_t product = (uint64_t)rng_u32(r) * n;

	if ((uint32_t)product < n) {
		uint32_t least = -n % n;	/* 2^32 mod n */

		while ((uint32_t)product < least)
			product = (uint64_t)rng_u32(r) * n;
	}
	return (uint32_t)(product >> 32);
}

/* The upper half of random word times n, drawn again where the lower half shows that some results would come once too often (Lemire, "Fast
 * random integer generation in an interval", ACM TOMACS 29, 2019). */
uint64_t
rng_below(rng *r, uint64_t n)
{
	wide product;

	if (n <= UINT32_MAX)
		return below_32(r, (uint32_t)n);
	product = (wide)rng_u64(r) * n;
	if ((uint64_t)product < n) {
		uint64_t least = -n % n;

		while ((uint64_t)product < least)
			product = (wide)rng_u64(r) * n;
	}
	return (uint64_t)(product >> 64);
}

double
rng_unit(rng *r)
{
	return (double)(rng_u64(r) >> 11) * 0x1p-53;
}

void
rng_shuffle(rng *r, uint32_t *a, uint32_t n)
{
	for (uint32_t i = n; i > 1; i--) {
		uint32_t j = below_32(r, i), swap = a[i - 1];

		a[i - 1] = a[j];
		a[j] = swap;
	}
}
