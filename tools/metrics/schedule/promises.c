/* promises -- which jobs of a log did not get what they asked for, or what the machine's configuration promises.
 *
 * The jobs of a case are gone through in the order of their starts, ends before starts, so that what was idle at each start is known.  A
 * leaf is a switch with nodes or a block, on rings and tori one of these. */
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

enum { SEGMENT, SWITCHES, CONTIGUOUS, EXCLUSIVE, BLOCK, FABRIC, LEAVES, PROMISES };
static const char *const promise_name[PROMISES] = { "segment", "switches", "contiguous", "exclusive", "block", "fabric", "leaves" };

enum { JOB, NODES, LIST, START, END, RUNTIME, SUBMIT, ASKED_SEGMENT, ASKED_SWITCHES, PATIENCE, ASKED_RUN, ASKED_ALONE, COLUMNS };
static const char *const column_name[COLUMNS] = { "job", "nodes", "node_list", "start_s", "end_s", "runtime_s", "submit_s", "segment",
	"switches", "switches_wait_s", "contiguous", "exclusive" };

/* A job comes or goes. */
typedef struct job_event {
	int64_t time;		/* us */
	uint32_t begins, row;
} job_event;

ASCENDING_BY3(by_time, job_event, time, begins, row)

typedef struct promise_tally {
	int64_t jobs, broken;
	long line;		/* of the first that was broken */
	char *job;
} promise_tally;

typedef struct promise_audit {
	table *in;
	machine *machine;
	switches *tree;
	int at[COLUMNS];
	uint32_t leaves, *leaf, *place;	/* [nodes] */
	uint32_t *users, *size, *idle, *take, *sorted;	/* [nodes]; [leaves]: nodes, idle ones, those of the job at hand, scratch */
	const row **closed;	/* [leaves]: whose job it is that is to be alone there; NULL: none */
	promise_tally tally[PROMISES];
	result jobs;		/* a row for each that was broken */
	bool told;		/* they are wanted */
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

/* A job was promised something, and got it or not; `want` and `got`, which are freed, say what. */
static void
judge_promise(promise_audit *a, int promise, const row *r, bool kept, char *want, char *got)
{
	promise_tally *t = &a->tally[promise];
	const char *cells[] = { a->id, cell_text(r, a->at[JOB]), promise_name[promise], want, got };

	t->jobs++;
	if (!kept && t->broken++ == 0) {
		t->line = r->line;
		t->job = xstrdup(cells[1]);
	}
	if (!kept && a->told) {
		for (int i = 0; i < 5; i++)
			sink_put(a->jobs.sink, i, cells[i]);
		sink_put_int(a->jobs.sink, 5, r->line);
		sink_row(a->jobs.sink, NULL);
	}
	free_all(want, got);
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
		a->tally[EXCLUSIVE].jobs--;	/* it counts already */
		judge_promise(a, EXCLUSIVE, other, false, xstrdup("alone"), xprintf("with job %s", cell_text(r, a->at[JOB])));
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
		int64_t start = time_at(a, r, START, INT64_MAX), end = time_at(a, r, END, INT64_MAX), runs = time_at(a, r, RUNTIME, INT64_MAX);

		if (start == INT64_MAX || !*cell_text(r, a->at[LIST]))
			continue;
		end = end == INT64_MAX && runs != INT64_MAX ? start + runs : end;
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

static void
write_tally(const promise_audit *a, const cli *c)
{
	result r;

	result_open(&r, c, NULL);
	result_columns(&r, "promise,jobs,broken,first_line,first_job");
	result_header(&r, a->in, a->machine->spec);
	for (int i = 0; i < PROMISES; i++) {
		const promise_tally *t = &a->tally[i];

		if (t->jobs == 0)
			continue;
		sink_put(r.sink, 0, promise_name[i]);
		sink_put_int(r.sink, 1, t->jobs);
		sink_put_int(r.sink, 2, t->broken);
		if (t->broken)
			sink_put_int(r.sink, 3, t->line);
		sink_put(r.sink, 4, t->job ? t->job : "");
		sink_row(r.sink, NULL);
	}
	sink_close(r.sink);
}

static void
run(const cli *c, void *path)
{
	promise_audit a = { .in = table_open(c->file), .told = *(const char **)path };
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
	if (a.told) {
		result_open(&a.jobs, c, *(const char **)path);
		result_columns(&a.jobs, "case,job,promise,wanted,got,line");
		result_header(&a.jobs, a.in, a.machine->spec);
	}
	while (table_next_case(a.in, &b))
		audit_case(&a, &b);
	write_tally(&a, c);
	if (a.told)
		sink_close(a.jobs.sink);
}

static const cli_option known[] = {
	{ "jobs", "FILE", "write each promise to a job that was broken: what was wanted, and what it got", option_text, 0 },
	{ 0 }
};

const subcommand subcommand_promises = { "promises", "which jobs of a log did not get what they asked for, or were promised",
	"[FILE]", "Count the jobs of a log that did not get what they asked for, or what the machine's configuration promises.",
	.options = known, .size = sizeof(const char *), .run = run };
