/* schedule -- what a schedule did: waits, slowdown, utilization; of jobs that alloc, or a log, gave starts and ends.
 *
 * A row for each group, for each week or month of it, or for each sample. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/subcommand.h"
#include "lib/cli/units.h"
#include "lib/machine/machine.h"
#include "lib/rng/hash.h"
#include "metrics/choices.h"
#include "metrics/groups.h"
#include "metrics/result.h"
#include "metrics/schedule/periods.h"
#include "metrics/schedule/played.h"
#include "metrics/schedule/unusable.h"

#define MICROSECOND 1e-6
#define NINE_DIGITS 1e-8	/* more than what a number loses when it is written with nine */

typedef struct schedule_options {
	names by;
	double from, to;	/* s; NAN when not given */
	int64_t every, bound;	/* ps */
	bool series;
	period_calendar calendar;	/* of --per and --since */
	const char *fragments;	/* a file, or NULL */
} schedule_options;

/* Rows that are alike. */
typedef struct schedule_group {
	played played;
	double machine;		/* nodes that jobs may have */
	int64_t skipped;	/* rows without a start or an end */
	bool warned;		/* of more busy nodes than there are */
	unusable_nodes *unusable;	/* NULL: without --fragments, or no job ran */
} schedule_group;

/* Which jobs have which times under a policy. */
typedef struct policy_rows {
	uint64_t sum;		/* of a hash of each row */
	uint64_t count;
	bool ran;		/* one of them did */
} policy_rows;

typedef struct schedule_record {
	groups groups;
	schedule_group *of;		/* [group] */
	size_t room;
	int submit, start, end, nodes, logged;	/* handles of the input's columns */
	int case_, job, policy;
	int alone, placement, undone;
	bool network;			/* a file says how long jobs take alone */
	int turnaround, losses;		/* the result's first column of each */
	names policies;
	policy_rows *rows;		/* [policies] */
	size_t policy_room;
	choices chosen;
} schedule_record;

/* --- reading */

/* The row under way as one of the schedule under its policy. */
static void
add_alike(schedule_record *l, const input *in)
{
	const int column[] = { l->case_, l->job, l->submit, l->start, l->end };
	uint64_t hash = 0;
	policy_rows *p;
	uint32_t i;

	if (!*input_text(in, l->policy))
		return;
	for (size_t k = 0; k < sizeof column / sizeof *column; k++)
		hash = hash_text(hash, input_text(in, column[k]));
	i = names_add(&l->policies, input_text(in, l->policy), NULL);
	l->rows = xgrow(l->rows, &l->policy_room, (size_t)i + 1, sizeof *l->rows);
	p = &l->rows[i];
	p->sum += hash;		/* under each policy rows may come in an order of its own */
	p->count++;
	p->ran |= *input_text(in, l->end) != '\0';
}

/* Warn of policies under which every job starts and ends at the same times. */
static void
tell_alike(const schedule_record *l)
{
	bool *told = xcalloc(l->policies.count, sizeof *told);

	for (uint32_t i = 0; i < l->policies.count; i++) {
		const policy_rows *a = &l->rows[i];
		char *list = xstrdup(names_at(&l->policies, i));
		bool several = false;

		for (uint32_t k = i + 1; !told[i] && k < l->policies.count; k++)
			if (a->ran && a->sum == l->rows[k].sum && a->count == l->rows[k].count) {
				several = told[k] = true;
				list = xappend(list, ", %s", names_at(&l->policies, k));
			}
		if (several)
			warn("equal schedules under %s: every job starts and ends at the same times, so waits and utilization do not depend on"
				" these policies; how long messages take may, as netsim tells", list);
		free(list);
	}
}

/* What the network did to the job of the row under way. */
static void
add_network(schedule_record *l, run_job *j, const input *in)
{
	double asked = input_real(in, l->alone, 0, NAN);

	l->network |= input_has(in, l->alone);
	j->undone = input_real(in, l->undone, 0, 0);
	if (j->undone > asked * (1 + NINE_DIGITS))
		input_bad(in, l->undone, "is more than runtime_alone_s");
	j->alone = j->undone > asked ? 0 : asked - j->undone;
	j->placed = j->alone > 0 ? j->alone * input_real(in, l->placement, 0, NAN) : 0;
}

static void
add_job(schedule_record *l, schedule_group *g, const input *in)
{
	run_job j = { .submit = input_real(in, l->submit, -DBL_MAX, NAN), .start = input_real(in, l->start, -DBL_MAX, NAN),
		.end = input_real(in, l->end, -DBL_MAX, NAN), .logged = input_real(in, l->logged, -DBL_MAX, NAN) };
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
	add_network(l, &j, in);
	played_add(&g->played, &j);
}

static void
find_columns(schedule_record *l, const names *by, input *in)
{
	groups_want(&l->groups, in, by);
	choices_watch(&l->chosen, in, by);
	l->submit = input_wish(in, "submit_s", "");
	l->start = input_want(in, "start_s");
	l->end = input_want(in, "end_s");
	l->nodes = input_want(in, "nodes");
	l->logged = input_wish(in, "log_start_s", "");
	l->case_ = input_wish(in, "case", "1");
	l->job = input_wish(in, "job", "");
	l->policy = input_wish(in, "alloc", "");
	l->alone = input_wish(in, "runtime_alone_s", "");
	l->placement = input_wish(in, "placement_slowdown", "");
	l->undone = input_wish(in, "work_lost_s", "");
}

/* Nodes that jobs may have. */
static double
nodes_of(const cli *c, const input *in)
{
	machine *m = machine_of(c, in->table);
	uint32_t n = 0;

	for (uint32_t v = 0; v < m->nodes; v++)
		n += machine_has(m, v);
	machine_free(m);
	return n;
}

static void
read_jobs(schedule_record *l, const cli *c, input *in)
{
	double nodes = nodes_of(c, in);
	char **file = in->file;

	while (input_next(in)) {
		uint32_t group = groups_add(&l->groups, in);

		if (in->file != file && in->table->machine)
			nodes = nodes_of(c, in);
		file = in->file;
		choices_see(&l->chosen, in, group);
		l->of = xgrow(l->of, &l->room, (size_t)group + 1, sizeof *l->of);
		l->of[group].machine = nodes;
		add_job(l, &l->of[group], in);
		add_alike(l, in);
	}
}

/* Find the unusable nodes of each case in which a job ran. */
static void
read_unusable(schedule_record *l, unusable_cases *f, const char *path)
{
	unusable_read(f, path);
	for (uint32_t i = 0; i < groups_count(&l->groups); i++) {
		const char *name = groups_cell(&l->groups, i, 0);

		l->of[i].unusable = unusable_find(f, name);
		if (!l->of[i].unusable && l->of[i].played.jobs > 0)
			die(FAIL_DATA, "%s: has no case '%s'", path, name);
	}
}

/* --- writing */

/* Add the columns behind those of --by to the result; the handle of the first. */
static int
schedule_columns(result *r, schedule_record *l, const schedule_options *o)
{
	int first = (int)r->name.count;

	if (o->calendar.length != PERIOD_NONE)
		result_column(r, "period");
	result_columns(r, o->series ? "time_s,running,waiting,busy,utilization" :
		"jobs,skipped,wait_mean_s,wait_median_s,wait_p95_s,wait_max_s,slowdown_mean,slowdown_median,slowdown_p95,slowdown_max,"
		"delayed,delay_max_s,from_s,to_s,busy_max,utilization,utilization_sampled,util_min,util_q1,util_median,util_q3,util_max");
	if (o->fragments)
		result_columns(r, "fragmented,fragmented_fitting,closed");
	if (!o->series)
		l->turnaround = result_columns(r, "turnaround_mean_s,turnaround_median_s,turnaround_p95_s,turnaround_max_s");
	if (!o->series && l->network)
		l->losses = result_columns(r, "node_hours,node_hours_alone,node_hours_lost,network_slowdown_mean,placement_slowdown_mean,"
			"contention_slowdown_mean,work_lost_node_hours,utilization_alone");
	return first;
}

/* The period asked for. */
static span
asked_span(const schedule_options *o)
{
	return (span){ isnan(o->from) ? -INFINITY : o->from, isnan(o->to) ? INFINITY : o->to };
}

/* The period of a group: as asked for, or from the first job that comes to the last end. */
static span
group_span(const schedule_group *g, const schedule_options *o)
{
	span s = played_span(&g->played);

	return (span){ isnan(o->from) ? s.from : o->from, isnan(o->to) ? s.to : o->to };
}

/* Mean, median, 95th percentile and maximum into four columns; the sample is freed. */
static void
write_sample(result *r, int column, value_sample *x)
{
	stats s = sample_stats(x, false);

	result_reals(r, column, 4, (double[]){ s.mean, s.median, s.count ? quantile(x->value, s.count, 0.95) : NAN, s.max });
	sample_free(x);
}

/* Mean, minimum, quartiles and maximum of the share of the nodes that is busy at the samples into six columns. */
static void
write_samples(result *r, schedule_group *g, span s, double every, int column)
{
	value_sample busy = { 0 };
	double all = g->machine, time;
	stats t;

	for (int64_t n = 0; timeline_sample(&g->played.timeline, s.from, s.to, every, n, &time); n++)
		sample_add(&busy, g->played.timeline.busy, 0);
	t = sample_stats(&busy, false);
	result_reals(r, column, 6, (double[]){ t.mean / all, t.min / all, t.q1 / all, t.median / all, t.q3 / all, t.max / all });
	sample_free(&busy);
}

/* What the network cost the jobs that came in a span, and the share of the nodes that their work wants alone in another, into eight
 * columns. */
static void
write_losses(result *r, const schedule_group *g, span came, span busy, int column)
{
	node_seconds s = played_node_seconds(&g->played, came);
	const double hour = 3600;

	result_real(r, column, s.run / hour);
	if (s.known > 0)
		result_reals(r, column + 1, 6, (double[]){ s.alone / hour, (s.known - s.alone) / hour, s.known / s.alone, s.placed / s.alone,
			s.known / s.placed, s.undone / hour });
	if (busy.from < busy.to)
		result_real(r, column + 7, played_work_alone(&g->played, busy) / (busy.to - busy.from) / g->machine);
}

/* What was busy in a span that is not empty, and the span. */
static void
write_busy(result *r, schedule_group *g, span s, const schedule_options *o, int column)
{
	double most, work = timeline_work(&g->played.timeline, s.from, s.to, &most);

	sink_put_real(r->sink, column, s.from);
	sink_put_real(r->sink, column + 1, s.to);
	if (most > g->machine && !g->warned)
		warn("%.0f nodes are busy at a time, and the machine has %.0f: are these jobs of several schedules? see --by", most, g->machine);
	g->warned |= most > g->machine;
	sink_put_real(r->sink, column + 2, most);
	sink_put_real(r->sink, column + 3, work / (s.to - s.from) / g->machine);
	write_samples(r, g, s, (double)o->every / 1e12, column + 4);
	for (int i = 0; g->unusable && i < UNUSABLE_KINDS; i++)	/* mean shares of the nodes */
		sink_put_real(r->sink, column + 10 + i, timeline_work(&g->unusable->of[i], s.from, s.to, &most) / (s.to - s.from) / g->machine);
}

/* A row's numbers, of the jobs that came in one span and what was busy in another. */
static void
write_summary(result *r, const schedule_record *l, schedule_group *g, span came, span busy, const schedule_options *o, int column)
{
	wait_stats w;

	played_sum_up(&g->played, came, (double)o->bound / 1e12, &w);
	sink_put_int(r->sink, column, (int64_t)w.jobs);
	sink_put_int(r->sink, column + 1, g->skipped);
	write_sample(r, column + 2, &w.wait);
	write_sample(r, column + 6, &w.slowdown);
	sink_put_int(r->sink, column + 10, w.delayed);
	sink_put_real(r->sink, column + 11, w.delay);
	if (busy.from < busy.to)
		write_busy(r, g, busy, o, column + 12);
	write_sample(r, l->turnaround, &w.turnaround);
	if (l->network)
		write_losses(r, g, came, busy, l->losses);
}

/* A row for each week or month in which something may have happened: jobs that came in it, and what was busy in it. */
static void
write_periods(result *r, const schedule_record *l, uint32_t number, const schedule_options *o, int column)
{
	schedule_group *g = &l->of[number];
	span asked = asked_span(o), all = group_span(g, o);
	double last = played_last(&g->played, asked);

	if (all.from <= all.to && fmax(-all.from, all.to) > PERIODS_END)
		die(FAIL_DATA, "--per: times from %.9g to %.9g s are beyond the calendar", all.from, all.to);
	for (double time = all.from; time < all.to || time <= last;) {
		period p = period_of(&o->calendar, time);

		groups_put(&l->groups, number, r);
		sink_put(r->sink, column, p.name);
		write_summary(r, l, g, (span){ fmax(p.from, asked.from), fmin(p.to, asked.to) }, (span){ fmax(p.from, all.from), fmin(p.to, all.to) },
			o, column + 1);
		sink_row(r->sink, NULL);
		time = p.to;
	}
}

static void
write_series(result *r, const schedule_record *l, uint32_t number, const schedule_options *o, int column)
{
	schedule_timeline *busy = &l->of[number].played.timeline;
	span s = group_span(&l->of[number], o);
	double time;

	for (int64_t n = 0; timeline_sample(busy, s.from, s.to, (double)o->every / 1e12, n, &time); n++) {
		groups_put(&l->groups, number, r);
		sink_put_real(r->sink, column, time);
		sink_put_int(r->sink, column + 1, busy->running);
		sink_put_int(r->sink, column + 2, busy->waiting);
		sink_put_real(r->sink, column + 3, busy->busy);
		sink_put_real(r->sink, column + 4, busy->busy / l->of[number].machine);
		sink_row(r->sink, NULL);
		sink_flush(r->sink);
	}
}

/* Write the rows of a group; `column` is what schedule_columns returned. */
static void
schedule_rows(result *r, const schedule_record *l, uint32_t number, const schedule_options *o, int column)
{
	schedule_group *g = &l->of[number];

	if (o->series) {
		write_series(r, l, number, o, column);
	} else if (o->calendar.length != PERIOD_NONE) {
		write_periods(r, l, number, o, column);
	} else {
		groups_put(&l->groups, number, r);
		write_summary(r, l, g, asked_span(o), group_span(g, o), o, column);
		sink_row(r->sink, NULL);
	}
}

static void
run(const cli *c, void *given)
{
	schedule_options *o = given;
	unusable_cases idle = { 0 };
	schedule_record l = { 0 };
	int column;
	result r;
	input in;

	if (o->by.count == 0)
		names_read("--by", "case", &o->by);
	/* Values of options that do not go together. */
	if (o->from >= o->to)
		die(FAIL_USAGE, "--to: must be later than --from");
	if (o->fragments && (o->by.count > 1 || strcmp(names_at(&o->by, 0), "case") != 0))
		die(FAIL_USAGE, "--fragments: its rows can be told apart by their case only, not by what --by says");
	result_open_tall(&r, c);
	result_names(&r, &o->by);
	input_open(&in, c->files);
	find_columns(&l, &o->by, &in);
	read_jobs(&l, c, &in);
	if (o->fragments)
		read_unusable(&l, &idle, o->fragments);
	column = schedule_columns(&r, &l, o);
	result_header(&r, input_origin(&in), NULL);
	for (uint32_t i = 0; i < groups_count(&l.groups); i++)
		schedule_rows(&r, &l, i, o, column);
	tell_alike(&l);
	result_close(&r);
}

#define AT(field) offsetof(schedule_options, field)

static const cli_option known[] = {
	{ "by", "COL[,COL...]", "a row for rows that are alike in these columns [case]", names_read, AT(by) },
	{ "from", "S", "begin of the period, in seconds as the table has them [the first job comes]", NULL,
		AT(from), .quantity = { VALUE_REAL, -1e12, 1e12, "a number of seconds" } },
	{ "to", "S", "end of the period [the last job ends]", NULL,
		AT(to), .quantity = { VALUE_REAL, -1e12, 1e12, "a number of seconds" } },
	{ "every", "TIME", "time between samples [60s]", NULL, AT(every), .quantity = { VALUE_PERIOD, 1, 0, "a time, as 60s" } },
	{ "bound", "TIME", "runtimes below count as so long in the slowdown [10s]", NULL,
		AT(bound), .quantity = { VALUE_PERIOD, 1, 0, "a time, as 60s" } },
	{ "series", NULL, "write the samples, a row each", option_flag, AT(series) },
	{ "per", "week|month", "a row a week or month", NULL, AT(calendar.length) },
	{ "since", "DATE", "the date of second 0, UTC, or seconds since 1970; --per month needs it", period_read_since, AT(calendar) },
	{ "fragments", "FILE", "add what alloc --fragments wrote", option_text, AT(fragments) },
	{ 0 }
};

static const cli_rule rules[] = {
	{ "per=month", "since", NULL, "--%s: months need --since, the date of second 0" },
	{ "since", "per", NULL, "--%s: without --per no date is asked for" },
	{ "series", NULL, "per", "--%s: its rows are samples, those of --per are not" },
	{ "series", NULL, "fragments", "--%s: has no columns for --fragments" },
	{ 0 }
};

static const schedule_options defaults = { .from = NAN, .to = NAN, .every = 60000000000000, .bound = 10000000000000,
	.calendar.length = PERIOD_NONE };

const subcommand subcommand_schedule = { "schedule", "waits, slowdown and utilization of jobs played in time",
	"[FILE...]", "Waits, slowdown and utilization of jobs that were played in time.",
	.options = known, .rules = rules, .size = sizeof defaults, .defaults = &defaults, .run = run };
