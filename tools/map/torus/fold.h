/* fold -- a sheet of N1 x N2 super-tiles folded like paper, accordion-wise, until it is a stack of single tiles (Fiedler and Whalen,
 * "Improving task placement …", II-D and Fig. 3): first across the dimension with fewer super-tiles (at a tie the lower), then across
 * the other.  What lay beside each other lies above each other after a fold, so tiles are mirrored at every other one. */
#pragma once

#include <stdint.h>

typedef struct sheet {
	uint32_t tiles[2];	/* super-tiles along each dimension */
	uint32_t tile[2];	/* what one has along each */
} sheet;

typedef struct folded {
	uint32_t layer;		/* of the stack, 0 … tiles[0] tiles[1] - 1 */
	uint32_t at[2];		/* in it */
} folded;

/* The dimension that is folded first: 0 or 1. */
int sheet_first(const sheet *s);

/* Where the place at[] of the sheet comes to lie. */
folded sheet_fold(const sheet *s, const uint32_t *at);
