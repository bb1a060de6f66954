/* hash -- 64 well-mixed bits from names and numbers; the same on every machine: FNV-1a over the bytes (Fowler, Noll and Vo), splitmix64
 * over the rest. */
#pragma once

#include <stdint.h>

/* The finalizer of splitmix64 (Steele, Lea and Flood, OOPSLA 2014): a bijection in which every bit of x moves every bit of the result. */
static inline uint64_t
hash_mix(uint64_t x)
{
	x += 0x9e3779b97f4a7c15;
	x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
	x = (x ^ x >> 27) * 0x94d049bb133111eb;
	return x ^ x >> 31;
}

/* The hash of a string, begun with `start`: chain calls for several strings.  The length counts, so ("ab", "c") and ("a", "bc") differ. */
static inline uint64_t
hash_text(uint64_t start, const char *s)
{
	uint64_t h = 0xcbf29ce484222325 ^ hash_mix(start), length = 0;

	for (; s[length]; length++)
		h = (h ^ (unsigned char)s[length]) * 0x100000001b3;
	return hash_mix(h ^ hash_mix(length));
}
