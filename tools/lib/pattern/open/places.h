/* places -- the nodes of an open-loop job by where they are: in groups of the machine, or at coordinates. */
#pragma once

#include "lib/pattern/pattern.h"

typedef struct places {
	uint32_t count;
	int dims;		/* of a grid of places i_0 + extent_0 (i_1 + extent_1 (i_2 + …)), the empty ones too; 0: groups */
	uint32_t extent[MACHINE_DIMS];
	uint32_t *of;		/* [nodes], the place of a node */
	uint32_t *rank;		/* [nodes], which of its place's nodes it is */
	uint32_t *first;	/* [count+1] */
	uint32_t *member;	/* [nodes], indices of nodes, a place after the other */
} places;

/* The groups that have nodes of the job, ascending; NULL when the machine has no level "group". */
places *groups_of(const endpoints *e);

/* The grid of those coordinates of routers, in each dimension, that have nodes of the job, ascending; NULL when they have none. */
places *grid_of(const endpoints *e);

void places_free(void *p);
