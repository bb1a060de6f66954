/* exhaust -- GSEARCH for every allocation of a small job on a small machine, and how many swaps each took
 * (Balzuweit et al., "Local search to improve task mapping", Fig. 11). */
#include <argp.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/pattern/pattern.h"
#include "sets.h"
#include "small.h"

enum { MOST_SWAPS = 1024 };

typedef struct options {
	const char *machine, *job;
	reading reading;
	uint64_t every;		/* print each so-manieth allocation; 0: the histogram */
} options;

enum { OPT_MACHINE = 256, OPT_JOB, OPT_TIE, OPT_RANK_TIE, OPT_RANK_AXES, OPT_CUT, OPT_TASK_ORDER, OPT_SCAN, OPT_EVERY };

static const struct argp_option option_table[] = {
	{ "machine", OPT_MACHINE, "SPEC", 0, "A lattice of at most 63 nodes [mesh:k=4x4x2,cores=1]", 0 },
	{ "job", OPT_JOB, "DIMS", 0, "At most 16 tasks [4x2x1]", 0 },
	{ "cut-tie", OPT_TIE, "lowest|extent|machine", 0, "Which of the job's longest dimensions is cut [lowest]", 0 },
	{ "rank-tie-order", OPT_RANK_TIE, "asc|desc", 0, "How the other axes order ranks of one coordinate [asc]", 0 },
	{ "rank-tie-axes", OPT_RANK_AXES, "first|last", 0, "Which of these axes decides first [first]", 0 },
	{ "cut", OPT_CUT, "job|ratio", 0, "Cut the job's longest dimension, or as map's --cut ratio [job]", 0 },
	{ "task-order", OPT_TASK_ORDER, "first|last", 0, "Which dimension is fastest in task numbers [first]", 0 },
	{ "scan", OPT_SCAN, "continue|restart", 0, "What follows a swap: the next pair, or the first [continue]", 0 },
	{ "every", OPT_EVERY, "N", 0, "Print every N-th allocation and its mappings, in place of the histogram", 0 },
	{ 0 }
};

/* One of two words: is it the second? */
static bool
second(const char *option, const char *word, const char *one, const char *two)
{
	if (strcmp(word, one) != 0 && strcmp(word, two) != 0)
		die(FAIL_USAGE, "%s: '%s': must be %s or %s", option, word, one, two);
	return strcmp(word, two) == 0;
}

static const char *const tie_name[] = { [TIE_LOWEST] = "lowest", [TIE_EXTENT] = "extent", [TIE_MACHINE] = "machine" };

static enum cut_tie
read_tie(const char *word)
{
	for (enum cut_tie t = TIE_LOWEST; t <= TIE_MACHINE; t++)
		if (strcmp(word, tie_name[t]) == 0)
			return t;
	die(FAIL_USAGE, "--cut-tie: '%s': must be lowest, extent or machine", word);
}

static error_t
parse(int key, char *arg, struct argp_state *state)
{
	options *o = state->input;
	char *end;

	switch (key) {
	case OPT_MACHINE:
		o->machine = arg;
		return 0;
	case OPT_JOB:
		o->job = arg;
		return 0;
	case OPT_TIE:
		o->reading.tie = read_tie(arg);
		return 0;
	case OPT_RANK_TIE:
		o->reading.tie_descends = second("--rank-tie-order", arg, "asc", "desc");
		return 0;
	case OPT_RANK_AXES:
		o->reading.tie_from_last = second("--rank-tie-axes", arg, "first", "last");
		return 0;
	case OPT_CUT:
		o->reading.ratio = second("--cut", arg, "job", "ratio");
		return 0;
	case OPT_TASK_ORDER:
		o->reading.last_fastest = second("--task-order", arg, "first", "last");
		return 0;
	case OPT_SCAN:
		o->reading.restart = second("--scan", arg, "continue", "restart");
		return 0;
	case OPT_EVERY:
		o->every = strtoull(arg, &end, 10);
		if (*arg < '1' || *arg > '9' || *end)
			die(FAIL_USAGE, "--every: '%s': must be a whole number from 1", arg);
		return 0;
	case ARGP_KEY_ARG:
		die(FAIL_USAGE, "unexpected operand '%s'", arg);
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

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
		if (opt->every && count++ % opt->every != 0)
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
	static const struct argp parser = {
		.options = option_table, .parser = parse,
		.doc = "How many swaps GSEARCH makes for every allocation of a small job: a histogram.",
	};
	options opt = { .machine = "mesh:k=4x4x2,cores=1", .job = "4x2x1" };
	uint32_t dim[PATTERN_DIMS];
	const char *why;
	machine *m;
	small *s;
	int dims;

	prog = "gsearch-exhaust";
	if (argp_parse(&parser, argc, argv, 0, NULL, &opt))
		return FAIL_USAGE;
	m = machine_build(opt.machine, NULL, 0, "--machine", FAIL_USAGE);
	if (!read_dims(opt.job, &dims, dim))
		die(FAIL_USAGE, "--job: '%s': must be 1 to %d extents, as 4x2x1", opt.job, PATTERN_DIMS);
	s = small_new(m, dims, dim, &opt.reading, &why);
	if (!s)
		die(FAIL_USAGE, "'%s' on '%s': %s", opt.job, opt.machine, why);
	exhaust(&opt, s);
	small_free(s);
	machine_free(m);
	close_stdout();
	return 0;
}
