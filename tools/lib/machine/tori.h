/* tori -- the rings and 3-D tori of a topology.yaml of Slurm: a node at each place, and the boxes of places that jobs get in a torus. */
#pragma once

#include <stdint.h>

#include "lib/machine/machine.h"

enum { TORUS_DIMS = 3, RING_MOST = 16 };	/* nodes of a ring, at most, in Slurm */

/* A box, and where it may stand: at its anchors, seed + i * step in each dimension, around the torus, i = 0, 1, … until they repeat. */
typedef struct torus_box {
	uint32_t size[TORUS_DIMS];	/* x, y, z */
	uint32_t seed[TORUS_DIMS], step[TORUS_DIMS];
} torus_box;

typedef struct torus {
	char *name;
	long line;		/* of the file */
	uint32_t size[TORUS_DIMS];	/* of a ring y and z are 1 */
	uint32_t first;		/* the node at its first place; the others follow, x fastest */
	torus_box *box;		/* by places, ascending, at a tie as in the file */
	uint32_t boxes;
} torus;

static inline uint32_t
places_in(const uint32_t *size)
{
	return size[0] * size[1] * size[2];
}

/* Anchors of a box along dimension d. */
uint32_t torus_anchors(const torus *t, const torus_box *b, int d);

void tori_free(machine *m);
