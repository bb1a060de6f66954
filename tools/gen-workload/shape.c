/* shape -- the options that say how tasks are arranged, and what they come to. */
#include "gen-workload/shape.h"

#include <inttypes.h>
#include <string.h>

#include "gen-workload/options.h"
#include "lib/pattern/matrix/matrix.h"

enum { OPT_DIMS = 0x3000, OPT_PERIODIC, OPT_MATRIX, OPT_MIN_BYTES, OPT_LATTICE, OPT_SITE_BYTES };

static const struct argp_option flags[] = {
	{ "dims", OPT_DIMS, "XxYxZ", 0, "process grid of every job, which has so many tasks [the most cubic one]", 0 },
	{ "periodic", OPT_PERIODIC, "AXES", 0, "dimensions of the grid that wrap around, as xz [none]", 0 },
	{ "matrix", OPT_MATRIX, "FILE", 0, "pattern matrix: who sends how much to whom; every job has as many tasks as the file ranks", 0 },
	{ "min-bytes", OPT_MIN_BYTES, "SIZE", 0, "pattern matrix: leave out pairs that exchange less", 0 },
	{ "lattice", OPT_LATTICE, "XxYxZxT", 0, "pattern lattice: sites in 1 to 4 dimensions, which the tasks divide", 0 },
	{ "site-bytes", OPT_SITE_BYTES, "SIZE", 0, "pattern lattice: what a site sends over a boundary in an iteration", 0 },
	{ 0 }
};

static error_t
parse(int option, char *arg, struct argp_state *state)
{
	shape *s = state->input;

	switch (option) {
	case OPT_DIMS:
		s->dims = arg;
		return 0;
	case OPT_PERIODIC:
		s->periodic = arg;
		return 0;
	case OPT_MATRIX:
		s->matrix = arg;
		return 0;
	case OPT_MIN_BYTES:
		s->min_bytes = read_size("--min-bytes", arg);
		return 0;
	case OPT_LATTICE:
		s->lattice = arg;
		return 0;
	case OPT_SITE_BYTES:
		s->site_bytes = read_size("--site-bytes", arg);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp shape_argp = { flags, parse, NULL, NULL, NULL, NULL, NULL };

const char *
shape_pattern(const shape *s)
{
	return s->matrix ? "matrix" : s->lattice ? "lattice" : s->dims ? "cartesian" : "alltoall";
}

/* The grid's dimensions; 0 without --dims.  The tasks are what they multiply to. */
static int
settle_dims(options *o)
{
	shape *s = &o->shape;
	uint32_t dim[PATTERN_DIMS];
	uint64_t tasks = 1;
	int dims = 0;

	if (!s->dims)
		return 0;
	if (!read_dims(s->dims, &dims, dim))
		die(FAIL_USAGE, "--dims: '%s': must be 1 to %d extents, as 4x4x2", s->dims, PATTERN_DIMS);
	for (int d = 0; d < dims; d++)
		tasks = tasks > UINT32_MAX ? tasks : tasks * dim[d];
	if (tasks > UINT32_MAX / 2)
		die(FAIL_USAGE, "--dims: '%s': more than %d tasks", s->dims, INT32_MAX);
	for (int i = 0; i < o->patterns.count; i++)
		if (o->patterns.item[i]->grid > 0 && o->patterns.item[i]->grid != dims)
			die(FAIL_USAGE, "--dims: '%s': must have %d dimensions for '%s'", s->dims,
				o->patterns.item[i]->grid, o->patterns.item[i]->name);
	s->tasks = (uint32_t)tasks;
	return dims;
}

/* Do all patterns, or with `all` false any, have a lattice? */
static bool
on_lattice(const pattern_list *l, bool all)
{
	for (int i = 0; i < l->count; i++)
		if (l->item[i]->lattice != all)
			return !all;
	return all;
}

/* Sites say what is sent: nobody else's size is theirs. */
static void
check_sizes(const options *o)
{
	const size_list *l = &o->bytes;

	for (int i = 0; i < l->count; i++)
		if (l->item[i].only ? l->item[i].only->lattice : !l->usual && on_lattice(&o->patterns, true))
			die(FAIL_USAGE, "--bytes: is not for pattern 'lattice', which has --site-bytes");
}

/* The lattice's dimensions; 0 without --lattice.  `dims`: those of the process grid. */
static int
settle_lattice(const options *o, int dims)
{
	const shape *s = &o->shape;
	uint32_t site[PATTERN_DIMS], dim[PATTERN_DIMS];
	int count = 0;

	if (!s->lattice != !s->site_bytes)
		die(FAIL_USAGE, "%s", s->lattice ? "--lattice: needs --site-bytes" : "--site-bytes: is for --lattice");
	check_sizes(o);
	if (!s->lattice)
		return 0;
	if (!on_lattice(&o->patterns, false))
		die(FAIL_USAGE, "--lattice: '%s': no pattern of --pattern reads it", s->lattice);
	if (!read_dims(s->lattice, &count, site))
		die(FAIL_USAGE, "--lattice: '%s': must be 1 to %d extents, as 84x84x84x144", s->lattice, PATTERN_DIMS);
	if (dims == 0)
		return count;
	if (dims != count)
		die(FAIL_USAGE, "--dims: '%s': must have %d dimensions, as --lattice '%s'", s->dims, count, s->lattice);
	read_dims(s->dims, &dims, dim);
	for (int d = 0; d < dims; d++)
		if (dim[d] > site[d])
			die(FAIL_USAGE, "--dims: '%s': %" PRIu32 " tasks share %" PRIu32 " sites of --lattice '%s'", s->dims, dim[d], site[d], s->lattice);
	return count;
}

static void
check_periodic(const shape *s, const pattern *p, int dims, int lattice)
{
	const char axes[] = "xyzw", *text = s->periodic, *axis;

	if (p->lattice)
		dims = lattice;
	if (dims == 0)
		dims = p->grid < 0 ? 3 : p->grid;
	if (dims == 0)
		die(FAIL_USAGE, "--periodic: '%s': '%s' has no process grid without --dims", text, p->name);
	for (const char *c = text; *c; c++) {
		axis = strchr(axes, *c);
		if (!axis || axis - axes >= dims)
			die(FAIL_USAGE, "--periodic: '%s': must name dimensions of the %s, which has %.*s", text,
				p->lattice ? "lattice" : "process grid", dims, axes);
		if (strchr(c + 1, *c))
			die(FAIL_USAGE, "--periodic: '%s': names %c twice", text, *c);
	}
}

static void
settle_matrix(options *o)
{
	shape *s = &o->shape;
	const matrix *m;
	bool read = false;

	for (int i = 0; i < o->patterns.count; i++)
		read |= o->patterns.item[i]->matrix;
	if (!read)
		die(FAIL_USAGE, "--matrix: '%s': no pattern of --pattern reads it", s->matrix);
	m = matrix_of(s->matrix);
	if (s->tasks && (m->stated ? m->ranks != s->tasks : m->ranks > s->tasks))
		die(FAIL_USAGE, "--dims: '%s': multiplies to %" PRIu32 ", and '%s' has %" PRIu32 " ranks",
			s->dims, s->tasks, s->matrix, m->ranks);
	if (s->tasks == 0)
		s->tasks = m->ranks;
}

void
shape_settle(options *o)
{
	shape *s = &o->shape;
	int dims = settle_dims(o), lattice = settle_lattice(o, dims);

	for (int i = 0; s->periodic && i < o->patterns.count; i++)
		check_periodic(s, o->patterns.item[i], dims, lattice);
	if (s->matrix)
		settle_matrix(o);
	else if (s->min_bytes)
		die(FAIL_USAGE, "--min-bytes: is for --matrix");
}

uint32_t
shape_nodes(const shape *s, uint32_t cores)
{
	return s->tasks / cores + (s->tasks % cores > 0);
}

void
shape_check(const shape *s, uint32_t nodes, uint32_t cores)
{
	const char *option = s->dims ? "--dims" : "--matrix", *value = s->dims ? s->dims : s->matrix;

	if (s->tasks > (uint64_t)nodes * cores)
		die(FAIL_USAGE, "%s: '%s': %" PRIu32 " tasks; %" PRIu32 " nodes have %" PRIu64 " processors", option, value,
			s->tasks, nodes, (uint64_t)nodes * cores);
	if (s->tasks && s->tasks < nodes)
		die(FAIL_USAGE, "%s: '%s': %" PRIu32 " tasks leave some of %" PRIu32 " nodes without one", option, value, s->tasks, nodes);
}
