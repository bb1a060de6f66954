/* hash -- 64 well-mixed bits from names and numbers; the same on every machine. */
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
uint64_t hash_text(uint64_t start, const char *s);
