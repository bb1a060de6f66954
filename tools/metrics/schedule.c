/* schedule -- what a schedule did: waits, slowdown, utilization; of jobs that alloc, or a log, gave starts and ends. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/units.h"
#include "lib/machine/machine.h"
#include "metrics/groups.h"
#include "metrics/result.h"
#include "metrics/stats.h"
#include "metrics/subcommand.h"
#include "metrics/timeline.h"

#define MICROSECOND 1e-6

enum { KEY_BY = 0x100, KEY_FROM, KEY_TO, KEY_EVERY, KEY_BOUND, KEY_SERIES };

typedef struct options {
	cli cli;
	words files, by;
	double from, to;	/* s; NAN when not given */
	int64_t every, bound;	/* ps */
	bool series;
} options;

/* A job that ran. */
typedef struct run_job {
	double submit, start, end, logged;	/* s; submit and logged may be NAN */
	double nodes;
} run_job;

typedef struct group {
	run_job *job;
	size_t jobs, room;
	int64_t skipped;	/* rows without a start or an end */
	double from, to;	/* its period */
	timeline timeline;
} group;

typedef struct record {
	groups groups;
	group *of;		/* [group] */
	uint32_t room;
	int submit, start, end, nodes, logged;	/* handles of the input's columns */
	double machine;		/* nodes that jobs may have */
} record;

static double
read_seconds(const char *option, const char *text)
{
	double s;

	if (!read_real(text, -1e12, 1e12, &s))
		die(FAIL_USAGE, "%s: '%s': must be a number of seconds", option, text);
	return s;
}

static int64_t
read_span(const char *option, const char *text)
{
	int64_t ps;

	if (!read_time(text, &ps) || ps == 0)
		die(FAIL_USAGE, "%s: '%s': must be a time, as 60s", option, text);
	return ps;
}

static error_t
parse(int key, char *arg, struct argp_state *state)
{
	options *o = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &o->cli;
		return 0;
	case KEY_BY:
		words_split(&o->by, "--by", arg);
		return 0;
	case KEY_FROM:
		o->from = read_seconds("--from", arg);
		return 0;
	case KEY_TO:
		o->to = read_seconds("--to", arg);
		return 0;
	case KEY_EVERY:
		o->every = read_span("--every", arg);
		return 0;
	case KEY_BOUND:
		o->bound = read_span("--bound", arg);
		return 0;
	case KEY_SERIES:
		o->series = true;
		return 0;
	case ARGP_KEY_ARG:
		words_add(&o->files, arg);
		return 0;
	case ARGP_KEY_END:
		if (o->from >= o->to)
			die(FAIL_USAGE, "--to: must be later than --from");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static group *
group_of(record *l, uint32_t number)
{
	if (number >= l->room) {
		uint32_t old = l->room;

		l->room = old ? 2 * old : 16;
		l->of = xrealloc(l->of, l->room, sizeof *l->of);
		memset(l->of + old, 0, (l->room - old) * sizeof *l->of);
	}
	return &l->of[number];
}

/* A time of the row under way; NAN when the cell is empty. */
static double
time_of(const input *in, int want)
{
	double s;

	return input_number(in, want, -DBL_MAX, &s) ? s : NAN;
}

static void
add_job(const record *l, group *g, const input *in)
{
	run_job j = { time_of(in, l->submit), time_of(in, l->start), time_of(in, l->end), time_of(in, l->logged), 0 };
	int64_t nodes;

	if (!read_int(input_text(in, l->nodes), 1, UINT32_MAX, &nodes))
		input_bad(in, l->nodes, "must be a number of nodes");
	if (isnan(j.start) || isnan(j.end)) {
		g->skipped++;
		return;
	}
	if (j.end < j.start)
		input_bad(in, l->end, "is before start_s");
	if (j.submit > j.start + MICROSECOND)
		input_bad(in, l->submit, "is after start_s");
	j.submit = j.submit > j.start ? j.start : j.submit;	/* alloc rounds */
	j.nodes = (double)nodes;
	if (g->jobs == g->room) {
		g->room = g->room ? 2 * g->room : 256;
		g->job = xrealloc(g->job, g->room, sizeof *g->job);
	}
	g->job[g->jobs++] = j;
}

static void
read_jobs(record *l, const words *by, input *in)
{
	groups_init(&l->groups, in->wants, by->count);
	for (int i = 0; i < by->count; i++)
		input_wish(in, by->word[i], strcmp(by->word[i], "case") == 0 ? "1" : NULL);
	l->submit = input_wish(in, "submit_s", "");
	l->start = input_want(in, "start_s");
	l->end = input_want(in, "end_s");
	l->nodes = input_want(in, "nodes");
	l->logged = input_wish(in, "log_start_s", "");
	while (input_next(in))
		add_job(l, group_of(l, groups_add(&l->groups, in)), in);
}

/* When a job came, as far as that is known. */
static double
came(const run_job *j)
{
	return isnan(j->submit) ? j->start : j->submit;
}

/* The period of a group: as asked for, or from the first job that comes to the last end. */
static void
set_period(group *g, const options *o)
{
	g->from = INFINITY;
	g->to = -INFINITY;
	for (size_t i = 0; i < g->jobs; i++) {
		g->from = fmin(g->from, came(&g->job[i]));
		g->to = fmax(g->to, g->job[i].end);
		timeline_add(&g->timeline, g->job[i].submit, g->job[i].start, g->job[i].end, g->job[i].nodes);
	}
	g->from = isnan(o->from) ? g->from : o->from;
	g->to = isnan(o->to) ? g->to : o->to;
}

/* Did the job come in the period asked for? */
static bool
counts(const run_job *j, const options *o)
{
	return !(came(j) < o->from) && !(came(j) >= o->to);
}

/* --- the summary */

typedef struct summary {
	double *wait, *slowdown;
	size_t waits, jobs;
	int64_t delayed;
	double delay;		/* the longest */
} summary;

static void
sum_up(summary *s, const group *g, const options *o)
{
	*s = (summary){ 0 };
	s->wait = xalloc(g->jobs + 1, sizeof *s->wait);
	s->slowdown = xalloc(g->jobs + 1, sizeof *s->slowdown);
	for (size_t i = 0; i < g->jobs; i++) {
		const run_job *j = &g->job[i];
		double bound = (double)o->bound / 1e12, ran = j->end - j->start;

		if (!counts(j, o))
			continue;
		s->jobs++;
		if (j->start > j->logged) {
			s->delayed++;
			s->delay = fmax(s->delay, j->start - j->logged);
		}
		if (isnan(j->submit))
			continue;
		s->wait[s->waits] = j->start - j->submit;
		s->slowdown[s->waits++] = fmax(1, (j->end - j->submit) / fmax(ran, bound));
	}
}

/* Mean, median, 95th percentile and maximum into four columns. */
static void
write_sample(result *r, int column, double *value, size_t n)
{
	stats s = stats_of(value, n);

	result_real(r, column, s.mean);
	result_real(r, column + 1, s.median);
	result_real(r, column + 2, n ? quantile(value, n, 0.95) : NAN);
	result_real(r, column + 3, s.max);
}

/* The mean of what is busy at the samples of the period. */
static double
mean_of_samples(group *g, double every)
{
	long double sum = 0;
	int64_t n = 0;

	timeline_rewind(&g->timeline);
	for (; g->from + (double)n * every < g->to; n++) {
		timeline_go(&g->timeline, g->from + (double)n * every);
		sum += g->timeline.busy;
	}
	return n ? (double)(sum / n) : NAN;
}

static void
write_summary(result *r, const record *l, group *g, const options *o, int column)
{
	double most, work;
	summary s;

	sum_up(&s, g, o);
	sink_put_int(r->sink, column, (int64_t)s.jobs);
	sink_put_int(r->sink, column + 1, g->skipped);
	write_sample(r, column + 2, s.wait, s.waits);
	write_sample(r, column + 6, s.slowdown, s.waits);
	sink_put_int(r->sink, column + 10, s.delayed);
	sink_put_real(r->sink, column + 11, s.delay);
	if (g->from < g->to) {
		sink_put_real(r->sink, column + 12, g->from);
		sink_put_real(r->sink, column + 13, g->to);
		work = timeline_work(&g->timeline, g->from, g->to, &most);
		if (most > l->machine)
			warn("%.0f nodes are busy at a time, and the machine has %.0f: are these jobs of several schedules? see --by", most, l->machine);
		sink_put_real(r->sink, column + 14, most);
		sink_put_real(r->sink, column + 15, work / (g->to - g->from) / l->machine);
		result_real(r, column + 16, mean_of_samples(g, (double)o->every / 1e12) / l->machine);
	}
	free(s.wait);
	free(s.slowdown);
}

/* --- the series */

static void
write_by(result *r, const record *l, uint32_t number)
{
	for (int k = 0; k < l->groups.columns; k++)
		sink_put(r->sink, k, groups_cell(&l->groups, number, k));
}

static void
write_series(result *r, const record *l, uint32_t number, const options *o, int column)
{
	group *g = &l->of[number];
	double every = (double)o->every / 1e12;

	timeline_rewind(&g->timeline);
	for (int64_t n = 0; g->from + (double)n * every < g->to; n++) {
		double time = g->from + (double)n * every;

		timeline_go(&g->timeline, time);
		write_by(r, l, number);
		sink_put_real(r->sink, column, time);
		sink_put_int(r->sink, column + 1, g->timeline.running);
		sink_put_int(r->sink, column + 2, g->timeline.waiting);
		sink_put_real(r->sink, column + 3, g->timeline.busy);
		sink_put_real(r->sink, column + 4, g->timeline.busy / l->machine);
		sink_row(r->sink, NULL);
		sink_flush(r->sink);
	}
}

/* Nodes that jobs may have. */
static double
nodes_of(const options *o, const input *in)
{
	machine *m = machine_of(&o->cli, in->table);
	uint32_t n = 0;

	for (uint32_t v = 0; v < m->nodes; v++)
		n += machine_has(m, v);
	machine_free(m);
	return n;
}

static const struct argp_option known[] = {
	{ "by", KEY_BY, "COL[,COL...]", 0, "a row for rows that are alike in these columns [case]", 0 },
	{ "from", KEY_FROM, "S", 0, "begin of the period, in seconds as the table has them [the first job comes]", 0 },
	{ "to", KEY_TO, "S", 0, "end of the period [the last job ends]", 0 },
	{ "every", KEY_EVERY, "TIME", 0, "time between samples [60s]", 0 },
	{ "bound", KEY_BOUND, "TIME", 0, "runtimes below count as so long in the slowdown [10s]", 0 },
	{ "series", KEY_SERIES, NULL, 0, "write the samples, a row each", 0 },
	{ 0 }
};

static int
run(int argc, char **argv)
{
	const struct argp_child child[] = { { &cli_argp_operands, 0, NULL, 0 }, { 0 } };
	const struct argp parser = { known, parse, "[FILE...]", "Waits, slowdown and utilization of jobs that were played in time.", child, NULL, NULL };
	options o = { .from = NAN, .to = NAN, .every = 60000000000000, .bound = 10000000000000 };
	words figures = { 0 };
	record l = { 0 };
	int column;
	result r;
	input in;

	cli_parse("metrics schedule", &parser, argc, argv, &o.cli, &o);
	if (o.by.count == 0)
		words_add(&o.by, "case");
	words_split(&figures, "", o.series ? "time_s,running,waiting,busy,utilization" :
		"jobs,skipped,wait_mean_s,wait_median_s,wait_p95_s,wait_max_s,slowdown_mean,slowdown_median,slowdown_p95,slowdown_max,"
		"delayed,delay_max_s,from_s,to_s,busy_max,utilization,utilization_sampled");
	result_open(&r, &o.cli, NULL);
	result_columns(&r, &o.by);
	column = result_columns(&r, &figures);
	input_open(&in, &o.files);
	l.machine = nodes_of(&o, &in);
	read_jobs(&l, &o.by, &in);
	result_header(&r, &in);
	for (uint32_t i = 0; i < groups_count(&l.groups); i++) {
		set_period(&l.of[i], &o);
		if (o.series) {
			write_series(&r, &l, i, &o, column);
		} else {
			write_by(&r, &l, i);
			write_summary(&r, &l, &l.of[i], &o, column);
			sink_row(r.sink, NULL);
		}
		timeline_free(&l.of[i].timeline);
		free(l.of[i].job);
	}
	free(l.of);
	input_close(&in);
	sink_close(r.sink);
	return EXIT_SUCCESS;
}

const subcommand subcommand_schedule = { "schedule", "waits, slowdown and utilization of jobs played in time", run };
