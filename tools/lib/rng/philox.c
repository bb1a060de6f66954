/* philox -- Philox4x32-10 (Salmon, Moraes, Dror and Shaw, SC 2011, section 4.3).
 *
 * Written from the paper's description; the constants are the paper's.  The known answers of the authors' Random123 are in the tests. */
#include "lib/rng/rng.h"

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
