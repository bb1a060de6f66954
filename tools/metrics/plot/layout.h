/* layout -- the nodes of a machine as cells of a page.
 *
 * A page has blocks in rows, each with a line for its name above.  A block is a plane of a mesh, torus, hypercube or express mesh
 * of two dimensions or more: x across, y down, the nodes of a router side by side; where planes are more than the routers of each,
 * more dimensions go across and down.  Of other machines it is a domain of the level above the routers (a group, a pod), a column each
 * router with its nodes; one with many routers makes several blocks. */
#pragma once

#include <stdint.h>

#include "lib/machine/machine.h"

typedef struct plot_layout {
	uint32_t width, height;	/* in cells, gaps and names included */
	uint32_t *x, *y;	/* [nodes] */
	uint32_t blocks;
	struct layout_block {
		uint32_t x, y;	/* of its first cell; the name is above */
		uint32_t width, height;
		char *name;
	} *block;
} plot_layout;

/* For a page that is `aspect` times as wide as high, with rows and blocks at most `widest` cells wide. */
plot_layout layout_of(const machine *m, double aspect, uint32_t widest);

/* The name of a block as it is written above all of them when a name has room for that many letters: where the longest has not,
 * without its first word, or nothing where it has one only. */
const char *layout_name(const plot_layout *l, uint32_t block, size_t letters);

void layout_free(plot_layout *l);
