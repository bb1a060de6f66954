/* mix -- as many jobs of one size as of another (the Level-Spread paper, Table II,
 * heterogeneous workloads: 16 and 64 nodes). */
#include <inttypes.h>

#include "gen-workload/capacity.h"
#include "gen-workload/jobs.h"
#include "gen-workload/utilization.h"
#include "gen-workload/workload.h"

typedef struct mix {
	options common;
	int64_t small, large;	/* nodes */
	int64_t small_times, large_times;
	bool large_first;
	const char *utilization;
} mix;

enum { OPT_SMALL = 0x100, OPT_LARGE, OPT_SMALL_TIMES, OPT_LARGE_TIMES, OPT_ORDER, OPT_UTILIZATION, OPT_PATTERN };
enum { MOST_TIMES = 1000000 };

static const struct argp_option flags[] = {
	{ "small", OPT_SMALL, "N", 0, "nodes of a small job [16]", 0 },
	{ "large", OPT_LARGE, "N", 0, "nodes of a large job [64]", 0 },
	{ "small-times", OPT_SMALL_TIMES, "N", 0, "messages of small jobs are N times as large [1]", 0 },
	{ "large-times", OPT_LARGE_TIMES, "N", 0, "messages of large jobs are N times as large [1]", 0 },
	{ "order", OPT_ORDER, "small|large", 0, "which come first, and so are allocated first [small]", 0 },
	{ "utilization", OPT_UTILIZATION, "X", 0, "share of the machine that the jobs fill at most [0.9]", 0 },
	{ "pattern", OPT_PATTERN, "NAME", 0, "communication pattern; several joined by ',' make a case each; mixed: the six of the paper [alltoall]", 0 },
	{ 0 }
};

static error_t
parse(int option, char *arg, struct argp_state *state)
{
	mix *x = state->input;

	switch (option) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &x->common.cli;
		state->child_inputs[1] = &x->common;
		return 0;
	case OPT_SMALL:
		x->small = read_count("--small", arg, 1, INT32_MAX);
		return 0;
	case OPT_LARGE:
		x->large = read_count("--large", arg, 1, INT32_MAX);
		return 0;
	case OPT_SMALL_TIMES:
		x->small_times = read_count("--small-times", arg, 1, MOST_TIMES);
		return 0;
	case OPT_LARGE_TIMES:
		x->large_times = read_count("--large-times", arg, 1, MOST_TIMES);
		return 0;
	case OPT_ORDER:
		x->large_first = read_order(arg);
		return 0;
	case OPT_UTILIZATION:
		x->utilization = arg;
		return 0;
	case OPT_PATTERN:
		read_patterns(&x->common.patterns, arg, false);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* No message may become larger than a stream can say. */
static void
check_times(const options *o, const char *option, int64_t times)
{
	const size_list *list[] = { &o->bytes, &o->edge_bytes, &o->corner_bytes };

	for (int p = 0; times > 1 && p < o->patterns.count; p++)
		for (int i = 0; i < 3; i++) {
			int64_t bytes = choose_size(list[i], o->patterns.item[p], NULL);

			if (bytes > MOST_BYTES / times)
				die(FAIL_USAGE, "%s: '%" PRId64 "': messages of %" PRId64 " bytes would be larger than %" PRId64,
					option, times, bytes, MOST_BYTES);
		}
}

/* The two lots, in the order of the rows. */
static void
plan(const mix *x, uint32_t nodes, lot *l)
{
	utilization share = utilization_read(x->utilization);
	uint64_t count;

	if (x->small >= x->large)
		die(FAIL_USAGE, "--small: '%" PRId64 "': must be less than --large, %" PRId64, x->small, x->large);
	count = utilization_jobs(&share, nodes, (uint64_t)(x->small + x->large));
	if (count == 0)
		die(FAIL_USAGE, "--utilization: no pair of jobs of %" PRId64 " and %" PRId64
			" nodes fits in that share of %" PRIu32 " nodes", x->small, x->large, nodes);
	l[x->large_first] = (lot){ .class = "small", .nodes = (uint32_t)x->small, .count = count, .times = x->small_times };
	l[!x->large_first] = (lot){ .class = "large", .nodes = (uint32_t)x->large, .count = count, .times = x->large_times };
}

static int
run(int argc, char **argv)
{
	static const struct argp_child children[] = {
		{ &cli_argp_operands, 0, NULL, 0 }, { &closed_argp, 0, NULL, 0 }, { 0 }
	};
	static const struct argp parser = { flags, parse, "",
		"As many small jobs as large ones.", children, NULL, NULL };
	mix x = { .small = 16, .large = 64, .small_times = 1, .large_times = 1, .utilization = "0.9" };
	machine *m;
	lot l[2];
	jobs w;

	cli_parse("gen-workload mix", &parser, argc, argv, &x.common.cli, &x);
	closed_defaults(&x.common, "alltoall");
	check_times(&x.common, "--small-times", x.small_times);
	check_times(&x.common, "--large-times", x.large_times);
	m = machine_of(&x.common.cli, NULL);
	plan(&x, capacity_of(m).nodes, l);
	jobs_open(&w, &x.common, m, JOBS_CLASS);
	jobs_begin(&w);
	jobs_put_grid(&w, l, 2);
	jobs_close(&w);
	machine_free(m);
	return 0;
}

const workload workload_mix = { "mix", "as many jobs of one size as of another", run };
