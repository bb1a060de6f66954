#include "lib/pattern/sites/faces.h"

#include <assert.h>

#include "lib/cli/cli.h"

static void
add(crossings *c, uint32_t from, uint32_t to, uint32_t way, uint64_t sites)
{
	c->item = xgrow(c->item, &c->room, c->count + 1, sizeof *c->item);
	c->item[c->count++] = (posting){ from, to, way, (int64_t)sites };
}

/* A face of that many sites between a and, above it along d, b. */
static void
face(crossings *c, uint32_t a, uint32_t b, int d, uint64_t sites)
{
	if (a == b || sites == 0)
		return;
	add(c, a, b, 2 * (uint32_t)d + 1, sites);
	add(c, b, a, 2 * (uint32_t)d, sites);
}

/* Two blocks side by side along a dimension that is not split: part touches part. */
static void
side_by_side(crossings *c, const uint32_t *a, const uint32_t *b, int d, uint64_t area, uint32_t deep)
{
	if (cut_whole(a) && cut_whole(b)) {
		face(c, a[0], b[0], d, area * deep);
		return;
	}
	for (uint32_t k = 0; k < CUT_PARTS; k++)
		face(c, a[k], b[k], d, area * cut_share(k, deep, CUT_PARTS));
}

/* The first and the last part of a block that has sites. */
static uint32_t
first_part(uint32_t deep)
{
	uint32_t k = 0;

	while (cut_share(k, deep, CUT_PARTS) == 0)
		k++;
	return k;
}

/* The parts of a block on top of each other. */
static void
within(crossings *c, const uint32_t *a, uint64_t area, uint32_t deep)
{
	uint32_t below = first_part(deep);

	for (uint32_t k = below + 1; k < CUT_PARTS; k++)
		if (cut_share(k, deep, CUT_PARTS) > 0) {
			face(c, a[below], a[k], CUT_SPLIT, area);
			below = k;
		}
}

/* Sites of block at[] along d; 1 where the lattice has no such dimension. */
static uint32_t
extent(const site_cut *c, const uint32_t *at, int d)
{
	uint32_t sites = d < c->dims ? cut_share(at[d], c->sites[d], c->blocks[d]) : 1;

	assert(sites > 0);	/* every block has some: site-cut.h */
	return sites;
}

/* All faces of block i, at[], within it and up each dimension; a row of one block is its own neighbour. */
static void
faces_of(crossings *c, const site_cut *l, unsigned periodic, uint32_t i, const uint32_t *at)
{
	uint32_t deep = extent(l, at, CUT_SPLIT), stride = 1;
	uint64_t flat = 1;	/* sites, but for y */

	for (int d = 0; d < l->dims; d++)
		flat *= d == CUT_SPLIT ? 1 : extent(l, at, d);
	within(c, l->owner[i], flat, deep);
	for (int d = 0; d < l->dims; stride *= l->blocks[d++]) {
		bool last = at[d] + 1 == l->blocks[d];
		uint32_t up = last ? i - at[d] * stride : i + stride;

		if (last && !(periodic & 1U << d))
			continue;
		if (d == CUT_SPLIT)	/* the last part always has sites; the first that has any touches it */
			face(c, l->owner[i][CUT_PARTS - 1], l->owner[up][first_part(cut_share(last ? 0 : at[d] + 1, l->sites[d], l->blocks[d]))], d, flat);
		else
			side_by_side(c, l->owner[i], l->owner[up], d, flat / extent(l, at, d), deep);
	}
}

crossings
faces_find(const site_cut *l, unsigned periodic)
{
	uint32_t n = cut_blocks(l->dims, l->blocks), at[PATTERN_DIMS] = { 0 };
	crossings c = { 0 };

	for (uint32_t i = 0; i < n; i++) {
		faces_of(&c, l, periodic, i, at);
		for (int d = 0; d < l->dims && ++at[d] == l->blocks[d]; d++)
			at[d] = 0;
	}
	return c;
}
