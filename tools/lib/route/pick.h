/* pick -- one of several ways: always the same for a pair of nodes, or at random. */
#pragma once

#include "lib/route/route.h"

/* One of `count` equal ways, 0 … count-1, for the packets from t's source to its destination: a hash of these two nodes. */
static inline uint32_t
pick_of_pair(const trip *t, uint32_t count)
{
	uint32_t hash = (t->from * 2654435761u) ^ (t->to * 2246822519u);

	hash = (hash ^ hash >> 15) * 2654435761u;
	return (uint32_t)((uint64_t)hash * count >> 32);
}

/* 32 bits that hang on t's source and destination and on a number. */
static inline uint32_t
pick_hash(const trip *t, uint32_t number)
{
	uint32_t hash = (t->from * 2654435761u) ^ (t->to * 2246822519u) ^ (number * 3266489917u);

	hash = (hash ^ hash >> 15) * 2246822519u;
	hash = (hash ^ hash >> 13) * 2654435761u;
	return hash ^ hash >> 16;
}

/* One of `count`, 0 … count-1, by t's random bits. */
static inline uint32_t
pick_at_random(const trip *t, uint32_t count)
{
	return (uint32_t)((uint64_t)t->word * count >> 32);
}

/* One of `count`, 0 … count-1, by t's random bits and a number, as of the router that asks: other numbers draw another (mixed as
 * MurmurHash3 ends). */
static inline uint32_t
pick_at(const trip *t, uint32_t number, uint32_t count)
{
	uint32_t mix = t->word ^ number * 2654435761u;

	mix = (mix ^ mix >> 16) * 2246822507u;
	mix = (mix ^ mix >> 13) * 3266489909u;
	return (uint32_t)((uint64_t)(mix ^ mix >> 16) * count >> 32);
}

/* The k-th number of 0, 1, … that is neither x nor y. */
static inline uint32_t
pick_but_two(uint32_t k, uint32_t x, uint32_t y)
{
	uint32_t low = x < y ? x : y, high = x < y ? y : x;

	k += k >= low;
	return k + (k >= high && high != low);
}
