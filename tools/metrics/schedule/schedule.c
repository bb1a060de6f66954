/* schedule -- what a schedule did: waits, slowdown, utilization; of jobs that alloc, or a log, gave starts and ends.
 *
 * Here is what is read; the rows that are written are in rows.c. */
#include "metrics/schedule/schedule.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/subcommand.h"
#include "lib/cli/units.h"
#include "lib/machine/machine.h"
#include "lib/rng/hash.h"

#define MICROSECOND 1e-6
#define NINE_DIGITS 1e-8	/* more than what a number loses when it is written with nine */

static void
read_seconds(const char *option, const char *text, void *seconds)
{
	if (!read_real(text, -1e12, 1e12, seconds))
		die(FAIL_USAGE, "%s: '%s': must be a number of seconds", option, text);
}

static void
read_span(const char *option, const char *text, void *ps)
{
	if (!read_period(text, ps) || *(int64_t *)ps == 0)
		die(FAIL_USAGE, "%s: '%s': must be a time, as 60s", option, text);
}

static void
read_since(const char *option, const char *text, void *field)
{
	period_calendar *c = field;

	if (!read_moment(text, &c->zero))
		die(FAIL_USAGE, "%s: '%s': must be a date, as 2019-01-01 or 2019-01-01T07:14:22, or whole seconds since 1970", option, text);
	c->dated = true;
}

/* Values of options that do not go together. */
static void
check_options(const schedule_options *o)
{
	if (o->from >= o->to)
		die(FAIL_USAGE, "--to: must be later than --from");
	if (o->fragments && (o->by.count > 1 || strcmp(names_at(&o->by, 0), "case") != 0))
		die(FAIL_USAGE, "--fragments: its rows can be told apart by their case only, not by what --by says");
}

/* The row under way as one of the schedule under its policy. */
static void
add_alike(schedule_record *l, const input *in)
{
	const int column[] = { l->case_, l->job, l->submit, l->start, l->end };
	uint64_t hash = 0;
	policy_rows *p;
	bool added;
	uint32_t i;

	if (!*input_text(in, l->policy))
		return;
	for (size_t k = 0; k < sizeof column / sizeof *column; k++)
		hash = hash_text(hash, input_text(in, column[k]));
	i = names_add(&l->policies, input_text(in, l->policy), &added);
	l->rows = xgrow(l->rows, &l->policy_room, (size_t)i + 1, sizeof *l->rows);
	p = &l->rows[i];
	p->sum += hash;		/* under each policy rows may come in an order of its own */
	p->count++;
	p->ran |= *input_text(in, l->end) != '\0';
}

static bool
alike(const policy_rows *a, const policy_rows *b)
{
	return a->sum == b->sum && a->count == b->count && a->ran;
}

/* Warn of policies under which every job starts and ends at the same times. */
static void
tell_alike(const schedule_record *l)
{
	bool *told = xcalloc(l->policies.count, sizeof *told);

	for (uint32_t i = 0; i < l->policies.count; i++) {
		char *list = xstrdup(names_at(&l->policies, i));
		bool several = false;

		for (uint32_t k = i + 1; !told[i] && k < l->policies.count; k++)
			if (alike(&l->rows[i], &l->rows[k])) {
				several = told[k] = true;
				list = xappend(list, ", %s", names_at(&l->policies, k));
			}
		if (several)
			warn("equal schedules under %s: every job starts and ends at the same times, so waits and utilization do not depend on"
				" these policies; how long messages take may, as netsim tells", list);
		free(list);
	}
	free(told);
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
	check_options(o);
	result_open_tall(&r, c);
	result_names(&r, &o->by);
	input_open(&in, c->files);
	find_columns(&l, &o->by, &in);
	read_jobs(&l, c, &in);
	if (o->fragments)
		read_unusable(&l, &idle, o->fragments);
	column = schedule_columns(&r, &l, o);
	result_header(&r, input_origin(&in), NULL);
	for (uint32_t i = 0; i < groups_count(&l.groups); i++) {
		schedule_rows(&r, &l, i, o, column);
		played_free(&l.of[i].played);
	}
	tell_alike(&l);
	names_free(&l.policies);
	choices_free(&l.chosen);
	unusable_free(&idle);
	free_all(l.rows, l.of);
	input_close(&in);
	result_close(&r);
}

#define AT(field) offsetof(schedule_options, field)

static const cli_option known[] = {
	{ "by", "COL[,COL...]", "a row for rows that are alike in these columns [case]", names_read, AT(by) },
	{ "from", "S", "begin of the period, in seconds as the table has them [the first job comes]", read_seconds, AT(from) },
	{ "to", "S", "end of the period [the last job ends]", read_seconds, AT(to) },
	{ "every", "TIME", "time between samples [60s]", read_span, AT(every) },
	{ "bound", "TIME", "runtimes below count as so long in the slowdown [10s]", read_span, AT(bound) },
	{ "series", NULL, "write the samples, a row each", option_flag, AT(series) },
	{ "per", "week|month", "a row a week or month", NULL, AT(calendar.length) },
	{ "since", "DATE", "the date of second 0, UTC, or seconds since 1970; --per month needs it", read_since, AT(calendar) },
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
