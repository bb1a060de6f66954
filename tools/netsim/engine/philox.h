/* philox -- random words for the hot paths: addressed by number, no state.
 *
 * The stream's key comes from rng_init (seed, purpose, case, job); the counter
 * names what the words are for. */
#pragma once

#include "lib/rng/rng.h"

/* A key for philox_word and its like, from a named stream. */
static inline void
philox_key(uint32_t key[2], uint64_t seed, const char *purpose, const char *case_, const char *job_)
{
	rng r;

	rng_init(&r, seed, purpose, case_, job_);
	key[0] = rng_u32(&r);
	key[1] = rng_u32(&r);
}

/* New random bits from old ones, for the k-th decision about the same thing. */
static inline uint32_t
philox_word(const uint32_t key[2], uint32_t word, uint32_t k)
{
	uint32_t out[4];

	philox4x32((uint32_t[4]){ word, k, 1, 0 }, key, out);
	return out[0];
}
