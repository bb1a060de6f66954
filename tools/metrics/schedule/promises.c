/* promises -- which jobs of a log did not get what they asked for, or what the machine's configuration promises, and what the network
 * charged those for it.
 *
 * The jobs of a case are gone through in the order of their starts, ends before starts, so that what was idle at each start is known.  A
 * leaf is a switch with nodes or a block, on rings and tori one of these.
 *
 * What a broken promise cost is known by jobs alike, of one pattern and of 1, 2 or 3, 4 to 7, ... nodes, to which it was kept: by how much
 * longer, over what they would have taken at the reference, the others ran.  The mean over jobs goes by their node-hours there. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/ascending.h"
#include "lib/cli/subcommand.h"
#include "lib/job/job.h"
#include "lib/logtime/logtime.h"
#include "lib/machine/switches.h"
#include "lib/machine/tori.h"
#include "metrics/result.h"
#include "metrics/schedule/periods.h"

enum { SEGMENT, SWITCHES, CONTIGUOUS, EXCLUSIVE, BLOCK, FABRIC, LEAVES, PROMISES };
static const char *const promise_name[PROMISES] = { "segment", "switches", "contiguous", "exclusive", "block", "fabric", "leaves" };

enum { JOB, NODES, LIST, START, END, RUNTIME, SUBMIT, ASKED_SEGMENT, ASKED_SWITCHES, PATIENCE, ASKED_RUN, ASKED_ALONE, SLOWDOWN, PATTERN,
	COLUMNS };
static const char *const column_name[COLUMNS] = { "job", "nodes", "node_list", "start_s", "end_s", "runtime_s", "submit_s", "segment",
	"switches", "switches_wait_s", "contiguous", "exclusive", "network_slowdown", "pattern" };

/* A job comes or goes. */
typedef struct job_event {
	int64_t time;		/* us */
	uint32_t begins, row;
} job_event;

ASCENDING_BY3(by_time, job_event, time, begins, row)

typedef struct promise_options {
	const char *jobs;	/* a file, or NULL */
	period_calendar calendar;
} promise_options;

/* A promise that was made to a job. */
typedef struct judgement {
	double from;		/* where its period begins, s; 0 without --per */
	uint32_t promise, order;	/* which, in the order of starts */
	bool broken;
	uint32_t kind;		/* of jobs alike */
	long line;
	char *job;
	double hours, least;	/* node-hours, and at the reference; NAN */
} judgement;

ASCENDING_BY3(by_period, judgement, from, promise, order)

/* Node-hours of jobs alike to which a promise was kept. */
typedef struct kept_hours {
	double hours, least;
} kept_hours;

typedef struct promise_audit {
	table *in;
	machine *machine;
	switches *tree;
	int at[COLUMNS];
	uint32_t leaves, *leaf, *place;	/* [nodes] */
	uint32_t *users, *size, *idle, *take, *sorted;	/* [nodes]; [leaves]: nodes, idle ones, those of the job at hand, scratch */
	const row **closed;	/* [leaves]: whose job it is that is to be alone there; NULL: none */
	judgement *judged;
	size_t count, room;
	kept_hours *kept;	/* [kind * PROMISES + promise] */
	names kinds;
	const promise_options *with;
	result jobs;		/* a row for each that was broken */
	const char *id;		/* the case at hand */
	list node;		/* of the job at hand */
} promise_audit;

/* Its nodes at each leaf that it has, as 17+17+2. */
static char *
write_parts(const promise_audit *a)
{
	char *text = xstrdup("");

	for (uint32_t i = 0; i < a->leaves; i++)
		if (a->take[i])
			text = xappend(text, "%s%" PRIu32, *text ? "+" : "", a->take[i]);
	return text;
}

static uint32_t
asked(const promise_audit *a, const row *r, int column)
{
	return (uint32_t)cell_int(a->in, r, a->at[column], 0, UINT32_MAX, 0);
}

static int64_t
time_at(const promise_audit *a, const row *r, int column, int64_t absent)
{
	double s = cell_real(a->in, r, a->at[column], -LOG_LONGEST_S, LOG_LONGEST_S, NAN);

	return isnan(s) ? absent : llround(s * LOG_SECOND);
}

/* When a job ends; INT64_MAX: it does not. */
static int64_t
end_of(const promise_audit *a, const row *r)
{
	int64_t runs = time_at(a, r, RUNTIME, INT64_MAX), end = runs == INT64_MAX ? runs : time_at(a, r, START, 0) + runs;

	return time_at(a, r, END, end);
}

/* Jobs that are alike: the number of their kind. */
static uint32_t
kind_of(promise_audit *a, const row *r)
{
	char *name = xprintf("%.0f %s", floor(log2(a->node.count)), cell_text(r, a->at[PATTERN]));
	uint32_t number = names_add(&a->kinds, name, NULL);

	free(name);
	return number;
}

/* A row for a promise that was broken; `want` and `got` say what. */
static void
tell_broken(promise_audit *a, const judgement *j, const char *want, const char *got)
{
	const char *cells[] = { a->id, j->job, promise_name[j->promise], want, got };

	for (int i = 0; a->with->jobs && i < 5; i++)
		sink_put(a->jobs.sink, i, cells[i]);
	if (a->with->jobs) {
		sink_put_int(a->jobs.sink, 5, j->line);
		sink_row(a->jobs.sink, NULL);
	}
}

/* A job was promised something, and got it or not; `want` and `got`, which are freed, say what. */
static void
judge_promise(promise_audit *a, uint32_t promise, const row *r, bool kept, char *want, char *got)
{
	double start = (double)time_at(a, r, START, 0) / LOG_SECOND, slower = cell_real(a->in, r, a->at[SLOWDOWN], 1e-9, INFINITY, NAN);
	judgement j = { .promise = promise, .order = (uint32_t)a->count, .broken = !kept, .kind = kind_of(a, r), .line = r->line,
		.job = xstrdup(cell_text(r, a->at[JOB])), .hours = a->node.count * ((double)end_of(a, r) / LOG_SECOND - start) / 3600 };

	j.from = a->with->calendar.length == PERIOD_NONE ? 0 : period_of(&a->with->calendar, start).from;
	j.least = j.hours / slower;
	a->judged = xgrow(a->judged, &a->room, a->count + 1, sizeof *a->judged);
	a->judged[a->count++] = j;
	if (!kept)
		tell_broken(a, &j, want, got);
	free_all(want, got);
}

/* The fewest leaves of the job's fabric whose idle nodes hold it, in whole segments of so many. */
static uint32_t
fewest_leaves(promise_audit *a, uint32_t segment)
{
	const uint32_t *fabric = a->machine->fabric;
	uint32_t n = a->leaves, need = a->node.count / segment;

	for (uint32_t i = 0; i < n; i++)
		a->sorted[i] = a->idle[i] == 0 || (fabric && fabric[a->tree->node[a->tree->first[i]]] != fabric[a->node.item[0]]) ? 0 :
			a->idle[i] / segment;
	qsort(a->sorted, n, sizeof *a->sorted, ascending_u32);
	for (; n > 0 && need > 0; n--)
		need -= a->sorted[n - 1] < need ? a->sorted[n - 1] : need;
	return a->leaves - n;
}

/* The job's segment where it is one of several alike; 0: none. */
static uint32_t
segment_of(const promise_audit *a, const row *r)
{
	uint32_t segment = asked(a, r, ASKED_SEGMENT);

	return segment && segment < a->node.count && a->node.count % segment == 0 ? segment : 0;
}

/* Do all nodes of the job have the same number by this? */
static bool
all_same(const promise_audit *a, const uint32_t *of, uint32_t each)
{
	for (uint32_t i = 1; i < a->node.count; i++)
		if (of[a->node.item[i]] / each != of[a->node.item[0]] / each)
			return false;
	return true;
}

/* Has each leaf whole segments?  One that is larger than a base block lies in blocks in a row, of the least size that holds it. */
static bool
has_whole(const promise_audit *a, uint32_t segment)
{
	const machine *m = a->machine;
	uint32_t span = 1, nodes = 0;

	for (int k = 0; k < m->block_sizes && m->block_size[k] < segment; k++)
		span = k + 1 < m->block_sizes ? m->block_size[k + 1] / m->block_size[0] : a->leaves;
	for (uint32_t i = 0; i < a->leaves; i++) {
		nodes += a->take[i];
		if ((i + 1) % span == 0 && nodes % segment != 0)
			return false;
	}
	return nodes % segment == 0;
}

/* What the job asked for. */
static void
judge_asked(promise_audit *a, const row *r, uint32_t leaves, int64_t start)
{
	uint32_t n = a->node.count, segment = segment_of(a, r), most = asked(a, r, ASKED_SWITCHES), low = UINT32_MAX, high = 0;
	int64_t waited = start - time_at(a, r, SUBMIT, start), patience = time_at(a, r, PATIENCE, INT64_MAX);

	if (segment)
		judge_promise(a, SEGMENT, r, has_whole(a, segment), xprintf("%" PRIu32 " in each", segment), write_parts(a));
	if (most && waited < patience)
		judge_promise(a, SWITCHES, r, leaves <= most, xprintf("%" PRIu32, most), xprintf("%" PRIu32, leaves));
	for (uint32_t i = 0; i < n; i++) {
		uint32_t at = a->place[a->node.item[i]];

		low = at < low ? at : low;
		high = at > high ? at : high;
	}
	if (asked(a, r, ASKED_RUN))
		judge_promise(a, CONTIGUOUS, r, high - low < n, xprintf("%" PRIu32 " in a row", n), xprintf("within %" PRIu32, high - low + 1));
}

/* A job does not want its leaves alone any more. */
static void
open_leaves(promise_audit *a, const row *r)
{
	for (uint32_t i = 0; i < a->leaves; i++)
		a->closed[i] = a->closed[i] == r ? NULL : a->closed[i];
}

/* A job comes to one that was alone so far. */
static void
break_alone(promise_audit *a, const row *alone, const row *comes)
{
	judgement *j = &a->judged[a->count - 1];
	char *got = xprintf("with job %s", cell_text(comes, a->at[JOB]));

	while (j->promise != EXCLUSIVE || j->line != alone->line)
		j--;
	j->broken = true;
	tell_broken(a, j, "alone", got);
	free(got);
}

/* Jobs that are to be alone on their leaves: this one, and those that are there. */
static void
judge_alone(promise_audit *a, const row *r)
{
	bool alone = *cell_text(r, a->at[ASKED_ALONE]), kept = true;

	for (uint32_t i = 0; i < a->leaves; i++) {
		const row *other = a->take[i] ? a->closed[i] : NULL;

		kept = kept && (!a->take[i] || a->idle[i] == a->size[i]);
		if (!other)
			continue;
		open_leaves(a, other);
		break_alone(a, other, r);
	}
	if (alone)
		judge_promise(a, EXCLUSIVE, r, kept, xstrdup("alone"), xstrdup("with others"));
	for (uint32_t i = 0; i < a->leaves && alone && kept; i++)
		a->closed[i] = a->take[i] ? r : a->closed[i];
}

/* What the configuration promises, and how well the job could have been placed. */
static void
judge_configured(promise_audit *a, const row *r, uint32_t leaves)
{
	const machine *m = a->machine;
	uint32_t n = a->node.count, segment = segment_of(a, r), fewest = fewest_leaves(a, segment ? segment : 1);
	int k = 0;

	while (k < m->block_sizes && m->block_size[k] < n)
		k++;
	if (k < m->block_sizes && !segment)
		judge_promise(a, BLOCK, r, all_same(a, a->leaf, m->block_size[k] / m->block_size[0]), xprintf("a block of %" PRIu32, m->block_size[k]),
			write_parts(a));
	if (m->fabric)
		judge_promise(a, FABRIC, r, all_same(a, m->fabric, 1), xstrdup("one"), xstrdup("several"));
	judge_promise(a, LEAVES, r, leaves <= fewest, xprintf("%" PRIu32, fewest), xprintf("%" PRIu32, leaves));
}

static void
begin_job(promise_audit *a, const row *r, int64_t start)
{
	uint32_t leaves = 0;

	memset(a->take, 0, a->leaves * sizeof *a->take);
	for (uint32_t i = 0; i < a->node.count; i++)
		leaves += a->take[a->leaf[a->node.item[i]]]++ == 0;
	judge_asked(a, r, leaves, start);
	judge_alone(a, r);
	judge_configured(a, r, leaves);
	for (uint32_t i = 0; i < a->node.count; i++)
		a->idle[a->leaf[a->node.item[i]]] -= a->users[a->node.item[i]]++ == 0;
}

static void
end_job(promise_audit *a, const row *r)
{
	for (uint32_t i = 0; i < a->node.count; i++)
		a->idle[a->leaf[a->node.item[i]]] += --a->users[a->node.item[i]] == 0;
	open_leaves(a, r);
}

static void
audit_case(promise_audit *a, const batch *b)
{
	job_event *e = xalloc(2 * (size_t)b->rows, sizeof *e);
	size_t n = 0;

	memset(a->users, 0, a->machine->nodes * sizeof *a->users);
	memcpy(a->idle, a->size, a->leaves * sizeof *a->idle);
	memset(a->closed, 0, a->leaves * sizeof *a->closed);
	a->id = b->id;
	for (int i = 0; i < b->rows; i++) {
		const row *r = &b->row[i];
		int64_t start = time_at(a, r, START, INT64_MAX), end = end_of(a, r);

		if (start == INT64_MAX || !*cell_text(r, a->at[LIST]))
			continue;
		if (end <= start)
			table_bad(a->in, r, a->at[END] < 0 ? a->at[RUNTIME] : a->at[END], "must be later than its start");
		e[n++] = (job_event){ start, 1, (uint32_t)i };
		if (end != INT64_MAX)
			e[n++] = (job_event){ end, 0, (uint32_t)i };
	}
	qsort(e, n, sizeof *e, by_time);
	for (size_t i = 0; i < n; i++) {
		const row *r = &b->row[e[i].row];

		job_read_list(&a->node, a->in, r, a->at[LIST], a->machine, asked(a, r, NODES));
		if (e[i].begins)
			begin_job(a, r, e[i].time);
		else
			end_job(a, r);
	}
	free(e);
}

/* Which leaf each node is at. */
static void
find_leaves(promise_audit *a)
{
	const machine *m = a->machine;

	a->tree = switches_of(m);
	a->place = a->tree->place;
	a->leaf = a->tree->leaf;
	a->leaves = m->tori ? m->tori : a->tree->leaves;
	for (uint32_t i = 0; i < m->tori; i++)
		for (uint32_t v = 0; v < places_in(m->torus[i].size); v++)
			a->leaf[m->torus[i].first + v] = i;
	a->users = xalloc(m->nodes, sizeof *a->users);
	a->size = xcalloc(4 * (size_t)a->leaves, sizeof *a->size);
	a->idle = a->size + a->leaves;
	a->take = a->idle + a->leaves;
	a->sorted = a->take + a->leaves;
	a->closed = xalloc(a->leaves, sizeof *a->closed);
	for (uint32_t v = 0; v < m->nodes; v++)
		a->size[a->leaf[v]] += machine_has(m, v);
}

/* What the network charged those of judgements from … to-1 to which the promise was broken, into five columns. */
static void
write_cost(const promise_audit *a, result *r, int column, const judgement *from, const judgement *to)
{
	double hours = 0, least = 0, alike = 0;
	int64_t compared = 0;

	for (const judgement *j = from; j < to; j++) {
		const kept_hours *k = &a->kept[j->kind * PROMISES + j->promise];

		if (!j->broken || isnan(j->least) || k->least <= 0)
			continue;
		compared++;
		hours += j->hours;
		least += j->least;
		alike += j->least * k->hours / k->least;
	}
	sink_put_int(r->sink, column, compared);
	result_reals(r, column + 1, 4, (double[]){ hours, hours / least, alike / least, hours - alike });
}

/* The row of judgements from … to-1, of one period and promise. */
static void
write_promise(const promise_audit *a, result *r, const judgement *from, const judgement *to)
{
	bool periods = a->with->calendar.length != PERIOD_NONE;
	const judgement *first = NULL;
	int64_t broken = 0;

	for (const judgement *j = from; j < to; j++) {
		first = j->broken && !first ? j : first;
		broken += j->broken;
	}
	if (periods)
		sink_put(r->sink, 0, period_of(&a->with->calendar, from->from).name);
	sink_put(r->sink, periods, promise_name[from->promise]);
	sink_put_int(r->sink, periods + 1, to - from);
	sink_put_int(r->sink, periods + 2, broken);
	if (first)
		sink_put_int(r->sink, periods + 3, first->line);
	sink_put(r->sink, periods + 4, first ? first->job : "");
	if (a->at[SLOWDOWN] >= 0)
		write_cost(a, r, periods + 5, from, to);
	sink_row(r->sink, NULL);
}

/* A row for each period and promise that was made in it. */
static void
write_promises(const promise_audit *a, const cli *c)
{
	const judgement *end = a->judged + a->count, *to;
	result r;

	result_open(&r, c, NULL);
	if (a->with->calendar.length != PERIOD_NONE)
		result_column(&r, "period");
	result_columns(&r, "promise,jobs,broken,first_line,first_job");
	if (a->at[SLOWDOWN] >= 0)
		result_columns(&r, "compared,node_hours,slowdown_broken,slowdown_kept,node_hours_lost");
	result_header(&r, a->in, a->machine->spec);
	for (const judgement *from = a->judged; from < end; from = to) {
		for (to = from; to < end && to->from == from->from && to->promise == from->promise;)
			to++;
		write_promise(a, &r, from, to);
	}
	sink_close(r.sink);
}

/* Sum up what was kept, by kinds of jobs, and bring judgements into the order of the result. */
static void
sum_up(promise_audit *a)
{
	a->kept = xcalloc((size_t)a->kinds.count * PROMISES, sizeof *a->kept);
	for (const judgement *j = a->judged; j < a->judged + a->count; j++)
		if (!j->broken && !isnan(j->least)) {
			a->kept[j->kind * PROMISES + j->promise].hours += j->hours;
			a->kept[j->kind * PROMISES + j->promise].least += j->least;
		}
	qsort(a->judged, a->count, sizeof *a->judged, by_period);
}

static void
run(const cli *c, void *options)
{
	promise_audit a = { .in = table_open(c->file), .with = options };
	batch b;
	bool played;

	a.machine = machine_of(c, a.in);
	/* The columns; a log's own where the table was not played. */
	played = table_column(a.in, "node_list") >= 0;
	for (int i = 0; i < COLUMNS; i++)
		a.at[i] = table_column(a.in, column_name[i]);
	a.at[JOB] = table_need(a.in, "job");
	a.at[NODES] = table_need(a.in, "nodes");
	a.at[LIST] = table_need(a.in, played ? "node_list" : "log_node_list");
	a.at[START] = table_need(a.in, played ? "start_s" : "log_start_s");
	find_leaves(&a);
	if (a.with->jobs) {
		result_open(&a.jobs, c, a.with->jobs);
		result_columns(&a.jobs, "case,job,promise,wanted,got,line");
		result_header(&a.jobs, a.in, a.machine->spec);
	}
	while (table_next_case(a.in, &b))
		audit_case(&a, &b);
	sum_up(&a);
	write_promises(&a, c);
	if (a.with->jobs)
		sink_close(a.jobs.sink);
}

#define AT(field) offsetof(promise_options, field)

static const cli_option known[] = {
	{ "jobs", "FILE", "write each promise to a job that was broken: what was wanted, and what it got", option_text, AT(jobs) },
	{ "per", "week|month", "a row a promise and week or month in which jobs start", NULL, AT(calendar.length) },
	{ "since", "DATE", "the date of second 0, UTC, or seconds since 1970; --per month needs it", period_read_since, AT(calendar) },
	{ 0 }
};

static const cli_rule rules[] = {
	{ "per=month", "since", NULL, "--%s: months need --since, the date of second 0" },
	{ "since", "per", NULL, "--%s: without --per no date is asked for" },
	{ 0 }
};

static const promise_options defaults = { .calendar.length = PERIOD_NONE };

const subcommand subcommand_promises = { "promises", "which jobs of a log did not get what they asked for, or were promised",
	"[FILE]", "Count the jobs of a log that did not get what they asked for, or what the machine's configuration promises.",
	.options = known, .rules = rules, .size = sizeof defaults, .defaults = &defaults, .run = run };
