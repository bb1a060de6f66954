/* lattice -- every site of a lattice exchanges with its neighbours along each dimension, and
 * tasks send what crosses the boundaries of the blocks that they hold (site-cut.h).
 *
 * What a task sends to another over all their common faces in one direction of one dimension is a message.  They are
 * posted in the order -x +x -y +y …, those of one direction to ascending tasks. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/pattern/sites/faces.h"

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

/* What a site sends: no message is larger than that of all sites. */
static int64_t
read_site_bytes(const site_cut *cut, const own_cells *c)
{
	int64_t bytes = own_bytes(c, SITE_BYTES);
	uint64_t sites = 1;

	for (int d = 0; d < cut->dims; d++)
		sites *= cut->sites[d];
	if ((uint64_t)bytes > (uint64_t)MOST_BYTES / sites)
		table_bad(c->from, c->row, c->own[SITE_BYTES], "must be at most %" PRId64 " for a lattice of %" PRIu64 " sites",
			MOST_BYTES / (int64_t)sites, sites);
	return bytes;
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

static void
list_peers(traffic *t, const site_cut *cut, int64_t site_bytes)
{
	uint32_t dims = (uint32_t)cut->dims;
	crossings c = faces_find(cut, t->periodic);

	for (size_t i = 0; i < c.count; i++)
		c.item[i].bytes *= site_bytes;
	peers_post(t, t->rounds ? dims : 1, 2 * dims, c.item, c.count);
	free(c.item);
}

static void
read(traffic *t, const own_cells *c)
{
	const char *text = cell_text(c->row, c->own[VOLUMES]), *why;
	site_cut cut = { 0 };
	int64_t site_bytes;

	t->allreduce_bytes = own_bytes(c, ALLREDUCE);
	lattice_sites(&cut, c);
	t->axes = cut.dims;
	site_bytes = read_site_bytes(&cut, c);
	if (!*text)
		cut_by_dims(t, &cut, c);
	else if (!cut_read(&cut, text, t->tasks, &why))
		table_bad(c->from, c->row, c->own[VOLUMES], "%s", why);
	list_peers(t, &cut, site_bytes);
	cut_free(&cut);
}

const pattern pattern_lattice = {
	.name = "lattice",
	.about = "each task sends what crosses the boundaries of its blocks of a lattice of sites",
	.bytes = BYTES_UNUSED,
	.columns = columns,
	.shape = shape,
	.read = read,
	PEERS,
};
