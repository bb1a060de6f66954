/* records -- records judged one by one. */
#include "gen-workload/log/records.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"

/* A record left out for it, in the preamble. */
static const char *const reason[ODDITIES] = {
	[ODD_UNMATCHED] = "not-a-record", [ODD_TORN] = "torn-line", [ODD_PARTIAL] = "part-of-job", [ODD_PENDING] = "pending",
	[ODD_SUSPENDED] = "suspended", [ODD_NO_SUBMIT] = "no-submit", [ODD_NO_PROCESSORS] = "no-nodes", [ODD_NO_RUNTIME] = "no-runtime",
	[ODD_TWICE] = "recorded-twice",
	[ODD_UNASKED] = "not-matched", [ODD_BEFORE] = "before-from", [ODD_AFTER] = "after-to", [ODD_NARROW] = "below-min-nodes",
	[ODD_MORE] = "beyond-max-jobs", [ODD_RUNNING] = "still-running", [ODD_WIDE] = "too-wide", [ODD_ELSEWHEN] = "other-moment",
	[ODD_REST] = "behind-last-span", [ODD_CUT] = "nodes-above-most",
};

static const char *const about[ODDITIES] = {
	[ODD_UNMATCHED] = "left out: the expression does not match",
	[ODD_TORN] = "left out: a NUL in the line",
	[ODD_PARTIAL] = "left out: parts of a job that has a record of its own",
	[ODD_PENDING] = "left out: pending",
	[ODD_SUSPENDED] = "left out: suspended",
	[ODD_NO_SUBMIT] = "left out: neither a submit time nor a start",
	[ODD_NO_PROCESSORS] = "left out: neither nodes nor processors",
	[ODD_NO_RUNTIME] = "left out: runtime 0, negative or unknown",
	[ODD_TWICE] = "left out: the job was there before",
	[ODD_UNREADABLE] = "with a value that cannot be read",
	[ODD_SHORT] = "with fewer fields than there should be",
	[ODD_LONG] = "with more fields than there should be",
	[ODD_REQUESTED] = "with the processors that were requested",
	[ODD_FRACTION] = "with a fraction of a node or processor: rounded up",
	[ODD_NO_WAIT] = "without a start or a wait: they start when submitted",
	[ODD_EARLY] = "with a start before their submit: they start when submitted",
	[ODD_MISFIT] = "ending more than a second off start + runtime: the runtime holds",
	[ODD_UNSORTED] = "submitted before the record in front",
	[ODD_COMPONENT] = "of heterogeneous jobs: each component is a job of its own",
	[ODD_NO_LIST] = "without a list of nodes: log_node_list left empty",
	[ODD_STRANGE_NODE] = "with a node that the machine does not have, or has twice: log_node_list left empty",
	[ODD_OTHER_LIST] = "with a list of more or fewer nodes than they have: log_node_list left empty",
	[ODD_NO_WALLTIME] = "without a requested time",
	[ODD_OTHER_TIME] = "that may have it in another field",
	[ODD_OVERRUN] = "that ran longer than they asked for",
};

records *
records_new(int columns, const char *const *column)
{
	records *log = xcalloc(1, sizeof *log);

	log->columns = columns;
	log->column = xcalloc((size_t)columns + 1, sizeof *log->column);
	for (int i = 0; i < columns; i++)
		log->column[i] = xstrdup(column[i]);
	log->node_list = -1;
	log->since_1970 = log->first = log->last = UNKNOWN;
	return log;
}

void
records_free(records *log)
{
	names_free(&log->name);
	names_free(&log->value);
	free(log->computer);
	free(log->header);
	for (int o = 0; o < ODDITIES; o++)
		free(log->odd[o].sample);
	for (int i = 0; i < log->columns; i++)
		free(log->column[i]);
	free(log->column);
	free(log->cell);
	free(log->job);
	free(log);
}

void
records_odd(records *log, oddity o, long line)
{
	if (log->odd[o].count++ == 0 || line < log->odd[o].first_line)
		log->odd[o].first_line = line;
}

void
records_odd_one(records *log, oddity o, long line, const char *what)
{
	if (!log->odd[o].sample)
		log->odd[o].sample = xprintf("%.60s", what);
	records_odd(log, o, line);
}

void
records_unreadable(records *log, long line, const char *field, const char *value)
{
	char *what = xprintf("%s '%.40s'", field, value);

	records_odd_one(log, ODD_UNREADABLE, line, what);
	free(what);
}

static bool
known(int64_t time)
{
	return time >= 0;
}

/* Keep count of the submit times, those of records that are left out too. */
static void
note_submit(records *log, int64_t submit, long line)
{
	if (log->last != UNKNOWN && submit < log->last && !log->any_order)
		records_odd(log, ODD_UNSORTED, line);
	log->last = submit;
	if (log->first == UNKNOWN || submit < log->first)
		log->first = submit;
}

/* When it was submitted, had its nodes and gave them back; false without a runtime.  The end serves in place
 * of a runtime only where the start is in the log: the end of a job that never ran is when it was cancelled. */
static bool
place_in_time(const log_record *r, int64_t submit, log_job *j)
{
	int64_t runtime = r->runtime;

	j->submit = j->start = submit;
	if (r->start >= submit)
		j->start = r->start;
	else if (known(r->wait))
		j->start += r->wait;
	if (r->running) {
		j->end = STILL;
		return true;
	}
	if (runtime < 0 && known(r->end) && (r->start >= submit || known(r->wait)))
		runtime = r->end - j->start;
	j->end = j->start + runtime;
	return runtime > 0;
}

/* Count what is odd in a record that becomes a job. */
static void
note_oddities(records *log, const log_record *r, const log_job *j)
{
	if (known(r->start) && r->start < j->submit)
		records_odd(log, ODD_EARLY, r->line);
	else if (!known(r->start) && !known(r->wait))
		records_odd(log, ODD_NO_WAIT, r->line);
	if (known(r->end) && !r->running && llabs(r->end - j->end) > LOG_SECOND)
		records_odd(log, ODD_MISFIT, r->line);
	if (j->walltime == 0)
		records_odd(log, ODD_NO_WALLTIME, r->line);
	else if (j->end != STILL && j->walltime < j->end - j->start)
		records_odd(log, ODD_OVERRUN, r->line);
}

static void
keep(records *log, const log_record *r, const log_job *j)
{
	size_t columns = (size_t)log->columns;

	if (log->jobs == log->room) {
		log->room = 2 * log->room + 1024;
		log->job = xrealloc(log->job, log->room, sizeof *log->job);
		log->cell = xrealloc(log->cell, log->room * columns + 1, sizeof *log->cell);
	}
	for (size_t i = 0; i < columns; i++) {
		bool added;

		log->cell[log->jobs * columns + i] = names_add(&log->value, r->cell[i], &added);
	}
	log->job[log->jobs++] = *j;
}

/* Why a record is left out, ODDITIES when it is a job; j is filled in. */
static oddity
judge(records *log, const log_record *r, int64_t submit, log_job *j)
{
	bool added;

	if (r->partial)
		return ODD_PARTIAL;
	if (r->pending)
		return ODD_PENDING;
	if (r->suspended)
		return ODD_SUSPENDED;
	if (!known(submit))
		return ODD_NO_SUBMIT;
	j->nodes = r->nodes > 0 ? r->nodes : 0;
	j->processors = !j->nodes && r->processors > 0 ? r->processors : 0;
	j->walltime = r->walltime > 0 ? r->walltime : 0;
	if ((!j->nodes && !j->processors) || j->nodes > INT32_MAX || j->processors > INT32_MAX)
		return ODD_NO_PROCESSORS;
	if (!place_in_time(r, submit, j))
		return ODD_NO_RUNTIME;
	names_add(&log->name, r->name, &added);
	return added ? ODDITIES : ODD_TWICE;
}

bool
records_add(records *log, const log_record *r)
{
	log_job j = { .line = r->line, .number = r->number, .chosen = r->chosen };
	int64_t submit = known(r->submit) ? r->submit : r->start;
	oddity o;

	if (!known(r->submit) && known(submit) && known(r->wait))
		submit -= r->wait;
	if (known(submit))
		note_submit(log, submit, r->line);
	o = judge(log, r, submit, &j);
	if (o != ODDITIES) {
		records_odd(log, o, r->line);
		return false;
	}
	note_oddities(log, r, &j);
	keep(log, r, &j);
	return true;
}

void
records_end(records *log, const char *wanted)
{
	if (log->jobs == 0) {
		records_report(log, true);
		die(FAIL_DATA, "%s: no job with %s", log->file, wanted);
	}
	for (size_t i = 0; i < log->jobs; i++) {
		log->job[i].submit -= log->first;
		log->job[i].start -= log->first;
		if (log->job[i].end != STILL)
			log->job[i].end -= log->first;
	}
	if (log->since_1970 != UNKNOWN)
		log->since_1970 += log->first;
}

const char *
records_name(const records *log, const log_job *j)
{
	return names_at(&log->name, (uint32_t)(j - log->job));
}

const char *
records_cell(const records *log, const log_job *j, int column)
{
	size_t at = (size_t)(j - log->job);

	return names_at(&log->value, log->cell[at * (size_t)log->columns + (size_t)column]);
}

void
records_report(const records *log, bool played)
{
	for (int o = 0; o < (played ? ODD_UNASKED : ODD_NO_WALLTIME); o++) {
		const char *words = log->wording && log->wording[o] ? log->wording[o] : about[o];
		long n = log->odd[o].count;

		if (n == 0)
			continue;
		if (o == ODD_UNREADABLE)
			warn("%s:%ld: first of %ld value%s that cannot be read, %s: taken as unknown", log->file,
				log->odd[o].first_line, n, n == 1 ? "" : "s", log->odd[o].sample);
		else if (log->odd[o].sample)
			warn("%s:%ld: first of %ld record%s %s (the first: '%s')", log->file, log->odd[o].first_line, n,
				n == 1 ? "" : "s", words, log->odd[o].sample);
		else
			warn("%s:%ld: first of %ld record%s %s", log->file, log->odd[o].first_line, n,
				n == 1 ? "" : "s", words);
	}
}

size_t
records_count(const records *log, oddity o, long *line)
{
	*line = log->odd[o].first_line;
	return (size_t)log->odd[o].count;
}

bool
records_left_out(const records *log, sink *out)
{
	long left_out = 0;

	for (int o = 0; o < ODDITIES; o++) {
		if (!reason[o])
			continue;
		sink_left_out(out, reason[o], log->odd[o].count, log->odd[o].first_line);
		left_out += log->odd[o].count;
	}
	return left_out > 0;
}

size_t
records_read(const records *log)
{
	size_t n = log->jobs;

	for (int o = 0; o <= ODD_TWICE; o++)
		n += (size_t)log->odd[o].count;
	return n;
}
