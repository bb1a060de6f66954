/* longest -- how long sequences of improving swaps can be, whatever mapping they begin with (Balzuweit et al., "Local
 * search to improve task mapping", IV-B).  For all allocations of a small machine, or for those that a climb comes to. */
#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "lib/cli/command.h"
#include "longest.h"
#include "sets.h"

typedef struct options {
	const char *job;
	int64_t width;		/* of the beam; 0: exact */
	int64_t steps;		/* of the climb; 0: all allocations */
} options;

/* The search for the longest of all allocations. */
typedef struct hunt {
	const options *opt;
	const machine *machine;
	seats seats;
	mappings_graph *graph;
	rng random;
	uint64_t looked_at;	/* allocations */
	uint64_t allocation;	/* with the longest sequence so far, `best` */
	sequence best;
} hunt;

/* A whole number from 0. */
static void
from_0(const char *option, const char *value, void *field)
{
	*(int64_t *)field = option_int(option, value, 0, INT32_MAX);
}

static const cli_option option_table[] = {
	{ "job", "DIMS", "At most 16 tasks [2x3]", option_text, offsetof(options, job) },
	{ "width", "N", "Keep so many mappings for each number of swaps, a lower bound; 0: all, for at most 9 tasks [0, 2000 for more]", from_0,
		offsetof(options, width) },
	{ "climb", "N", "From a random allocation, move a node N times, where that shortens nothing [all allocations]", from_0, offsetof(options, steps) },
	{ 0 }
};

static const subcommand line = {
	.help = "The longest sequence of swaps that each lower a job's hops, over many allocations of a small machine.\n\n"
		"--machine is a lattice of at most 63 nodes [mesh:k=4x4,cores=1].",
	.operands = "", .options = option_table,
};

/* The longest sequence on these nodes; remembered when none was longer. */
static uint32_t
look_at(hunt *h, uint64_t allocation)
{
	sequence s;

	seats_nodes(&h->seats, h->machine, allocation);
	if (h->opt->width)
		longest_beam(&h->seats, (uint32_t)h->opt->width, &h->random, &s);
	else
		longest_exact(h->graph, &h->seats, &s);
	if (h->looked_at++ == 0 || s.swaps > h->best.swaps) {
		h->best = s;
		h->allocation = allocation;
	}
	return s.swaps;
}

/* One of each set of allocations that are images of one another: what the others come to is the same. */
static void
look_at_all(hunt *h)
{
	uint64_t end = UINT64_C(1) << h->machine->nodes;
	symmetries *y = symmetries_new(h->machine);

	for (uint64_t set = (UINT64_C(1) << h->seats.tasks) - 1; set < end; set = next_set(set))
		if (symmetries_least(y, set))
			look_at(h, set);
	symmetries_free(y);
}

static void
climb(hunt *h)
{
	uint32_t nodes = h->machine->nodes, swaps;
	uint64_t set = random_set(&h->random, nodes, h->seats.tasks);

	swaps = look_at(h, set);
	for (uint32_t k = 0; k < (uint32_t)h->opt->steps; k++) {
		uint64_t other = random_step(&h->random, nodes, set);
		uint32_t found = look_at(h, other);

		if (found >= swaps) {
			swaps = found;
			set = other;
		}
	}
}

static void
write_best(const hunt *h)
{
	const char *quote = strchr(h->machine->spec, ',') ? "\"" : "";
	uint32_t node[LONGEST_TASKS], n = 0;

	puts("machine,job,tasks,allocations,swaps,exact,start,sequence");
	printf("%s%s%s,%s,%" PRIu32 ",%" PRIu64 ",%" PRIu32 ",%s,", quote, h->machine->spec, quote, h->opt->job, h->seats.tasks,
		h->looked_at, h->best.swaps, h->opt->width || h->opt->steps ? "no" : "yes");
	for (uint64_t left = h->allocation; left; left &= left - 1)
		node[n++] = (uint32_t)__builtin_ctzll(left);
	for (uint32_t i = 0; i < h->seats.tasks; i++)
		printf("%s%" PRIu32, i ? " " : "", node[h->best.start[i]]);
	putchar(',');
	for (uint32_t k = 0; k < h->best.swaps; k++)
		printf("%s%d-%d", k ? " " : "", h->best.swap[k][0], h->best.swap[k][1]);
	putchar('\n');
}

/* The job, and whether it and the machine are small enough. */
static void
prepare(hunt *h, options *o)
{
	const machine *m = h->machine;
	uint32_t dim[PATTERN_DIMS];
	uint64_t tasks = 1;
	int dims;

	if (m->dims == 0 || m->dims > SETS_AXES || m->nodes > SETS_NODES || m->routers != m->nodes || m->cores != 1)
		die(FAIL_USAGE, "--machine: '%s': must be a lattice of at most %d nodes of one processor, one a router, and %d dimensions",
			m->spec, SETS_NODES, SETS_AXES);
	if (m->unavailable)
		die(FAIL_USAGE, "--machine: '%s': all nodes must be available", m->spec);
	if (!read_dims(o->job, &dims, dim))
		die(FAIL_USAGE, "--job: '%s': must be 1 to %d extents, as 2x3", o->job, PATTERN_DIMS);
	for (int d = 0; d < dims; d++)
		tasks *= tasks > LONGEST_TASKS ? 1 : dim[d];
	if (tasks < 2 || tasks > LONGEST_TASKS || tasks > m->nodes)
		die(FAIL_USAGE, "--job: '%s': must have 2 to %d tasks, and no more than the machine has nodes", o->job, LONGEST_TASKS);
	if (!option_given("width") && tasks > LONGEST_EXACT)
		o->width = 2000;
	if (o->width == 0 && tasks > LONGEST_EXACT)
		die(FAIL_USAGE, "--width: '0': must be at least 1 for a job of more than %d tasks", LONGEST_EXACT);
	seats_job(&h->seats, dims, dim);
	if (o->width == 0)
		h->graph = mappings_graph_new(h->seats.tasks);
}

int
main(int argc, char *argv[])
{
	options opt = { .job = "2x3" };
	hunt h = { .opt = &opt };
	machine *m;
	cli c;

	command_read(&line, "gsearch-longest", argc, argv, &c, &opt);
	h.machine = m = machine_build(c.machine ? c.machine : "mesh:k=4x4,cores=1", c.set, c.sets, "--machine", FAIL_USAGE);
	prepare(&h, &opt);
	rng_init(&h.random, c.seed, "gsearch-longest", "", "");
	if (opt.steps)
		climb(&h);
	else
		look_at_all(&h);
	write_best(&h);
	mappings_graph_free(h.graph);
	machine_free(m);
	close_stdout();
	return 0;
}
