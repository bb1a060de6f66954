/* hash -- FNV-1a over the bytes (Fowler, Noll and Vo), splitmix64 over the rest. */
#include "lib/rng/hash.h"

uint64_t
hash_text(uint64_t start, const char *s)
{
	uint64_t h = 0xcbf29ce484222325 ^ hash_mix(start), length = 0;

	for (; s[length]; length++)
		h = (h ^ (unsigned char)s[length]) * 0x100000001b3;
	return hash_mix(h ^ hash_mix(length));
}
