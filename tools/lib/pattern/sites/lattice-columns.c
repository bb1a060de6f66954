/* lattice-columns -- from the columns of a row to a lattice that is cut among tasks. */
#include <inttypes.h>

#include "lib/cli/cli.h"
#include "lib/pattern/sites/lattice-cut.h"
#include "lib/pattern/sites/lattice-columns.h"

void
lattice_sites(lattice_cut *c, const table *from, const row *r, const traffic_columns *at)
{
	uint64_t sites = 1;

	if (at->lattice < 0)
		table_bad(from, r, at->pattern, "a column 'lattice' is needed");
	if (!read_dims(cell_text(r, at->lattice), &c->dims, c->sites))
		table_bad(from, r, at->lattice, "must be 1 to %d extents, as 84x84x84x144", PATTERN_DIMS);
	for (int d = 0; d < c->dims; d++) {
		if (sites > (uint64_t)MOST_BYTES / c->sites[d])
			table_bad(from, r, at->lattice, "has more than %" PRId64 " sites", MOST_BYTES);
		sites *= c->sites[d];
	}
}

/* What a site sends: no message is larger than that of all sites. */
static void
read_site_bytes(traffic *t, const table *from, const row *r, const traffic_columns *at)
{
	uint64_t sites = 1;

	if (at->site_bytes < 0)
		table_bad(from, r, at->pattern, "a column 'site_bytes' is needed");
	for (int d = 0; d < t->cut->dims; d++)
		sites *= t->cut->sites[d];
	t->site_bytes = cell_int(from, r, at->site_bytes, 1, MOST_BYTES, 0);
	if (t->site_bytes == 0)
		table_bad(from, r, at->site_bytes, "must be given");
	if ((uint64_t)t->site_bytes > (uint64_t)MOST_BYTES / sites)
		table_bad(from, r, at->site_bytes, "must be at most %" PRId64 " for a lattice of %" PRIu64 " sites",
			MOST_BYTES / (int64_t)sites, sites);
}

/* A block a task, in the process grid. */
static void
cut_by_dims(traffic *t, const table *from, const row *r, const traffic_columns *at)
{
	bool given = *cell_text(r, at->dims);
	int column = given ? at->dims : at->pattern;

	if (!given)
		cubic_dims(t->tasks, t->dims = t->cut->dims, t->dim);
	if (t->dims != t->cut->dims)
		table_bad(from, r, column, "must have %d dimensions, as the lattice", t->cut->dims);
	for (int d = 0; d < t->dims; d++)
		if (t->dim[d] > t->cut->sites[d])
			table_bad(from, r, column, "has %" PRIu32 " tasks along dimension %d of the process grid, and %" PRIu32 " sites",
				t->dim[d], d + 1, t->cut->sites[d]);
	cut_even(t->cut, t->dim);
}

void
lattice_of(traffic *t, const table *from, const row *r, const traffic_columns *at)
{
	const char *text = cell_text(r, at->volumes), *why;

	t->cut = xcalloc(1, sizeof *t->cut);
	lattice_sites(t->cut, from, r, at);
	read_site_bytes(t, from, r, at);
	if (!*text)
		cut_by_dims(t, from, r, at);
	else if (!cut_read(t->cut, text, t->tasks, &why))
		table_bad(from, r, at->volumes, "%s", why);
}
