/* mix -- as many jobs of one size as of another (the Level-Spread paper, Table II, heterogeneous workloads: 16 and 64 nodes). */
#include <inttypes.h>

#include "gen-workload/fraction.h"
#include "gen-workload/jobs.h"
#include "lib/cli/option-values.h"

typedef struct mix {
	gen_options common;
	int64_t small, large;	/* nodes */
	int64_t small_times, large_times;
	int large_first;	/* a word of --order */
	const char *utilization;
} mix;

enum { MOST_TIMES = 1000000 };

static const cli_option settings[] = {
	{ "small", "N", "nodes of a small job [16]", option_count, offsetof(mix, small) },
	{ "large", "N", "nodes of a large job [64]", option_count, offsetof(mix, large) },
	{ "small-times", "N", "messages of small jobs are N times as large [1]", NULL, offsetof(mix, small_times), .most = MOST_TIMES },
	{ "large-times", "N", "messages of large jobs are N times as large [1]", NULL, offsetof(mix, large_times), .most = MOST_TIMES },
	{ "order", "small|large", "which come first, and so are allocated first [small]", NULL, offsetof(mix, large_first) },
	{ "utilization", "X", "share of the machine that the jobs fill at most [0.9]", option_text, offsetof(mix, utilization) },
	{ "pattern", "NAME", "communication pattern; several joined by ',' make a case each; mixed: the six of the paper [alltoall]", set_patterns,
		offsetof(mix, common.patterns) },
	{ 0 }
};
static const mix usual = { .small = 16, .large = 64, .small_times = 1, .large_times = 1, .utilization = "0.9" };
static const cli_option_group groups[] = { { closed_settings, offsetof(mix, common) }, { 0 } };

/* No message may become larger than a stream can say. */
static void
check_times(const gen_options *o, const char *option, int64_t times)
{
	for (int p = 0; times > 1 && p < o->patterns.count; p++)
		for (int i = 0; i < ALLREDUCE; i++) {
			int64_t bytes = choose_size(&o->size[i], o->patterns.item[p], NULL);

			if (bytes > MOST_BYTES / times)
				die(FAIL_USAGE, "%s: '%" PRId64 "': messages of %" PRId64 " bytes would be larger than %" PRId64,
					option, times, bytes, MOST_BYTES);
		}
}

static void
write_table(const cli *c, void *of)
{
	mix *x = of;
	lot l[2];
	drawn_jobs w;
	fraction share;
	uint64_t count;

	closed_defaults(&x->common, "alltoall");
	check_times(&x->common, "--small-times", x->small_times);
	check_times(&x->common, "--large-times", x->large_times);
	jobs_open(&w, c, &x->common);
	/* The two lots, in the order of the rows. */
	share = utilization_read(x->utilization);
	if (x->small >= x->large)
		die(FAIL_USAGE, "--small: '%" PRId64 "': must be less than --large, %" PRId64, x->small, x->large);
	count = utilization_jobs(&share, w.capacity.nodes, (uint64_t)(x->small + x->large));
	if (count == 0)
		die(FAIL_USAGE, "--utilization: no pair of jobs of %" PRId64 " and %" PRId64
			" nodes fits in that share of %" PRIu32 " nodes", x->small, x->large, w.capacity.nodes);
	l[x->large_first] = (lot){ .class = "small", .nodes = (uint32_t)x->small, .count = count, .times = x->small_times };
	l[!x->large_first] = (lot){ .class = "large", .nodes = (uint32_t)x->large, .count = count, .times = x->large_times };
	jobs_columns(&w, JOBS_CLASS);
	jobs_put_grid(&w, l, 2);
	sink_close(w.sink);
}

const subcommand subcommand_mix = { "mix", "as many jobs of one size as of another",
	"", "As many small jobs as large ones.",
	.size = sizeof(mix), .defaults = &usual, .options = settings, .groups = groups, .run = write_table };
