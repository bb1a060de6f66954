/* exhaust -- GSEARCH for every allocation of a small job on a small machine, and how many swaps each took
 * (Balzuweit et al., "Local search to improve task mapping", Fig. 11). */
#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "lib/cli/command.h"
#include "lib/pattern/pattern.h"
#include "sets.h"
#include "small.h"

enum { MOST_SWAPS = 1024 };

typedef struct options {
	const char *job;
	int tie, rank_tie, rank_axes, cut, task_order, scan;	/* the places of their words */
	int64_t every;		/* print each so-manieth allocation; 0: the histogram */
	reading reading;	/* these words */
} options;

static const cli_option option_table[] = {
	{ "job", "DIMS", "At most 16 tasks [4x2x1]", option_text, offsetof(options, job) },
	{ "cut-tie", "lowest|extent|machine", "Which of the job's longest dimensions is cut [lowest]", .at = offsetof(options, tie) },
	{ "rank-tie-order", "asc|desc", "How the other axes order ranks of one coordinate [asc]", .at = offsetof(options, rank_tie) },
	{ "rank-tie-axes", "first|last", "Which of these axes decides first [first]", .at = offsetof(options, rank_axes) },
	{ "cut", "job|ratio", "Cut the job's longest dimension, or as map's --cut ratio [job]", .at = offsetof(options, cut) },
	{ "task-order", "first|last", "Which dimension is fastest in task numbers [first]", .at = offsetof(options, task_order) },
	{ "scan", "continue|restart", "What follows a swap: the next pair, or the first [continue]", .at = offsetof(options, scan) },
	{ "every", "N", "Print every N-th allocation and its mappings, in place of the histogram", .at = offsetof(options, every), .most = INT32_MAX },
	{ 0 }
};

static const subcommand line = {
	.help = "How many swaps GSEARCH makes for every allocation of a small job: a histogram.\n\n"
		"--machine is a lattice of at most 63 nodes [mesh:k=4x4x2,cores=1].",
	.operands = "", .options = option_table,
};

static const char *const tie_name[] = { [TIE_LOWEST] = "lowest", [TIE_EXTENT] = "extent", [TIE_MACHINE] = "machine" };

/* The nodes of tasks, the first dimension of the job fastest, as map has them; place[i] is task i's. */
static void
write_nodes(const small *s, const outcome *o, const uint32_t *place)
{
	for (uint32_t i = 0; i < s->tasks; i++) {
		uint32_t left = i, task = 0;

		for (int d = 0; d < s->axes; d++) {
			task += left % s->dim[d] * s->stride[d];
			left /= s->dim[d];
		}
		printf("%s%" PRIu32, i ? " " : "", o->node[place[task]]);
	}
}

static void
write_outcome(const small *s, const outcome *o)
{
	for (uint32_t k = 0; k < s->tasks; k++)
		printf("%s%" PRIu32, k ? " " : "", o->node[k]);
	putchar(',');
	write_nodes(s, o, o->geom);
	printf(",%" PRIu32 ",", o->swaps);
	write_nodes(s, o, o->final);
	putchar('\n');
}

static void
exhaust(const options *opt, small *s)
{
	uint64_t allocations[MOST_SWAPS] = { 0 }, count = 0;
	uint64_t end = UINT64_C(1) << s->machine->nodes;
	const char *spec = strchr(s->machine->spec, ',') ? "\"" : "";
	const reading *r = &opt->reading;
	outcome o;

	puts(opt->every ? "node_list,geom,swaps,gsearch" : "machine,job,tie,rank_tie,task_order,scan,swaps,allocations");
	for (uint64_t set = (UINT64_C(1) << s->tasks) - 1; set < end; set = next_set(set)) {
		if (opt->every && count++ % (uint64_t)opt->every != 0)
			continue;
		small_map(s, set, &o);
		if (o.swaps >= MOST_SWAPS)
			die(FAIL_DATA, "an allocation took %" PRIu32 " swaps, more than %d", o.swaps, MOST_SWAPS - 1);
		allocations[o.swaps]++;
		if (opt->every)
			write_outcome(s, &o);
	}
	for (uint32_t swaps = 0; !opt->every && swaps < MOST_SWAPS; swaps++)
		if (allocations[swaps])
			printf("%s%s%s,%s,%s,%s,%s,%s,%" PRIu32 ",%" PRIu64 "\n", spec, s->machine->spec, spec, opt->job,
				tie_name[r->tie], r->tie_descends ? "desc" : "asc",
				r->last_fastest ? "last" : "first", r->restart ? "restart" : "continue", swaps, allocations[swaps]);
}

int
main(int argc, char *argv[])
{
	options opt = { .job = "4x2x1" };
	cli c;
	uint32_t dim[PATTERN_DIMS];
	const char *why;
	machine *m;
	small *s;
	int dims;

	command_read(&line, "gsearch-exhaust", argc, argv, &c, &opt);
	opt.reading = (reading){ .tie = (enum cut_tie)opt.tie, .tie_descends = opt.rank_tie, .tie_from_last = opt.rank_axes,
		.last_fastest = opt.task_order, .ratio = opt.cut, .restart = opt.scan };
	m = machine_build(c.machine ? c.machine : "mesh:k=4x4x2,cores=1", c.set, c.sets, "--machine", FAIL_USAGE);
	if (!read_dims(opt.job, &dims, dim))
		die(FAIL_USAGE, "--job: '%s': must be 1 to %d extents, as 4x2x1", opt.job, PATTERN_DIMS);
	s = small_new(m, dims, dim, &opt.reading, &why);
	if (!s)
		die(FAIL_USAGE, "'%s' on '%s': %s", opt.job, m->spec, why);
	exhaust(&opt, s);
	small_free(s);
	machine_free(m);
	close_stdout();
	return 0;
}
