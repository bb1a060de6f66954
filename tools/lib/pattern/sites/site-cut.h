/* site-cut -- a lattice of sites cut into blocks, and which task holds which.
 *
 * The blocks are those of one grid: along a dimension of L sites that is cut in S, block i has the sites floor(i L / S) … floor((i + 1) L /
 * S) - 1, so that two blocks differ by a site at most.  A block belongs to one task, or it is split in four parts along y, the second
 * dimension, by the same rule, and each part belongs to a task: so Adaptive Layout deals the blocks that no task claims (Fiedler and
 * Whalen, "Improving Task Placement for Applications with 2D, 3D, and 4D Virtual Cartesian Topologies on 3D Torus Networks with Service
 * Nodes", II-C). Of a block with fewer than four sites along y some parts have none. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "lib/pattern/pattern.h"

enum {
	CUT_PARTS = 4,		/* of a block that is split */
	CUT_SPLIT = 1		/* along this dimension */
};

typedef struct site_cut {
	int dims;
	uint32_t sites[PATTERN_DIMS];	/* of the lattice, a dimension */
	uint32_t blocks[PATTERN_DIMS];	/* that it is cut into, a dimension */
	uint32_t (*owner)[CUT_PARTS];	/* of each block, x fastest: the tasks of its parts, all the same where it is whole; NULL: not cut yet */
} site_cut;

/* The first site of part i when a row of sites is cut in `parts`. */
static inline uint64_t
cut_first(uint32_t i, uint32_t sites, uint32_t parts)
{
	return (uint64_t)i * sites / parts;
}

/* How many sites part i has. */
static inline uint32_t
cut_share(uint32_t i, uint32_t sites, uint32_t parts)
{
	return (uint32_t)(cut_first(i + 1, sites, parts) - cut_first(i, sites, parts));
}

/* Does one task hold all of a block? */
static inline bool
cut_whole(const uint32_t *owner)
{
	return owner[0] == owner[1] && owner[0] == owner[2] && owner[0] == owner[3];
}

/* The number of blocks in a grid of such extents; 0 when they are 2^32 or more. */
static inline uint32_t
cut_blocks(int dims, const uint32_t *blocks)
{
	uint64_t n = dims_product(dims, blocks);

	return n > UINT32_MAX ? 0 : (uint32_t)n;
}

/* The lattice that the columns of a row of the pattern `lattice` describe: dims and sites (sites/lattice.c).  Dies through table_bad. */
void lattice_sites(site_cut *cut, const own_cells *c);

/* Cut a lattice whose dims and sites are set into a grid of blocks, block i task i's.  Every block must have sites. */
void cut_even(site_cut *c, const uint32_t *blocks);

/* Cut it as the text of a column `volumes` says (hopline-stream(5)), among that many tasks.  On failure false, and *why
 * says what is wanted. */
bool cut_read(site_cut *c, const char *text, uint32_t tasks, const char **why);

/* That text, of a lattice that is cut; to be freed. */
char *cut_write(const site_cut *c);

/* Free what a cut holds, not the struct. */
void cut_free(site_cut *c);
