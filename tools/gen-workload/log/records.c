/* records -- records judged one by one. */
#include "gen-workload/log/records.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"

enum { LISTED = 10 };	/* runs that did not count, by name */

/* A record left out for it, in the preamble. */
static const char *const reason[ODDITIES] = {
	[ODD_UNMATCHED] = "not-a-record", [ODD_TORN] = "torn-line", [ODD_PARTIAL] = "part-of-job", [ODD_PENDING] = "pending",
	[ODD_SUSPENDED] = "suspended", [ODD_NO_SUBMIT] = "no-submit", [ODD_NO_PROCESSORS] = "no-nodes", [ODD_NO_RUNTIME] = "no-runtime",
	[ODD_TWICE] = "recorded-twice", [ODD_EARLIER] = "earlier-run",
	[ODD_UNASKED] = "not-matched", [ODD_BEFORE] = "before-from", [ODD_AFTER] = "after-to", [ODD_NARROW] = "below-min-nodes",
	[ODD_MORE] = "beyond-max-jobs", [ODD_RUNNING] = "still-running", [ODD_WIDE] = "too-wide", [ODD_ELSEWHEN] = "other-moment",
	[ODD_REST] = "behind-last-span", [ODD_SHARED] = "shared-nodes",
	[ODD_CUT] = "nodes-above-most",
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
	[ODD_EARLIER] = "left out: the job ran again, and its last run counts",
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
	log->node_list = log->cluster = -1;
	for (int i = 0; i < columns; i++)
		if (strcmp(column[i], "cluster") == 0)
			log->cluster = i;
	log->since_1970 = log->first = log->last = log->now = UNKNOWN;
	return log;
}

void
records_odd(records *log, record_oddity o, long line)
{
	if (log->odd[o].count++ == 0 || line < log->odd[o].first_line)
		log->odd[o].first_line = line;
}

void
records_odd_one(records *log, record_oddity o, long line, const char *what)
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

/* When it was submitted, had its nodes and gave them back; false without a runtime.  The end serves in place
 * of a runtime only where the start is in the log: the end of a job that never ran is when it was cancelled. */
static bool
place_in_time(const log_record *r, int64_t submit, log_job *j)
{
	int64_t runtime = r->runtime;

	j->submit = j->start = submit;
	if (r->pending) {
		j->start = j->end = STILL;
		return true;
	}
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
	if (j->start == STILL)
		return;
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

/* Have the job in place `at` of the log: behind all others, or of an earlier run. */
static void
keep(records *log, const log_record *r, const log_job *j, size_t at)
{
	size_t columns = (size_t)log->columns;

	if (at == log->room) {
		log->room = 2 * log->room + 1024;
		log->job = xrealloc(log->job, log->room, sizeof *log->job);
		log->cell = xrealloc(log->cell, log->room * columns + 1, sizeof *log->cell);
	}
	for (size_t i = 0; i < columns; i++)
		log->cell[at * columns + i] = names_add(&log->value, r->cell[i], NULL);
	log->job[at] = *j;
	log->job[at].at = at;
	log->jobs += at == log->jobs;
}

/* The number of the job of that name and cluster, submitted then (UNKNOWN: at any time). */
static uint32_t
key_of(records *log, const log_record *r, int64_t submit)
{
	const char *cluster = r->cluster ? r->cluster : log->cluster >= 0 ? r->cell[log->cluster] : "";
	char *text = xprintf("%s\n%s\n%" PRId64, r->name, cluster, submit);
	uint32_t key = names_add(&log->key, text, NULL);

	free(text);
	log->latest = xgrow(log->latest, &log->latest_room, (size_t)key + 1, sizeof *log->latest);
	return key;
}

/* Of two records of one job, does the new one count?  Of one run that which knows the end, of two runs the later.  The other is
 * counted. */
static bool
replaces(records *log, const log_job *old, const log_job *j)
{
	record_oddity o = j->start == old->start ? ODD_TWICE : ODD_EARLIER;
	bool newer = o == ODD_TWICE ? old->end == STILL && j->end != STILL : j->start > old->start;
	long line = newer ? old->line : j->line, n = log->odd[o].count;

	if (o == ODD_EARLIER && n < LISTED)
		log->odd[o].sample = xappend(log->odd[o].sample ? log->odd[o].sample : xstrdup(""), "%s'%.40s' in line %ld", n ? ", " : "",
			names_at(&log->name, j->name), line);
	records_odd(log, o, line);
	return newer;
}

/* Take in a job that the user chose; false when a record of it is there that counts. */
static bool
take(records *log, const log_record *r, log_job *j)
{
	uint32_t exact = key_of(log, r, j->submit), any = key_of(log, r, UNKNOWN), mine = log->latest[exact], last = log->latest[any];
	const log_job *other = last ? &log->job[last - 1] : NULL;
	bool last_started = !other || j->start >= other->start;

	if (!mine && other && (last_started ? other->requeued : j->requeued))
		mine = last;
	if (mine && !replaces(log, &log->job[mine - 1], j))
		return false;
	if (mine) {
		j->twin = log->job[mine - 1].twin;
	} else {
		log->twins = xgrow(log->twins, &log->twins_room, (size_t)j->name + 1, sizeof *log->twins);
		j->twin = ++log->twins[j->name];
		mine = (uint32_t)log->jobs + 1;
	}
	keep(log, r, j, mine - 1);
	log->latest[exact] = mine;
	if (last_started)
		log->latest[any] = mine;
	return true;
}

/* Why a record is left out, ODDITIES when it is a job; j is filled in. */
static record_oddity
judge(const records *log, const log_record *r, int64_t submit, log_job *j)
{
	if (r->partial)
		return ODD_PARTIAL;
	if (r->pending && !log->unfinished)
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
	return place_in_time(r, submit, j) ? ODDITIES : ODD_NO_RUNTIME;
}

bool
records_add(records *log, const log_record *r)
{
	log_job j = { .line = r->line, .number = r->number, .chosen = r->chosen, .requeued = r->requeued };
	int64_t submit = known(r->submit) ? r->submit : r->start;
	record_oddity o;

	if (!known(r->submit) && known(submit) && known(r->wait))
		submit -= r->wait;
	if (known(submit)) {	/* of records that are left out, too */
		if (log->last != UNKNOWN && submit < log->last && !log->any_order)
			records_odd(log, ODD_UNSORTED, r->line);
		log->last = submit;
		log->first = log->first == UNKNOWN || submit < log->first ? submit : log->first;
	}
	o = judge(log, r, submit, &j);
	if (o != ODDITIES) {
		records_odd(log, o, r->line);
		return false;
	}
	j.name = names_add(&log->name, r->name, NULL);
	if (!r->chosen)
		keep(log, r, &j, log->jobs);
	else if (!take(log, r, &j))
		return false;
	note_oddities(log, r, &j);
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
		if (log->job[i].start != STILL)
			log->job[i].start -= log->first;
		if (log->job[i].end != STILL)
			log->job[i].end -= log->first;
	}
	if (log->now != UNKNOWN)
		log->now -= log->first;
	if (log->since_1970 != UNKNOWN)
		log->since_1970 += log->first;
}

const char *
records_name(const records *log, const log_job *j)
{
	return names_at(&log->name, j->name);
}

const char *
records_cell(const records *log, const log_job *j, int column)
{
	if (j->list && column == log->node_list)
		return j->list;
	return names_at(&log->value, log->cell[j->at * (size_t)log->columns + (size_t)column]);
}

void
records_report(const records *log, bool played)
{
	for (int o = 0; o < (played ? ODD_UNASKED : ODD_NO_WALLTIME); o++) {
		const char *words = log->wording && log->wording[o] ? log->wording[o] : about[o];
		long n = log->odd[o].count;
		char *more;

		if (n == 0)
			continue;
		if (o == ODD_UNREADABLE) {
			warn("%s:%ld: first of %ld value%s that cannot be read, %s: taken as unknown", log->file,
				log->odd[o].first_line, n, n == 1 ? "" : "s", log->odd[o].sample);
			continue;
		}
		more = o == ODD_EARLIER ? xprintf(": %s%s", log->odd[o].sample, n > LISTED ? ", and more" : "") :
			log->odd[o].sample ? xprintf(" (the first: '%s')", log->odd[o].sample) : xstrdup("");
		warn("%s:%ld: first of %ld record%s %s%s", log->file, log->odd[o].first_line, n, n == 1 ? "" : "s", words, more);
		free(more);
	}
}

size_t
records_count(const records *log, record_oddity o, long *line)
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

	for (int o = 0; o <= ODD_EARLIER; o++)
		n += (size_t)log->odd[o].count;
	return n;
}
