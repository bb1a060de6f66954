/* schedule -- what a schedule did: waits, slowdown, utilization; of jobs that alloc, or a log, gave starts and ends.
 *
 * Here is what is read; the rows that are written are in rows.c. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/units.h"
#include "lib/machine/machine.h"
#include "lib/rng/hash.h"
#include "metrics/schedule/schedule.h"
#include "metrics/subcommand.h"

#define MICROSECOND 1e-6

enum { KEY_BY = 0x100, KEY_FROM, KEY_TO, KEY_EVERY, KEY_BOUND, KEY_SERIES, KEY_PER, KEY_SINCE, KEY_FRAGMENTS };

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

	if (!read_period(text, &ps) || ps == 0)
		die(FAIL_USAGE, "%s: '%s': must be a time, as 60s", option, text);
	return ps;
}

static void
read_per(schedule_options *o, const char *text)
{
	o->calendar.length = strcmp(text, "week") == 0 ? PERIOD_WEEK : strcmp(text, "month") == 0 ? PERIOD_MONTH : PERIOD_NONE;
	if (o->calendar.length == PERIOD_NONE)
		die(FAIL_USAGE, "--per: '%s': must be week or month", text);
}

static void
read_since(schedule_options *o, const char *text)
{
	if (!read_moment(text, &o->calendar.zero))
		die(FAIL_USAGE, "--since: '%s': must be a date, as 2019-01-01 or 2019-01-01T07:14:22, or whole seconds since 1970", text);
	o->calendar.dated = true;
}

/* Options that do not go together. */
static void
check_options(const schedule_options *o)
{
	if (o->from >= o->to)
		die(FAIL_USAGE, "--to: must be later than --from");
	if (o->calendar.length == PERIOD_MONTH && !o->calendar.dated)
		die(FAIL_USAGE, "--per: months need --since, the date of second 0");
	if (o->calendar.dated && o->calendar.length == PERIOD_NONE)
		die(FAIL_USAGE, "--since: without --per no date is asked for");
	if (o->series && o->calendar.length != PERIOD_NONE)
		die(FAIL_USAGE, "--series: its rows are samples, those of --per are not");
	if (o->series && o->fragments)
		die(FAIL_USAGE, "--series: has no columns for --fragments");
	if (o->fragments && o->by.count > 0 && (o->by.count > 1 || strcmp(o->by.word[0], "case") != 0))
		die(FAIL_USAGE, "--fragments: its rows can be told apart by their case only, not by what --by says");
}

static error_t
parse(int key, char *arg, struct argp_state *state)
{
	schedule_options *o = state->input;

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
	case KEY_PER:
		read_per(o, arg);
		return 0;
	case KEY_SINCE:
		read_since(o, arg);
		return 0;
	case KEY_FRAGMENTS:
		o->fragments = arg;
		return 0;
	case ARGP_KEY_ARG:
		words_add(&o->files, arg);
		return 0;
	case ARGP_KEY_END:
		check_options(o);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static schedule_group *
group_of(schedule_record *l, uint32_t number)
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

/* The row under way as one of the schedule under its policy. */
static void
add_alike(schedule_record *l, const input *in, bool ran)
{
	const int column[] = { l->case_, l->job, l->submit, l->start, l->end };
	uint64_t hash = 0;

	for (size_t i = 0; i < sizeof column / sizeof *column; i++)
		hash = hash_text(hash, input_text(in, column[i]));
	alike_add(&l->alike, input_text(in, l->policy), ran, hash);
}

static void
add_job(const schedule_record *l, schedule_group *g, const input *in)
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
	played_add(&g->played, &j);
}

static void
read_jobs(schedule_record *l, const words *by, input *in)
{
	groups_init(&l->groups, in->wants, by->count);
	for (int i = 0; i < by->count; i++)
		input_wish(in, by->word[i], strcmp(by->word[i], "case") == 0 ? "1" : NULL);
	l->submit = input_wish(in, "submit_s", "");
	l->start = input_want(in, "start_s");
	l->end = input_want(in, "end_s");
	l->nodes = input_want(in, "nodes");
	l->logged = input_wish(in, "log_start_s", "");
	l->case_ = input_wish(in, "case", "1");
	l->job = input_wish(in, "job", "");
	l->policy = input_wish(in, "alloc", "");
	while (input_next(in)) {
		add_job(l, group_of(l, groups_add(&l->groups, in)), in);
		add_alike(l, in, *input_text(in, l->end) != '\0');
	}
}

/* Find the fragments of each case in which a job ran. */
static void
read_fragments(schedule_record *l, fragmented_cases *f, const char *path)
{
	fragmented_read(f, path);
	for (uint32_t i = 0; i < groups_count(&l->groups); i++) {
		const char *name = groups_cell(&l->groups, i, 0);

		l->of[i].fragmented = fragmented_find(f, name);
		if (!l->of[i].fragmented && l->of[i].played.jobs > 0)
			die(FAIL_DATA, "%s: has no case '%s'", path, name);
	}
}

/* Nodes that jobs may have. */
static double
nodes_of(const schedule_options *o, const input *in)
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
	{ "per", KEY_PER, "week|month", 0, "a row a week or month", 0 },
	{ "since", KEY_SINCE, "DATE", 0, "the date of second 0, UTC, or seconds since 1970; --per month needs it", 0 },
	{ "fragments", KEY_FRAGMENTS, "FILE", 0, "add what alloc --fragments wrote", 0 },
	{ 0 }
};

/* The columns behind those of --by; the handle of the first. */
static int
own_columns(result *r, const schedule_options *o)
{
	words figures = { 0 };

	if (o->calendar.length != PERIOD_NONE)
		words_add(&figures, "period");
	words_split(&figures, "", o->series ? "time_s,running,waiting,busy,utilization" :
		"jobs,skipped,wait_mean_s,wait_median_s,wait_p95_s,wait_max_s,slowdown_mean,slowdown_median,slowdown_p95,slowdown_max,"
		"delayed,delay_max_s,from_s,to_s,busy_max,utilization,utilization_sampled,util_min,util_q1,util_median,util_q3,util_max");
	if (o->fragments)
		words_split(&figures, "", "fragmented,fragmented_fitting,closed");
	return result_columns(r, &figures);
}

static int
run(int argc, char **argv)
{
	const struct argp_child child[] = { { &cli_argp_operands, 0, NULL, 0 }, { 0 } };
	const struct argp parser = { known, parse, "[FILE...]", "Waits, slowdown and utilization of jobs that were played in time.", child, NULL, NULL };
	schedule_options o = { .from = NAN, .to = NAN, .every = 60000000000000, .bound = 10000000000000 };
	fragmented_cases fragments = { 0 };
	schedule_record l = { 0 };
	int column;
	result r;
	input in;

	cli_parse("metrics schedule", &parser, argc, argv, &o.cli, &o);
	if (o.by.count == 0)
		words_add(&o.by, "case");
	result_open(&r, &o.cli, NULL);
	result_columns(&r, &o.by);
	column = own_columns(&r, &o);
	input_open(&in, &o.files);
	l.machine = nodes_of(&o, &in);
	read_jobs(&l, &o.by, &in);
	if (o.fragments)
		read_fragments(&l, &fragments, o.fragments);
	result_header(&r, &in);
	for (uint32_t i = 0; i < groups_count(&l.groups); i++) {
		schedule_rows(&r, &l, i, &o, column);
		played_free(&l.of[i].played);
	}
	alike_tell(&l.alike);
	alike_free(&l.alike);
	fragmented_free(&fragments);
	free(l.of);
	input_close(&in);
	sink_close(r.sink);
	return EXIT_SUCCESS;
}

const subcommand subcommand_schedule = { "schedule", "waits, slowdown and utilization of jobs played in time", run };
