/* rng -- streams of random numbers named by what they are for.
 *
 * Seed and purpose make the key, case and job the upper half of the counter, so two streams meet only where 64 bits of a hash do.
 *
 * Philox4x32-10 is written from the paper's description (Salmon, Moraes, Dror and Shaw, SC 2011, section 4.3); the constants are the
 * paper's.  The known answers of the authors' Random123 are in the tests. */
#include "lib/rng/rng.h"

#include "lib/cli/wide.h"
#include "lib/rng/hash.h"

enum { ROUNDS = 10 };

void
philox4x32(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4])
{
	uint32_t c0 = counter[0], c1 = counter[1], c2 = counter[2], c3 = counter[3];
	uint32_t k0 = key[0], k1 = key[1];

	for (int i = 0; i < ROUNDS; i++) {
		uint64_t even = (uint64_t)c0 * 0xd2511f53;
		uint64_t odd = (uint64_t)c2 * 0xcd9e8d57;

		c0 = (uint32_t)(odd >> 32) ^ c1 ^ k0;
		c1 = (uint32_t)odd;
		c2 = (uint32_t)(even >> 32) ^ c3 ^ k1;
		c3 = (uint32_t)even;
		k0 += 0x9e3779b9;	/* the golden ratio */
		k1 += 0xbb67ae85;	/* sqrt(3) - 1 */
	}
	out[0] = c0;
	out[1] = c1;
	out[2] = c2;
	out[3] = c3;
}

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
