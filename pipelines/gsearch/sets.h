/* sets -- sets of nodes of a small lattice, as bits of a word. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "lib/machine/machine.h"
#include "lib/rng/rng.h"

enum { SETS_NODES = 63, SETS_AXES = 4 };

/* The next larger number with as many bits set (Gosper, HAKMEM 175). */
static inline uint64_t
next_set(uint64_t set)
{
	uint64_t lowest = set & -set, ripple = set + lowest;

	return ripple | (set ^ ripple) / lowest >> 2;
}

/* So many of the nodes, all sets equally likely. */
uint64_t random_set(rng *r, uint32_t nodes, uint32_t count);

/* The set with one node exchanged, if there are others. */
uint64_t random_step(rng *r, uint32_t nodes, uint64_t set);

/* The ways to turn and mirror a lattice onto itself. */
typedef struct symmetries {
	uint32_t nodes, count;
	uint8_t (*image)[SETS_NODES];	/* [count][node] */
} symmetries;

symmetries *symmetries_new(const machine *m);
void symmetries_free(symmetries *y);

/* Is no image of the set a smaller number?  So of one in each class. */
bool symmetries_least(const symmetries *y, uint64_t set);
