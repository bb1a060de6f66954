/* lattice -- every site of a lattice exchanges with its neighbours along each dimension, and
 * tasks send what crosses the boundaries of the blocks that they hold (site-cut.h).
 *
 * What a task sends to another over all their common faces in one direction of one dimension is a message.  They are
 * posted in the order -x +x -y +y …, those of one direction to ascending tasks. */
#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/pattern/peers.h"
#include "lib/pattern/sites/site-cut.h"

enum { LATTICE, SITE_BYTES, VOLUMES, ALLREDUCE };

static const pattern_column columns[] = {
	[LATTICE] = { "lattice", "XxYxZxT", "pattern lattice: sites in 1 to 4 dimensions, which the tasks divide", .needed = true },
	[SITE_BYTES] = { "site_bytes", "SIZE", "pattern lattice: what a site sends over a boundary in an iteration", .needed = true,
		.size = true, .least = 1 },
	[VOLUMES] = { .name = "volumes" },	/* who holds what; where it says nothing a block a task */
	[ALLREDUCE] = ALLREDUCE_COLUMN,
	{ 0 }
};

void
lattice_sites(site_cut *cut, const own_cells *c)
{
	uint64_t sites = 1;
	int column = c->own[LATTICE];

	if (!read_dims(cell_text(c->row, column), &cut->dims, cut->sites))
		table_bad(c->from, c->row, column, "must be 1 to %d extents, as 84x84x84x144", PATTERN_DIMS);
	for (int d = 0; d < cut->dims; d++) {
		if (sites > (uint64_t)MOST_BYTES / cut->sites[d])
			table_bad(c->from, c->row, column, "has more than %" PRId64 " sites", MOST_BYTES);
		sites *= cut->sites[d];
	}
}

static void
shape(const own_cells *c, job_shape *s)
{
	site_cut cut;

	lattice_sites(&cut, c);
	s->dims = cut.dims;
	memcpy(s->most, cut.sites, sizeof s->most);
}

/* A block a task, in the process grid. */
static void
cut_by_dims(traffic *t, site_cut *cut, const own_cells *c)
{
	bool given = *cell_text(c->row, c->at->dims);
	int column = given ? c->at->dims : c->at->pattern;

	if (!given)
		cubic_dims(t->tasks, t->dims = cut->dims, t->dim);
	if (t->dims != cut->dims)
		table_bad(c->from, c->row, column, "must have %d dimensions, as the lattice", cut->dims);
	for (int d = 0; d < t->dims; d++)
		if (t->dim[d] > cut->sites[d])
			table_bad(c->from, c->row, column, "has %" PRIu32 " tasks along dimension %d of the process grid, and %" PRIu32 " sites",
				t->dim[d], d + 1, cut->sites[d]);
	cut_even(cut, t->dim);
}

/* --- where blocks touch, and which tasks are on either side */

typedef struct crossings {
	posting *item;		/* way 2 d: down dimension d; 2 d + 1: up; a byte a site */
	size_t count, room;
} crossings;

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

/* --- the pattern */

/* What crosses all faces between different tasks, both ways. */
static void
list_peers(traffic *t, const site_cut *cut, int64_t site_bytes)
{
	uint32_t dims = (uint32_t)cut->dims, blocks = cut_blocks(cut->dims, cut->blocks), at[PATTERN_DIMS] = { 0 };
	crossings c = { 0 };

	for (uint32_t i = 0; i < blocks; i++) {
		faces_of(&c, cut, t->periodic, i, at);
		for (int d = 0; d < cut->dims && ++at[d] == cut->blocks[d]; d++)
			at[d] = 0;
	}
	for (size_t i = 0; i < c.count; i++)
		c.item[i].bytes *= site_bytes;
	peers_post(t, t->rounds ? dims : 1, 2 * dims, c.item, c.count);
}

static void
read(traffic *t, const own_cells *c)
{
	const char *text = cell_text(c->row, c->own[VOLUMES]), *why;
	site_cut cut = { 0 };
	int64_t site_bytes;
	uint64_t sites = 1;

	t->allreduce_bytes = own_bytes(c, ALLREDUCE);
	lattice_sites(&cut, c);
	t->axes = cut.dims;
	/* What a site sends: no message is larger than that of all sites. */
	site_bytes = own_bytes(c, SITE_BYTES);
	for (int d = 0; d < cut.dims; d++)
		sites *= cut.sites[d];
	if ((uint64_t)site_bytes > (uint64_t)MOST_BYTES / sites)
		table_bad(c->from, c->row, c->own[SITE_BYTES], "must be at most %" PRId64 " for a lattice of %" PRIu64 " sites",
			MOST_BYTES / (int64_t)sites, sites);
	if (!*text)
		cut_by_dims(t, &cut, c);
	else if (!cut_read(&cut, text, t->tasks, &why))
		table_bad(c->from, c->row, c->own[VOLUMES], "%s", why);
	list_peers(t, &cut, site_bytes);
	cut_free(&cut);
}

const pattern pattern_lattice = {
	.name = "lattice", .about = "each task sends what crosses the boundaries of its blocks of a lattice of sites",
	.bytes = BYTES_UNUSED, .columns = columns, .shape = shape, .read = read,
};
