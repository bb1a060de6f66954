/* swf -- the jobs that run at one moment of a real log, as one case.
 *
 * A log says when jobs ran and how wide they were, never what they sent: pattern and
 * message size come from the options, or are drawn for each job by its number. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen-workload/capacity.h"
#include "gen-workload/jobs.h"
#include "gen-workload/moment.h"
#include "gen-workload/swf.h"
#include "gen-workload/workload.h"
#include "lib/cli/units.h"

typedef struct log_options {
	options common;
	int64_t procs_per_node;	/* 0: not given */
	bool given, fullest;
	int64_t min_jobs;	/* 0: not given */
	int64_t at;		/* microseconds of the log */
} log_options;

enum { OPT_PROCS = 0x100, OPT_AT, OPT_MIN_JOBS, OPT_PATTERN };

static const struct argp_option flags[] = {
	{ "procs-per-node", OPT_PROCS, "N", 0, "the log's processors a node", 0 },
	{ "at", OPT_AT, "TIME|fullest", 0, "the moment: seconds after the log's first submit, or the one with the most busy nodes that fit the machine", 0 },
	{ "min-jobs", OPT_MIN_JOBS, "N", 0, "fullest: of the moments with at least N jobs [1]", 0 },
	{ "pattern", OPT_PATTERN, "NAME", 0, "pattern of all jobs; of several joined by ',' each job draws one; mixed: the six of the paper [mixed]", 0 },
	{ 0 }
};

static void
read_at(log_options *x, const char *arg)
{
	double seconds = 0;

	x->given = true;
	x->fullest = strcmp(arg, "fullest") == 0;
	if (!x->fullest && !read_real(arg, 0, 1e11, &seconds))
		die(FAIL_USAGE, "--at: '%s': must be a number of seconds or fullest", arg);
	x->at = (int64_t)(seconds * SWF_SECOND + 0.5);
}

static error_t
parse(int option, char *arg, struct argp_state *state)
{
	log_options *x = state->input;

	switch (option) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &x->common.cli;
		state->child_inputs[1] = &x->common;
		return 0;
	case OPT_PROCS:
		x->procs_per_node = read_count("--procs-per-node", arg, 1, INT32_MAX);
		return 0;
	case OPT_AT:
		read_at(x, arg);
		return 0;
	case OPT_MIN_JOBS:
		x->min_jobs = read_count("--min-jobs", arg, 1, INT32_MAX);
		return 0;
	case OPT_PATTERN:
		read_patterns(&x->common.patterns, arg, false);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static double
seconds(int64_t us)
{
	return (double)us / SWF_SECOND;
}

/* The jobs no wider than the machine, as many as returned. */
static size_t
gather(const log_options *x, const swf *log, uint32_t nodes, stay *s)
{
	size_t n = 0, wide = 0;
	long line = 0;

	for (size_t i = 0; i < log->jobs; i++) {
		const swf_job *j = &log->job[i];
		int64_t need = (j->processors + x->procs_per_node - 1) / x->procs_per_node;

		if (need <= nodes)
			s[n++] = (stay){ j, j->start, j->end, (uint32_t)need };
		else if (wide++ == 0)
			line = j->line;
	}
	if (wide)
		warn("%s:%ld: first of %zu job%s left out: wider than %" PRIu32 " nodes", log->file, line,
			wide, wide == 1 ? "" : "s", nodes);
	return n;
}

/* The jobs of the moment asked for, at the front of s; says which moment it is. */
static size_t
choose(const log_options *x, const swf *log, uint32_t nodes, stay *s, size_t n)
{
	const char *computer = swf_header(log, "Computer");
	int64_t at = x->at;
	uint64_t busy = 0;
	moment m;

	if (x->fullest) {
		if (!moment_fullest(s, n, nodes, x->min_jobs, &m))
			die(FAIL_DATA, "%s: at no time do %" PRId64 " jobs or more run on at most %" PRIu32 " nodes",
				log->file, x->min_jobs ? x->min_jobs : 1, nodes);
		if (m.too_full)
			warn("%s: %zu moments passed over: more than %" PRIu32 " nodes busy, up to %" PRIu64,
				log->file, m.too_full, nodes, m.peak);
		at = m.at;
	}
	n = moment_running(s, n, at);
	for (size_t i = 0; i < n; i++)
		busy += s[i].nodes;
	if (n == 0)
		die(FAIL_DATA, "%s: no job runs at %.9g s", log->file, seconds(at));
	if (busy > nodes)
		die(FAIL_DATA, "%s: at %.9g s %" PRIu64 " nodes are busy; the machine has %" PRIu32, log->file,
			seconds(at), busy, nodes);
	warn("%s: %s%sat %.9g s %zu job%s on %" PRIu64 " of %" PRIu32 " nodes", log->file,
		computer ? computer : "", computer ? ": " : "", seconds(at), n, n == 1 ? "" : "s", busy, nodes);
	return n;
}

static void
write_case(const options *o, const capacity *c, const stay *s, size_t n, jobs *w, int runtime, int start)
{
	for (size_t i = 0; i < n; i++) {
		job j = { s[i].job->number, capacity_class(c, s[i].nodes), s[i].nodes, NULL, 0 };
		char id[24];
		rng r;

		snprintf(id, sizeof id, "%" PRId64, j.number);
		rng_init(&r, o->cli.seed, "swf", "", id);
		j.pattern = o->patterns.item[rng_below(&r, (uint64_t)o->patterns.count)];
		j.bytes = choose_size(&o->bytes, j.pattern, &r);
		sink_put_real(w->sink, runtime, seconds(s[i].end - s[i].start));
		sink_put_real(w->sink, start, seconds(s[i].start));
		jobs_put(w, &j);
	}
	jobs_end_case(w);
}

static void
write_all(const log_options *x, const machine *m, const swf *log)
{
	capacity c = capacity_of(m);
	stay *s = xalloc(log->jobs, sizeof *s);
	size_t n = choose(x, log, c.nodes, s, gather(x, log, c.nodes, s));
	int runtime, start;
	jobs w;

	jobs_open(&w, &x->common, m, c.group ? JOBS_CLASS : 0);
	runtime = sink_own(w.sink, "runtime_s");
	start = sink_own(w.sink, "log_start_s");
	jobs_begin(&w);
	for (int64_t rep = 1; rep <= jobs_repeats(&w); rep++) {
		jobs_case(&w, rep, 0, rep);
		write_case(&x->common, &c, s, n, &w, runtime, start);
	}
	jobs_close(&w);
	free(s);
}

static int
run(int argc, char **argv)
{
	static const struct argp_child children[] = {
		{ &cli_argp, 0, NULL, 0 }, { &closed_argp, 0, NULL, 0 }, { 0 }
	};
	static const struct argp parser = { flags, parse, "[FILE]",
		"The jobs that run at one moment of a Standard Workload Format log, plain or gzipped.",
		children, NULL, NULL };
	log_options x = { .common.drawn = true };
	machine *m;
	swf *log;

	cli_parse("gen-workload swf", &parser, argc, argv, &x.common.cli, &x);
	if (!x.procs_per_node)
		die(FAIL_USAGE, "--procs-per-node is required");
	if (!x.given)
		die(FAIL_USAGE, "--at is required: a number of seconds, or fullest");
	if (x.min_jobs && !x.fullest)
		die(FAIL_USAGE, "--min-jobs goes with --at fullest");
	closed_defaults(&x.common, "mixed");
	m = machine_of(&x.common.cli, NULL);
	log = swf_read(x.common.cli.file);
	swf_report(log);
	write_all(&x, m, log);
	swf_free(log);
	machine_free(m);
	return 0;
}

const workload workload_swf = { "swf", "the jobs of one moment of a Standard Workload Format log", run };
