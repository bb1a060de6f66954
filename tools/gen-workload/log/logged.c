/* logged -- from a log to rows. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "gen-workload/capacity.h"
#include "gen-workload/log/logged.h"
#include "gen-workload/log/logrows.h"
#include "gen-workload/log/moment.h"
#include "lib/cli/units.h"
#include "lib/moment/fullest.h"

enum { OPT_PROCS = 0x3000, OPT_FROM, OPT_TO, OPT_MIN_NODES, OPT_MAX_JOBS, OPT_MATCH, OPT_AT, OPT_MIN_JOBS, OPT_PATTERN };

static const struct argp_option flags[] = {
	{ "procs-per-node", OPT_PROCS, "N", 0, "the log's processors a node [as its header says]", 0 },
	{ "from", OPT_FROM, "TIME", 0, "jobs submitted then or later: seconds after the log's first submit, or a date", 0 },
	{ "to", OPT_TO, "TIME", 0, "jobs submitted before", 0 },
	{ "min-nodes", OPT_MIN_NODES, "N", 0, "jobs of at least N nodes", 0 },
	{ "match", OPT_MATCH, "FIELD=REGEX", 0, "jobs whose field matches, whole; may be given several times", 0 },
	{ "max-jobs", OPT_MAX_JOBS, "N", 0, "the first N of these", 0 },
	{ "at", OPT_AT, "TIME|fullest|now", 0, "only the jobs of one moment: seconds after the log's first submit, the one with the most busy nodes that has a mix: no job with more than half of them, or that at which the log was written", 0 },
	{ "min-jobs", OPT_MIN_JOBS, "N", 0, "fullest: of the moments with at least N jobs, be one as large as it is", 0 },
	{ "pattern", OPT_PATTERN, "NAME", 0, "pattern of all jobs; of several joined by ',' each job draws one; mixed: the six of the paper [mixed]", 0 },
	{ 0 }
};

static void
read_at(logged *x, const char *arg)
{
	double seconds = 0;

	x->moment = true;
	x->fullest = strcmp(arg, "fullest") == 0;
	x->now = strcmp(arg, "now") == 0;
	if (!x->fullest && !x->now && !read_real(arg, 0, 1e11, &seconds))
		die(FAIL_USAGE, "--at: '%s': must be a number of seconds, fullest or now", arg);
	x->at = x->now ? STILL - 1 : (int64_t)(seconds * LOG_SECOND + 0.5);
}

static log_time
read_time_option(const char *option, const char *arg)
{
	log_time t = { .given = true };

	if (!read_when(arg, &t.us, &t.dated))
		die(FAIL_USAGE, "%s: '%s': must be a number of seconds or a date such as 2019-01-31 or 2019-01-31T12:00:00Z", option, arg);
	return t;
}

static error_t
parse(int option, char *arg, struct argp_state *state)
{
	logged *x = state->input;

	switch (option) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &x->widths;
		state->child_inputs[1] = &x->modes;
		state->child_inputs[2] = &x->resample;
		state->child_inputs[3] = &x->common;
		return 0;
	case OPT_PROCS:
		x->procs_per_node = read_count("--procs-per-node", arg, 1, INT32_MAX);
		return 0;
	case OPT_FROM:
		x->from = read_time_option("--from", arg);
		return 0;
	case OPT_TO:
		x->to = read_time_option("--to", arg);
		return 0;
	case OPT_MIN_NODES:
		x->min_nodes = read_count("--min-nodes", arg, 1, INT32_MAX);
		return 0;
	case OPT_MAX_JOBS:
		x->max_jobs = read_count("--max-jobs", arg, 1, INT64_MAX);
		return 0;
	case OPT_MATCH:
		match_read(&x->wanted, arg);
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

static const struct argp_child children[] = {
	{ &widths_argp, 0, NULL, 0 }, { &modes_argp, 0, NULL, 0 }, { &resample_argp, 0, NULL, 0 }, { &closed_argp, 0, NULL, 0 }, { 0 }
};
const struct argp logged_argp = { flags, parse, NULL, NULL, children, NULL, NULL };

void
logged_check(logged *x)
{
	if (x->min_jobs && !x->fullest)
		die(FAIL_USAGE, "--min-jobs goes with --at fullest");
	if (x->from.given && x->to.given && x->from.dated == x->to.dated && x->from.us >= x->to.us)
		die(FAIL_USAGE, "--from must be before --to");
	if (x->resample.first && x->moment)
		die(FAIL_USAGE, "--resample makes a period, --at asks for one moment: give one of them");
	if (x->resample.days && !x->resample.first)
		die(FAIL_USAGE, "--resample-span goes with --resample");
	closed_defaults(&x->common, "mixed");
}

/* Have the processors a node, from the log if need be. */
static void
settle_procs_per_node(logged *x, const joblog *log)
{
	if (x->procs_per_node)
		return;
	for (size_t i = 0; i < log->jobs; i++) {
		if (log->job[i].nodes)
			continue;
		if (!log->procs_per_node)
			die(FAIL_USAGE, "--procs-per-node is required: %s:%ld says processors only", log->file, log->job[i].line);
		x->procs_per_node = log->procs_per_node;
		warn("%s: %" PRId64 " processor%s a node (%s)", log->file, x->procs_per_node,
			x->procs_per_node == 1 ? "" : "s", log->header);
		return;
	}
}

/* A time of the options as the log's jobs have it. */
static int64_t
log_clock(const joblog *log, const log_time *t, const char *option)
{
	if (!t->dated)
		return t->us;
	if (log->since_1970 == UNKNOWN)
		die(FAIL_DATA, "%s: no UnixStartTime in the header, so %s must be in seconds", log->file, option);
	return t->us - log->since_1970;
}

static int
by_submit(const void *a, const void *b)
{
	const stay *x = a, *y = b;

	if (x->job->submit != y->job->submit)
		return x->job->submit < y->job->submit ? -1 : 1;
	return x->job < y->job ? -1 : x->job > y->job;
}

static int64_t
width(const logged *x, const log_job *j)
{
	return j->nodes ? j->nodes : (j->processors + x->procs_per_node - 1) / x->procs_per_node;
}

/* When the first job may have been submitted, and when none any more. */
static int64_t
period_from(const logged *x, const joblog *log)
{
	return x->from.given ? log_clock(log, &x->from, "--from") : 0;
}

static int64_t
period_to(const logged *x, const joblog *log)
{
	return x->to.given ? log_clock(log, &x->to, "--to") : INT64_MAX;
}

/* The jobs that are wanted and no wider than the machine, as many as returned, in the order of their submit. */
static size_t
gather(logged *x, const joblog *log, uint32_t nodes, stay *s)
{
	int64_t from = period_from(x, log), to = period_to(x, log);
	size_t n = 0, wide = 0, running = 0;
	long line = 0, first = 0;

	for (size_t i = 0; i < log->jobs; i++) {
		const log_job *j = &log->job[i];
		int64_t need = width(x, j);

		if (!j->chosen || j->submit < from || j->submit >= to || need < x->min_nodes)
			continue;
		if (j->end == STILL && !x->moment) {
			if (running++ == 0)
				first = j->line;
			continue;
		}
		need = widths_change(&x->widths, need, nodes);
		if (need <= nodes)
			s[n++] = (stay){ j, j->start, j->end, (uint32_t)need };
		else if (wide++ == 0)
			line = j->line;
	}
	widths_report(&x->widths, log->file, nodes);
	if (running)
		warn("%s:%ld: first of %zu job%s left out: still running (--at takes them)", log->file, first, running, running == 1 ? "" : "s");
	if (wide)
		warn("%s:%ld: first of %zu job%s left out: wider than %" PRIu32 " nodes", log->file, line,
			wide, wide == 1 ? "" : "s", nodes);
	qsort(s, n, sizeof *s, by_submit);
	if (x->max_jobs && (uint64_t)x->max_jobs < n)
		n = (size_t)x->max_jobs;
	if (n + wide + running < log->jobs)
		warn("%s: %zu of %zu jobs not asked for (--from, --to, --min-nodes, --match, --max-jobs)", log->file,
			log->jobs - n - wide - running, log->jobs);
	if (n == 0 && !x->moment)
		die(FAIL_DATA, "%s: none of its %zu jobs is left", log->file, log->jobs);
	return n;
}

static void
say_moment(const joblog *log, int64_t at, const stay *s, size_t n, uint32_t nodes)
{
	const char *computer = log->computer;
	char *when = at == STILL - 1 ? xstrdup("now") : xprintf("at %.9g s", log_seconds(at));
	uint64_t busy = 0;

	for (size_t i = 0; i < n; i++)
		busy += s[i].nodes;
	if (n == 0)
		die(FAIL_DATA, "%s: no job runs %s", log->file, when);
	if (busy > nodes)
		die(FAIL_DATA, "%s: %s %" PRIu64 " nodes are busy; the machine has %" PRIu32, log->file, when, busy, nodes);
	warn("%s: %s%s%s %zu job%s on %" PRIu64 " of %" PRIu32 " nodes", log->file,
		computer ? computer : "", computer ? ": " : "", when, n, n == 1 ? "" : "s", busy, nodes);
	free(when);
}

static int64_t
fullest_moment(const logged *x, const joblog *log, uint32_t nodes, const stay *s, size_t n)
{
	hold *h = xalloc(n + 1, sizeof *h);
	fullest f;

	for (size_t i = 0; i < n; i++)
		h[i] = (hold){ s[i].start, s[i].end, s[i].nodes };
	if (!fullest_find(h, n, nodes, x->min_jobs, &f))
		die(FAIL_DATA, "%s: at no time do %" PRId64 " jobs or more run on at most %" PRIu32 " nodes%s",
			log->file, x->min_jobs ? x->min_jobs : 2, nodes, x->min_jobs ? "" : "; --min-jobs 1 takes one alone");
	if (f.too_full)
		warn("%s: %zu moments passed over: more than %" PRIu32 " nodes busy, up to %" PRIu64,
			log->file, f.too_full, nodes, f.peak);
	if (f.uneven)
		warn("%s: at every moment one job has more than half of the busy nodes: this is the fullest with two jobs or more", log->file);
	free(h);
	return f.at;
}

/* The jobs of the moment asked for, at the front of s; says which moment it is. */
static size_t
choose_moment(const logged *x, const joblog *log, uint32_t nodes, stay *s, size_t n)
{
	int64_t at = x->at;

	if (x->fullest)
		at = fullest_moment(x, log, nodes, s, n);
	n = moment_running(s, n, at);
	say_moment(log, at, s, n, nodes);
	return n;
}

static void
say_period(const joblog *log, const stay *s, size_t n, uint32_t nodes)
{
	const char *computer = log->computer;
	uint32_t widest = 0;

	for (size_t i = 0; i < n; i++)
		if (s[i].nodes > widest)
			widest = s[i].nodes;
	warn("%s: %s%s%zu job%s submitted from %.9g to %.9g s, the widest on %" PRIu32 " of %" PRIu32 " nodes", log->file,
		computer ? computer : "", computer ? ": " : "", n, n == 1 ? "" : "s", log_seconds(s[0].job->submit),
		log_seconds(s[n - 1].job->submit), widest, nodes);
}

/* Write cases that are drawn from the spans of the period. */
static void
write_resampled(const logged *x, const machine *m, const joblog *log, const stay *s, size_t n)
{
	int64_t to = x->to.given ? period_to(x, log) : s[n - 1].job->submit + 1;
	spans p = spans_cut(&x->resample, s, n, period_from(x, log), to);
	size_t in = p.first[p.count];

	warn("%s: resampled from %" PRIu32 " span%s of %.9g s, %zu job%s; %zu behind the last left out", log->file, p.count, p.count == 1 ? "" : "s",
		log_seconds(p.length), in, in == 1 ? "" : "s", n - in);
	logrows_write(x, m, log, s, in, &p);
	spans_free(&p);
}

void
logged_write(logged *x, const machine *m, const joblog *log)
{
	capacity c = capacity_of(m);
	stay *s = xalloc(log->jobs, sizeof *s);
	size_t n;

	modes_check(&x->modes, &c);
	joblog_report(log, !x->moment);
	settle_procs_per_node(x, log);
	n = gather(x, log, c.nodes, s);
	if (x->moment)
		n = choose_moment(x, log, c.nodes, s, n);
	else
		say_period(log, s, n, c.nodes);
	if (x->resample.first)
		write_resampled(x, m, log, s, n);
	else
		logrows_write(x, m, log, s, n, NULL);
	free(s);
}
