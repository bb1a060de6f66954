/* fill -- random jobs until the machine is full (the express-mesh paper, IV-C): sizes of
 * 5 to 40% of it, patterns drawn from a list; on demand a first job that is the same in all cases.
 *
 * The paper says "randomly chosen to fill up the rest of the system" and "at least 5% of total
 * nodes"; see draw_sizes() for the rule.  Workload k depends on the seed, on k and on the nodes to be filled. */
#include <inttypes.h>

#include "gen-workload/fraction.h"
#include "gen-workload/jobs.h"
#include "lib/cli/units.h"

/* The sizes: at least 1/LEAST_PART of the machine, at most MOST_PARTS times that. */
enum { LEAST_PART = 20, MOST_PARTS = 8, MOST_JOBS = LEAST_PART, SMALLEST_MACHINE = 3 };

typedef struct fill {
	gen_options common;
	option_numbers cases;
	int64_t unit;		/* sizes are multiples of it */
	const char *utilization;
	uint32_t constant;	/* nodes of the job held constant; 0: there is none */
	const pattern *constant_pattern;
	int stream;		/* column random_stream, -1 where left out */
} fill;

/* What there is to fill, in units. */
typedef struct space {
	uint32_t least, most;	/* of a job */
	uint32_t all;
} space;

/* NODES[,PATTERN] */
static void
set_constant(const char *option, const char *arg, void *to)
{
	fill *x = to;
	char *copy = xstrdup(arg), *name = cut_at(copy, ',');
	int64_t nodes;

	if (!read_int(copy, 1, INT32_MAX, &nodes))
		die(FAIL_USAGE, "%s: '%s': must be NODES or NODES,PATTERN, at least one node", option, arg);
	x->constant = (uint32_t)nodes;
	x->constant_pattern = name ? read_pattern(option, name, false) : NULL;
}

static const cli_option settings[] = {
	{ "cases", "N|A-B", "write workloads 1 to N, or A to B", option_range, offsetof(fill, cases), true },
	{ "pattern", "NAME", "pattern of all jobs; of several joined by ',' each job draws one; mixed: the first paper's six [unstructured,stencil,pairs,spread,sub-alltoall]", set_patterns, offsetof(fill, common.patterns) },
	{ "constant", "NODES[,PATTERN]", "a first job that is the same in all cases [of the first of --pattern]", set_constant, 0 },
	{ "unit", "N", "sizes are multiples of N nodes [1]", option_count, offsetof(fill, unit) },
	{ "utilization", "X", "share of the machine that is filled [1]", option_text, offsetof(fill, utilization) },
	{ 0 }
};
static const fill usual = { .unit = 1, .utilization = "1" };
static const cli_option_group groups[] = { { closed_settings, offsetof(fill, common) }, { 0 } };

/* Sizes of every kind must sum to any space of at least the smallest: that takes most >= 2 least - 1. */
static space
plan(const fill *x, uint32_t nodes)
{
	fraction share = utilization_read(x->utilization);
	uint32_t room = (uint32_t)utilization_jobs(&share, nodes, 1);
	uint64_t least = ((uint64_t)nodes + (uint64_t)x->unit * LEAST_PART - 1) / ((uint64_t)x->unit * LEAST_PART);
	uint64_t most = (uint64_t)nodes * MOST_PARTS / LEAST_PART / (uint64_t)x->unit;

	if (nodes < SMALLEST_MACHINE)
		die(FAIL_USAGE, "--machine: it needs at least %d nodes, and has %" PRIu32, SMALLEST_MACHINE, nodes);
	if (most + 1 < 2 * least)
		die(FAIL_USAGE, "--unit: '%" PRId64 "': too large to fill %" PRIu32 " nodes with jobs of 5 to 40%% of them", x->unit, nodes);
	if (x->constant > room)
		die(FAIL_USAGE, "--constant: '%" PRIu32 "': there are %" PRIu32 " nodes to fill", x->constant, room);
	if (!x->constant && room / x->unit < (int64_t)least)
		die(FAIL_USAGE, "--utilization: no job of %" PRIu64 " nodes, 5%% of the machine, fits in that share of %" PRIu32,
			least * (uint64_t)x->unit, nodes);
	return (space){ (uint32_t)least, (uint32_t)most, (room - x->constant) / (uint32_t)x->unit };
}

/* Sizes in units, as long as the least one fits.  Each is uniform on least ... most, as far as there is room, and
 * drawn again where what it leaves is less than the least but not nothing: so nothing is left in the end. */
static int
draw_sizes(const space *s, rng *r, uint32_t *size)
{
	uint32_t left = s->all, rest;
	int n = 0;

	for (; left >= s->least; left = rest) {
		do {
			size[n] = s->least + (uint32_t)rng_below(r, (left < s->most ? left : s->most) - s->least + 1);
			rest = left - size[n];
		} while (rest > 0 && rest < s->least);
		n++;
	}
	return n;
}

static void
put(const fill *x, drawn_jobs *w, int64_t number, uint32_t nodes, const pattern *p, bool constant)
{
	drawn_job j = { number, x->constant ? constant ? "constant" : "other" : capacity_class(&w->capacity, nodes), nodes, p,
		choose_size(&x->common.size[BYTES], p, NULL) };

	if (constant)
		sink_put(w->sink, x->stream, "constant");
	jobs_put(w, &j);
}

/* Draw and write workload k, as the case that `w` is in.  Patterns are drawn after all sizes, so that their
 * choice leaves the sizes as they are. */
static void
write_case(const fill *x, const space *s, drawn_jobs *w, int64_t k)
{
	const pattern_list *p = &x->common.patterns;
	uint32_t size[MOST_JOBS];
	int64_t number = 0;
	int n;
	rng r = jobs_random(w, "fill", k);

	n = draw_sizes(s, &r, size);
	if (x->constant)
		put(x, w, ++number, x->constant, x->constant_pattern ? x->constant_pattern : p->item[0], true);
	for (int i = 0; i < n; i++)
		put(x, w, ++number, size[i] * (uint32_t)x->unit, p->item[rng_below(&r, (uint64_t)p->count)], false);
}

static void
write_table(const cli *common, void *of)
{
	fill *x = of;
	space s;
	drawn_jobs w;

	closed_defaults(&x->common, "unstructured,stencil,pairs,spread,sub-alltoall");
	jobs_open(&w, common, &x->common);
	s = plan(x, w.capacity.nodes);
	jobs_columns(&w, JOBS_WORKLOAD | JOBS_GROUPS | (x->constant ? JOBS_CLASS : 0));
	x->stream = x->constant ? sink_own(w.sink, "random_stream") : -1;
	for (int64_t k = x->cases.first; k <= x->cases.last; k++)
		while (jobs_case(&w, k))
			write_case(x, &s, &w, k);
	sink_close(w.sink);
}

const subcommand subcommand_fill = { "fill", "random jobs that fill the machine",
	"", "Random jobs of 5 to 40% of the machine that fill it.",
	.size = sizeof(fill), .defaults = &usual, .options = settings, .groups = groups, .run = write_table };
