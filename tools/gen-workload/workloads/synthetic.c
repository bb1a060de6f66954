/* synthetic -- open-loop traffic: nodes that send at a given rate whatever arrives,
 * as interconnection networks are measured (Dally and Towles, "Principles and
 * Practices of Interconnection Networks", ch. 23). */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "gen-workload/capacity.h"
#include "gen-workload/jobs.h"
#include "gen-workload/workload.h"
#include "lib/cli/units.h"

typedef struct synthetic {
	options common;
	int loads;
	double load[MOST_ITEMS];
	int64_t job_nodes;	/* 0: all */
	int64_t duration, warmup;	/* ps */
} synthetic;

enum { OPT_LOAD = 0x100, OPT_DURATION, OPT_WARMUP, OPT_JOB_NODES, OPT_BYTES, OPT_PATTERN, OPT_REPEAT };

static const struct argp_option flags[] = {
	{ "pattern", OPT_PATTERN, "NAME", 0, "traffic pattern; several joined by ',' make a case each [uniform]", 0 },
	{ "load", OPT_LOAD, "X", 0, "share of a node's link that it fills, above 0 to 1; several joined by ',' make a case each", 0 },
	{ "duration", OPT_DURATION, "TIME", 0, "time that is measured [20us]", 0 },
	{ "warmup", OPT_WARMUP, "TIME", 0, "time before it [10us]", 0 },
	{ "bytes", OPT_BYTES, "SIZE", 0, "message size [one packet]", 0 },
	{ "job-nodes", OPT_JOB_NODES, "N", 0, "nodes that send [all]", 0 },
	{ "repeat", OPT_REPEAT, "N", 0, "write every workload N times, as cases with a column rep", 0 },
	{ 0 }
};

static void
read_loads(synthetic *x, const char *arg)
{
	char *copy = xstrdup(arg), *rest = copy, *item;

	x->loads = 0;
	while ((item = strsep(&rest, ","))) {
		if (x->loads == MOST_ITEMS)
			die(FAIL_USAGE, "--load: at most %d loads", MOST_ITEMS);
		x->load[x->loads++] = read_load(item);
	}
	free(copy);
}

static int64_t
read_span(const char *option, const char *arg, int64_t least)
{
	int64_t ps;

	if (!read_time(arg, &ps) || ps < least)
		die(FAIL_USAGE, "%s: '%s': must be a time%s, such as 20us", option, arg,
			least > 0 ? " above 0" : "");
	return ps;
}

static error_t
parse(int option, char *arg, struct argp_state *state)
{
	synthetic *x = state->input;

	switch (option) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &x->common.cli;
		return 0;
	case OPT_PATTERN:
		read_patterns(&x->common.patterns, arg, true);
		return 0;
	case OPT_LOAD:
		read_loads(x, arg);
		return 0;
	case OPT_DURATION:
		x->duration = read_span("--duration", arg, 1);
		return 0;
	case OPT_WARMUP:
		x->warmup = read_span("--warmup", arg, 0);
		return 0;
	case OPT_BYTES:
		x->common.bytes.count = 1;
		x->common.bytes.item[0].bytes = read_size("--bytes", arg);
		return 0;
	case OPT_JOB_NODES:
		x->job_nodes = read_count("--job-nodes", arg, 1, INT32_MAX);
		return 0;
	case OPT_REPEAT:
		x->common.repeat = read_count("--repeat", arg, 1, INT32_MAX);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* A case a pattern, load and repeat. */
static void
write_all(const synthetic *x, uint32_t nodes, jobs *w)
{
	const options *o = &x->common;
	int load = sink_own(w->sink, "load"), duration = sink_own(w->sink, "duration_s");
	int warmup = sink_own(w->sink, "warmup_s");
	int64_t id = 0;

	jobs_begin(w);
	for (int p = 0; p < o->patterns.count; p++) {
		job j = { 1, NULL, nodes, o->patterns.item[p], choose_size(&o->bytes, NULL, NULL) };

		for (int k = 0; k < x->loads; k++) {
			for (int64_t rep = 1; rep <= jobs_repeats(w); rep++) {
				jobs_case(w, ++id, 0, rep);
				sink_put_real(w->sink, load, x->load[k]);
				sink_put_real(w->sink, duration, ps_to_seconds(x->duration));
				sink_put_real(w->sink, warmup, ps_to_seconds(x->warmup));
				jobs_put(w, &j);
				jobs_end_case(w);
			}
		}
	}
}

static int
run(int argc, char **argv)
{
	static const struct argp_child children[] = { { &cli_argp_operands, 0, NULL, 0 }, { 0 } };
	static const struct argp parser = { flags, parse, "",
		"Open-loop traffic: one job that sends at a given load.", children, NULL, NULL };
	synthetic x = { .duration = 20000000, .warmup = 10000000 };
	machine *m;
	uint32_t nodes;
	jobs w;

	cli_parse("gen-workload synthetic", &parser, argc, argv, &x.common.cli, &x);
	if (!x.loads)
		die(FAIL_USAGE, "--load is required");
	if (x.common.patterns.count == 0)
		read_patterns(&x.common.patterns, "uniform", true);
	m = machine_of(&x.common.cli, NULL);
	nodes = capacity_of(m).nodes;
	if (x.job_nodes > nodes)
		die(FAIL_USAGE, "--job-nodes: '%" PRId64 "': the machine has %" PRIu32 " nodes", x.job_nodes, nodes);
	jobs_open(&w, &x.common, m, JOBS_OPEN);
	write_all(&x, x.job_nodes ? (uint32_t)x.job_nodes : nodes, &w);
	jobs_close(&w);
	machine_free(m);
	return 0;
}

const workload workload_synthetic = { "synthetic", "open-loop traffic at given loads", run };
