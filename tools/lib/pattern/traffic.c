/* traffic -- from the columns of a row to what the job sends. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/pattern/sites/lattice-columns.h"
#include "lib/pattern/matrix/matrix.h"
#include "lib/pattern/pattern.h"
#include "lib/stream/bounds.h"

enum { DEFAULT_BYTES = 1000 };

static const char axes[] = "xyzw";

void
traffic_find(traffic_columns *c, const table *t)
{
	c->pattern = table_column(t, "pattern");
	c->dims = table_column(t, "dims");
	c->periodic = table_column(t, "periodic");
	c->bytes = table_column(t, "bytes");
	c->edge_bytes = table_column(t, "edge_bytes");
	c->corner_bytes = table_column(t, "corner_bytes");
	c->allreduce_bytes = table_column(t, "allreduce_bytes");
	c->random_stream = table_column(t, "random_stream");
	c->matrix = table_column(t, "matrix");
	c->min_bytes = table_column(t, "min_bytes");
	c->lattice = table_column(t, "lattice");
	c->site_bytes = table_column(t, "site_bytes");
	c->volumes = table_column(t, "volumes");
	c->rounds = table_column(t, "rounds");
}

const char *
traffic_case(const row *r, const traffic_columns *c, const char *case_)
{
	const char *own = cell_text(r, c->random_stream);

	return *own ? own : case_;
}

static const pattern *
read_pattern(const table *from, const row *r, const traffic_columns *c)
{
	const char *name = cell_text(r, c->pattern);
	const pattern *p = pattern_find(name);
	choice_list all = choices_begin(name, ", ");

	if (c->pattern < 0)
		table_bad(from, r, -1, "a column 'pattern' is needed");
	if (!*name)
		table_bad(from, r, c->pattern, "must be given");
	if (p && pattern_open(p))
		table_bad(from, r, c->pattern, "is an open-loop pattern: the row must have a load");
	for (int i = 0; !p && patterns[i]; i++)
		choices_add(&all, patterns[i]->name);
	if (!p)
		table_bad(from, r, c->pattern, "unknown pattern; %sknown: %s", choices_hint(&all), all.names);
	free(all.names);
	return p;
}

/* The process grid: given, or the most cubic one if the pattern has one. */
static void
read_grid(traffic *t, const table *from, const row *r, int column)
{
	const char *text = cell_text(r, column);
	int grid = t->pattern->grid, usual = grid < 0 ? 3 : grid;
	uint64_t product = 1;

	t->dims = 0;
	if (!*text) {
		if (usual)
			cubic_dims(t->tasks, t->dims = usual, t->dim);
		return;
	}
	if (!read_dims(text, &t->dims, t->dim))
		table_bad(from, r, column, "must be 1 to %d extents, as 4x4x2", PATTERN_DIMS);
	for (int d = 0; d < t->dims; d++)
		product = product > UINT32_MAX ? product : product * t->dim[d];
	if (product != t->tasks)
		table_bad(from, r, column, "must multiply to %" PRIu32 ", the number of tasks", t->tasks);
	if (grid > 0 && t->dims != grid)
		table_bad(from, r, column, "must have %d dimensions for '%s'", grid, t->pattern->name);
}

/* The file of patterns that have one. */
static void
read_matrix(traffic *t, const table *from, const row *r, const traffic_columns *c)
{
	const char *path = cell_text(r, c->matrix);

	if (c->matrix < 0)
		table_bad(from, r, c->pattern, "a column 'matrix' is needed");
	if (!*path)
		table_bad(from, r, c->matrix, "must name a file");
	if (from->file && !file_for_streams(path))
		table_bad(from, r, c->matrix, "must name a regular file");
	t->matrix = matrix_of(path);
	t->min_bytes = cell_int(from, r, c->min_bytes, 0, MOST_BYTES, 0);
}

/* How many of its rounds a pattern of rounds plays. */
static void
read_rounds(traffic *t, const table *from, const row *r, int column)
{
	if (!t->pattern->samples && *cell_text(r, column))
		table_bad(from, r, column, "is for the pattern 'alltoall'");
	t->sampled = (uint32_t)cell_int(from, r, column, 1, (int64_t)t->tasks - 1, 0);
}

/* The dimensions that wrap around, as far as `text` names any. */
static void
read_periodic(traffic *t, const char *text)
{
	t->periodic = t->pattern->wraps && !*text ? (1U << t->dims) - 1 : 0;
	for (; *text; text++)
		if (strchr(axes, *text))
			t->periodic |= 1U << (strchr(axes, *text) - axes);
}

/* Once the pattern has its grid: are they some of its dimensions? */
static void
check_periodic(const traffic *t, const table *from, const row *r, int column)
{
	const char *text = cell_text(r, column);
	int dims = t->cut ? t->cut->dims : t->dims;

	for (const char *s = text; *s; s++) {
		const char *axis = strchr(axes, *s);

		if (!axis || axis - axes >= dims)
			table_bad(from, r, column, "must name dimensions of the %s, which has %.*s",
				t->cut ? "lattice" : "process grid", dims ? dims : 4, dims ? axes : "none");
		if (strchr(s + 1, *s))
			table_bad(from, r, column, "names %c twice", *s);
	}
}

void
traffic_read(traffic *t, const table *from, const row *r, const traffic_columns *c,
	uint32_t tasks, bool rounds, uint64_t seed, const char *case_, const char *job)
{
	const char *why = NULL;

	*t = (traffic){ .pattern = read_pattern(from, r, c), .tasks = tasks, .rounds = rounds };
	rng_init(&t->random, seed, "pattern", traffic_case(r, c, case_), job);
	read_grid(t, from, r, c->dims);
	t->bytes = cell_int(from, r, c->bytes, 1, MOST_BYTES, DEFAULT_BYTES);
	t->edge_bytes = cell_int(from, r, c->edge_bytes, 1, MOST_BYTES, t->bytes);
	t->corner_bytes = cell_int(from, r, c->corner_bytes, 1, MOST_BYTES, t->bytes);
	t->allreduce_bytes = cell_int(from, r, c->allreduce_bytes, 1, MOST_BYTES, 0);
	if (!t->pattern->allreduce)
		t->allreduce_bytes = 0;
	t->bytes_given = *cell_text(r, c->bytes);
	read_rounds(t, from, r, c->rounds);
	if (t->pattern->matrix)
		read_matrix(t, from, r, c);
	if (t->pattern->lattice)
		lattice_of(t, from, r, c);
	read_periodic(t, cell_text(r, c->periodic));
	if (t->pattern->prepare && !t->pattern->prepare(t, &why))
		table_bad(from, r, t->pattern->matrix ? c->matrix : c->pattern, "%s", why);
	check_periodic(t, from, r, c->periodic);
	t->own_phases = t->pattern->phases(t);
}

void
traffic_release(traffic *t)
{
	if (t->pattern->release)
		t->pattern->release(t->state);
	t->state = NULL;
	if (t->cut)
		cut_free(t->cut);
	free(t->cut);
	t->cut = NULL;
}

bool
endpoints_prepare(endpoints *e, uint64_t seed, const char *case_, const char *job, const char **why)
{
	rng_init(&e->random, seed, "pattern", case_, job);
	return !e->pattern->prepare_open || e->pattern->prepare_open(e, why);
}

void
endpoints_release(endpoints *e)
{
	if (e->pattern->release)
		e->pattern->release(e->state);
	e->state = NULL;
}
