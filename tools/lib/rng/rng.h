/* rng -- random numbers that depend on what they are for, never on what was drawn before.
 *
 * Philox4x32-10, a counter-based generator (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011).  A
 * stream is named by (seed, purpose, case, job): a new draw in one place moves nothing elsewhere, and a case gives the same numbers
 * whatever else is in its stream. */
#pragma once

#include <stdint.h>

typedef struct rng {
	uint32_t key[2];	/* from seed and purpose */
	uint32_t counter[4];	/* [0..1] counts blocks; [2..3] from case and job */
	uint32_t block[4];	/* the numbers of the current block */
	int left;		/* how many of them are still unused */
} rng;

/* Start the stream of (seed, purpose, case, job).  case_ and job may be "". */
void rng_init(rng *r, uint64_t seed, const char *purpose, const char *case_, const char *job);

/* The next 32 or 64 random bits. */
uint32_t rng_u32(rng *r);
uint64_t rng_u64(rng *r);

/* Uniform on 0 … n-1, without bias (Lemire 2019); n at least 1. */
uint64_t rng_below(rng *r, uint64_t n);

/* Uniform on [0, 1), 53 bits. */
double rng_unit(rng *r);

/* Put the n items of a[] into random order (Fisher and Yates). */
void rng_shuffle(rng *r, uint32_t *a, uint32_t n);

/* The bare function: ten Philox rounds of `counter` under `key`. */
void philox4x32(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]);
