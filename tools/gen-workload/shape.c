/* shape -- the options that say how tasks are arranged, and what they come to. */
#include "gen-workload/options.h"

#include <inttypes.h>
#include <string.h>

#include "lib/cli/cli.h"

const cli_option shape_settings[] = {
	{ "dims", "XxYxZ", "process grid of every job, one task a cell [the most cubic one]", option_text, offsetof(shape, dims) },
	{ "periodic", "AXES", "dimensions of the grid that wrap around, as xz [none]", option_text, offsetof(shape, periodic) },
	{ 0 }
};

const char *
shape_pattern(const shape *s)
{
	const pattern *own = own_usual(&s->own);

	return own ? own->name : s->dims ? "cartesian" : "alltoall";
}

/* --dims, into dim; how many they are, 0 without it.  The tasks are what they multiply to. */
static int
settle_dims(shape *s, uint32_t *dim)
{
	int dims;

	if (!s->dims)
		return 0;
	if (!read_dims(s->dims, &dims, dim))
		die(FAIL_USAGE, "--dims: '%s': must be 1 to %d extents, as 4x4x2", s->dims, PATTERN_DIMS);
	if (dims_product(dims, dim) > INT32_MAX)
		die(FAIL_USAGE, "--dims: '%s': more than %d tasks", s->dims, INT32_MAX);
	s->tasks = (uint32_t)dims_product(dims, dim);
	s->option = "--dims";
	s->value = s->dims;
	return dims;
}

/* The process grid, where --dims gives one, for a pattern that wants w. */
static void
check_dims(const shape *s, const pattern *p, const job_shape *w, int dims, const uint32_t *dim)
{
	int wanted = w->dims ? w->dims : p->grid;

	if (dims == 0)
		return;
	if (wanted > 0 && dims != wanted)
		die(FAIL_USAGE, "--dims: '%s': must have %d dimensions for '%s'", s->dims, wanted, p->name);
	for (int d = 0; d < w->dims; d++)
		if (dim[d] > w->most[d])
			die(FAIL_USAGE, "--dims: '%s': has %" PRIu32 " tasks along dimension %d, and '%s' takes at most %" PRIu32 " there",
				s->dims, dim[d], d + 1, p->name, w->most[d]);
}

/* The tasks of all jobs, where the pattern knows their number. */
static void
settle_tasks(shape *s, const pattern *p, const job_shape *w)
{
	if (w->tasks == 0)
		return;
	if (s->tasks == 0) {
		s->tasks = w->tasks;
		s->option = own_option(&p->columns[0]);
		s->value = own_text(&s->own, p, 0);
	}
	if (w->at_least ? s->tasks < w->tasks : s->tasks != w->tasks)
		die(FAIL_USAGE, "%s: '%s': %" PRIu32 " tasks, and '%s' wants %s%" PRIu32, s->option, s->value, s->tasks, p->name,
			w->at_least ? "at least " : "", w->tasks);
}

static void
check_periodic(const shape *s, const pattern *p, const job_shape *w, int dims)
{
	unsigned periodic;
	const char *why;

	if (w->dims)
		dims = w->dims;
	if (dims == 0)
		dims = p->grid < 0 ? 3 : p->grid;
	if (dims == 0)
		die(FAIL_USAGE, "--periodic: '%s': '%s' has no process grid without --dims", s->periodic, p->name);
	if (!read_periodic(s->periodic, dims, &periodic, &why))
		die(FAIL_USAGE, "--periodic: '%s': %s", s->periodic, why);
}

void
shape_settle(shape *s, const pattern_list *l)
{
	uint32_t dim[PATTERN_DIMS];
	int dims = settle_dims(s, dim);
	const pattern_column *own;

	/* Is every column that options give one of a pattern of the list? */
	for (int i = 0; (own = own_column(i)); i++) {
		bool read = !s->own.text[i];

		for (int k = 0; k < l->count; k++)
			for (const pattern_column *c = l->item[k]->columns; c && c->name; c++)
				read |= strcmp(c->name, own->name) == 0;
		if (!read)
			die(FAIL_USAGE, "%s: '%s': no pattern of --pattern reads it", own_option(own), s->own.text[i]);
	}
	for (int i = 0; i < l->count; i++) {
		const pattern *p = l->item[i];
		job_shape wanted = own_shape(&s->own, p);

		check_dims(s, p, &wanted, dims, dim);
		if (s->periodic)
			check_periodic(s, p, &wanted, dims);
		settle_tasks(s, p, &wanted);
	}
}

uint32_t
shape_nodes(const shape *s, uint32_t cores)
{
	return s->tasks / cores + (s->tasks % cores > 0);
}

void
shape_check(const shape *s, uint32_t nodes, uint32_t cores)
{
	if (s->tasks > (uint64_t)nodes * cores)
		die(FAIL_USAGE, "%s: '%s': %" PRIu32 " tasks; %" PRIu32 " nodes have %" PRIu64 " processors", s->option, s->value,
			s->tasks, nodes, (uint64_t)nodes * cores);
	if (s->tasks && s->tasks < nodes)
		die(FAIL_USAGE, "%s: '%s': %" PRIu32 " tasks leave some of %" PRIu32 " nodes without one", s->option, s->value, s->tasks, nodes);
}
