/* moves -- a placement of a job changed a little: some of its nodes in one domain go, and as many idle ones of another come. */
#pragma once

#include "alloc/occupancy.h"
#include "lib/rng/rng.h"

typedef struct moves {
	uint8_t *chosen;	/* [nodes] */
	uint32_t *idle, idles;	/* the idle nodes, chosen ones among them */
	uint32_t *gone, *come;	/* [nodes] scratch */
} moves;

void moves_init(moves *v, const machine *m);
void moves_free(moves *v);

/* Begin with node[n] on this machine. */
void moves_begin(moves *v, const occupancy *o, const uint32_t *node, uint32_t n);

/* Draw a change of node[n] and write the outcome to to[n], the idle nodes in the places of those that go; false when what was drawn changes
 * nothing. */
bool moves_draw(moves *v, const occupancy *o, rng *r, const uint32_t *node, uint32_t n, uint32_t *to);

/* Nodes `from` became nodes `to`. */
void moves_take(moves *v, const uint32_t *from, const uint32_t *to, uint32_t n);
