/* traffic -- from the columns of a row to what the job sends. */
#include <inttypes.h>
#include <stdlib.h>

#include "lib/pattern/peers.h"

enum { DEFAULT_BYTES = 1000 };

void
traffic_find(traffic_columns *c, const table *t)
{
	const pattern_column *own;

	c->pattern = table_column(t, "pattern");
	c->dims = table_column(t, "dims");
	c->periodic = table_column(t, "periodic");
	c->bytes = table_column(t, "bytes");
	c->random_stream = table_column(t, "random_stream");
	for (int i = 0; (own = own_column(i)); i++)
		c->own[i] = table_column(t, own->name);
}

const char *
traffic_case(const row *r, const traffic_columns *c, const char *case_)
{
	const char *own = cell_text(r, c->random_stream);

	return *own ? own : case_;
}

const pattern *
pattern_read(const table *from, const row *r, const traffic_columns *c, bool open)
{
	const char *name = cell_text(r, c->pattern);
	const pattern *p = pattern_find(name);
	choice_list known = choices_begin(name, ", ");

	if (c->pattern < 0)
		table_bad(from, r, -1, "a column 'pattern' is needed");
	if (!*name)
		table_bad(from, r, c->pattern, "must be given");
	if (p && pattern_open(p) != open)
		table_bad(from, r, c->pattern, open ? "is no open-loop pattern, but the row has a load" :
			"is an open-loop pattern: the row must have a load");
	for (int i = 0; !p && patterns[i]; i++)
		if (!open || pattern_open(patterns[i]))
			choices_add(&known, patterns[i]->name);
	if (!p)
		table_bad(from, r, c->pattern, "unknown pattern; %s%s: %s", choices_hint(&known), open ? "the open-loop ones" : "known", known.names);
	free(known.names);
	return p;
}

/* The process grid: given, or the most cubic one if the pattern has one. */
static void
read_grid(traffic *t, const table *from, const row *r, int column)
{
	const char *text = cell_text(r, column);
	int grid = t->pattern->grid, usual = grid < 0 ? 3 : grid;

	t->dims = 0;
	if (!*text) {
		if (usual)
			cubic_dims(t->tasks, t->dims = usual, t->dim);
		return;
	}
	if (!read_dims(text, &t->dims, t->dim))
		table_bad(from, r, column, "must be 1 to %d extents, as 4x4x2", PATTERN_DIMS);
	if (dims_product(t->dims, t->dim) != t->tasks)
		table_bad(from, r, column, "must multiply to %" PRIu32 ", the number of tasks", t->tasks);
	if (grid > 0 && t->dims != grid)
		table_bad(from, r, column, "must have %d dimensions for '%s'", grid, t->pattern->name);
}

void
traffic_read(traffic *t, const table *from, const row *r, const traffic_columns *c,
	uint32_t tasks, bool rounds, uint64_t seed, const char *case_, const char *job)
{
	const char *why = NULL;
	unsigned periodic;
	own_cells own;

	*t = (traffic){ .pattern = pattern_read(from, r, c, false), .tasks = tasks, .rounds = rounds };
	rng_init(&t->random, seed, "pattern", traffic_case(r, c, case_), job);
	read_grid(t, from, r, c->dims);
	t->bytes = cell_int(from, r, c->bytes, 1, MOST_BYTES, DEFAULT_BYTES);
	t->bytes_given = *cell_text(r, c->bytes);
	own_check(t->pattern, from, r, c);
	read_periodic(cell_text(r, c->periodic), PATTERN_DIMS, &t->periodic, &why);
	own = own_read(t->pattern, from, r, c);
	if (t->pattern->read)
		t->pattern->read(t, &own);
	if (t->pattern->prepare && !t->pattern->prepare(t, &why))
		table_bad(from, r, c->pattern, "%s", why);
	if (!read_periodic(cell_text(r, c->periodic), t->axes ? t->axes : t->dims, &periodic, &why))	/* now that the pattern has its grid */
		table_bad(from, r, c->periodic, "%s", why);
	t->own_phases = t->peers ? t->peers->phases : t->pattern->phases(t);
}

void
traffic_release(traffic *t)
{
	if (t->pattern->release)
		t->pattern->release(t->state);
	peers_free(t->peers);
	t->state = t->peers = NULL;
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
