#include "gen-workload/log/select.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>

#include "lib/cli/ascending.h"
#include "lib/moment/fullest.h"

/* Have the processors a node, from the log if need be. */
static void
settle_procs_per_node(log_options *x, const records *log)
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

int64_t
log_clock(const records *log, const log_time *t, const char *option, int64_t otherwise)
{
	if (!t->given)
		return otherwise;
	if (t->dated && log->since_1970 == UNKNOWN)
		die(FAIL_DATA, "%s: no UnixStartTime in the header, so %s must be in seconds", log->file, option);
	return t->dated ? t->us - log->since_1970 : t->us;
}

static int64_t
width(const log_options *x, const log_job *j)
{
	return j->nodes ? j->nodes : (j->processors + x->procs_per_node - 1) / x->procs_per_node;
}

/* How a message about the log begins, to be freed. */
static char *
whose(const records *log)
{
	return log->computer ? xprintf("%s: %s", log->file, log->computer) : xstrdup(log->file);
}

static void
say_period(const records *log, const interval *s, size_t n, uint32_t nodes)
{
	char *log_of = whose(log);
	uint32_t widest = 0;

	for (size_t i = 0; i < n; i++)
		if (s[i].nodes > widest)
			widest = s[i].nodes;
	warn("%s: %zu job%s submitted from %.9g to %.9g s, the widest on %" PRIu32 " of %" PRIu32 " nodes", log_of, n, n == 1 ? "" : "s",
		log_seconds(s[0].job->submit), log_seconds(s[n - 1].job->submit), widest, nodes);
}

ASCENDING_BY3(by_start, interval, start, job->number, job->part)

size_t
intervals_running(interval *s, size_t n, int64_t at)
{
	size_t running = 0;

	for (size_t i = 0; i < n; i++)
		if (s[i].start <= at && at < s[i].end)
			s[running++] = s[i];
	qsort(s, running, sizeof *s, by_start);
	return running;
}

static void
say_moment(const records *log, int64_t at, const interval *s, size_t n, uint32_t nodes)
{
	char *log_of = whose(log), *when = at == STILL - 1 ? xstrdup("now") : xprintf("at %.9g s", log_seconds(at));
	uint64_t busy = 0;

	for (size_t i = 0; i < n; i++)
		busy += s[i].nodes;
	if (n == 0)
		die(FAIL_DATA, "%s: no job runs %s", log->file, when);
	if (busy > nodes)
		die(FAIL_DATA, "%s: %s %" PRIu64 " nodes are busy; the machine has %" PRIu32, log->file, when, busy, nodes);
	warn("%s: %s %zu job%s on %" PRIu64 " of %" PRIu32 " nodes", log_of, when, n, n == 1 ? "" : "s", busy, nodes);
}

/* The fullest moment of the jobs that have started. */
static bool
find_fullest(const interval *s, size_t n, uint32_t nodes, int64_t jobs, fullest *f)
{
	hold *h = xalloc(n + 1, sizeof *h);
	size_t started = 0;

	for (size_t i = 0; i < n; i++)
		if (s[i].start != STILL)
			h[started++] = (hold){ s[i].start, s[i].end, s[i].nodes };
	return fullest_find(h, started, nodes, jobs, f);
}

ASCENDING_BY3(by_submit, interval, job->submit, job->line, job->part)

/* Does the user want the job?  It is counted by why not. */
static bool
asked_for(const log_options *x, records *log, const log_job *j, int64_t from, int64_t to)
{
	record_oddity o = !j->chosen ? ODD_UNASKED : j->submit < from ? ODD_BEFORE : j->submit >= to ? ODD_AFTER :
		width(x, j) < x->min_nodes ? ODD_NARROW : ODDITIES;

	if (o != ODDITIES)
		records_odd(log, o, j->line);
	return o == ODDITIES;
}

/* To how many nodes jobs are then cut, on a machine of `all`. */
static int64_t
most_nodes(const widths *w, uint32_t all)
{
	if (w->machine)
		return all;
	return w->most ? w->most : INT64_MAX;
}

/* What a job of that many nodes gets: times the factor, rounded up (in integers: a factor of 1.1 makes 11 nodes of 10, not 12). */
static int64_t
scale(const widths *w, int64_t nodes)
{
	const fraction *f = &w->times;
	uint64_t n = (uint64_t)nodes, rest;

	if (!f->whole)
		return nodes;
	rest = n * (f->part % f->whole);	/* the whole and the rest of the factor apart: nothing overflows */
	return (int64_t)(n * (f->part / f->whole) + (rest + f->whole - 1) / f->whole);
}

/* The job as an interval, as wide as it is to be; false when it is left out, and counted.  *capped counts those that are cut. */
static bool
fit(const log_options *x, records *log, const log_job *j, uint32_t nodes, interval *s, size_t *capped)
{
	int64_t all = scale(&x->widths, width(x, j)), need = MIN(all, most_nodes(&x->widths, nodes));

	if (j->end == STILL && !x->at.given && !x->wanted.unfinished) {
		records_odd(log, ODD_RUNNING, j->line);
		return false;
	}
	*capped += need < all;
	if (need > nodes || need < all)
		records_odd(log, need > nodes ? ODD_WIDE : ODD_CUT, j->line);
	*s = (interval){ j, j->start, j->end, (uint32_t)need };
	return need <= nodes;
}

/* Say how many jobs are left out, and how many nobody asked for. */
static void
report(const records *log, size_t n, uint32_t nodes)
{
	long line, first;
	size_t running = records_count(log, ODD_RUNNING, &first), wide = records_count(log, ODD_WIDE, &line);

	if (running)
		warn("%s:%ld: first of %zu job%s left out: still running (--at takes them)", log->file, first, running, running == 1 ? "" : "s");
	if (wide)
		warn("%s:%ld: first of %zu job%s left out: wider than %" PRIu32 " nodes", log->file, line,
			wide, wide == 1 ? "" : "s", nodes);
	if (n + wide + running < log->jobs)
		warn("%s: %zu of %zu jobs not asked for (--from, --to, --min-nodes, --match, --max-jobs)", log->file,
			log->jobs - n - wide - running, log->jobs);
}

double
node_hours(const interval *s, size_t n)
{
	double all = 0;

	for (size_t i = 0; i < n; i++)
		if (s[i].end != STILL)
			all += log_seconds(s[i].end - s[i].start) / 3600 * s[i].nodes;
	return all;
}

/* Do with the jobs that share nodes as the user wants; `sharing` says which they are. */
static size_t
settle_sharing(const log_options *x, records *log, uint32_t nodes, interval **s, size_t n, const bool *sharing)
{
	double before = node_hours(*s, n);
	size_t kept = 0;

	for (size_t i = 0; i < n; i++) {
		if (sharing[i])
			records_odd(log, x->shared.how == DROP ? ODD_SHARED : ODD_SHARES, (*s)[i].job->line);
		if (x->shared.how == DROP && !sharing[i])
			(*s)[kept++] = (*s)[i];
	}
	if (x->shared.how == DROP)
		return kept;
	if (x->shared.how == WHOLE) {
		if (x->at.given)
			packing_unlist(log, *s, n, sharing);
		return n;
	}
	n = packing_pack(log, s, n, sharing, x->at.given);
	for (size_t i = 0; i < n; i++)
		(*s)[i].nodes = (uint32_t)MIN(scale(&x->widths, width(x, (*s)[i].job)), most_nodes(&x->widths, nodes));
	log->node_hours += node_hours(*s, n) - before;
	return n;
}

/* Treat jobs that shared nodes as --shared says, and report how many there are. */
static size_t
unshare(const log_options *x, records *log, uint32_t nodes, interval **s, size_t n)
{
	static const char *const done[] = { [PACK] = "what a node holds is one job", [WHOLE] = "each has its nodes whole", [DROP] = "left out" };
	bool *sharing = xcalloc(n + 1, sizeof *sharing);
	size_t count = packing_find(log, *s, n, sharing);
	long line = 0;

	if (x->shared.given && log->node_list < 0)
		die(FAIL_USAGE, "--shared: %s has no lists of nodes", log->file);
	if (count) {
		n = settle_sharing(x, log, nodes, s, n, sharing);
		records_count(log, x->shared.how == DROP ? ODD_SHARED : ODD_SHARES, &line);
		warn("%s:%ld: first of %zu jobs that share nodes with others: %s (--shared pack|whole|drop)", log->file, line, count,
			done[x->shared.how]);
	}
	free(sharing);
	return n;
}

static int64_t
fullest_moment(const log_options *x, const records *log, uint32_t nodes, const interval *s, size_t n)
{
	fullest f;

	if (!find_fullest(s, n, nodes, x->min_jobs, &f))
		die(FAIL_DATA, "%s: at no time do %" PRId64 " jobs or more run on at most %" PRIu32 " nodes%s",
			log->file, x->min_jobs ? x->min_jobs : 2, nodes, x->min_jobs ? "" : "; --min-jobs 1 takes one alone");
	if (f.too_full)
		warn("%s: %zu moments passed over: more than %" PRIu32 " nodes busy, up to %" PRIu64,
			log->file, f.too_full, nodes, f.peak);
	if (f.uneven)
		warn("%s: at every moment one job has more than half of the busy nodes: this is the fullest with two jobs or more", log->file);
	return f.at;
}

/* When the user wants them: the fullest moment is that of the jobs as they are when packed. */
static int64_t
moment_of(const log_options *x, records *log, uint32_t nodes, const interval *s, size_t n)
{
	interval *packed;
	bool *sharing;

	if (!x->at.fullest)
		return x->at.us;
	sharing = xcalloc(n + 1, sizeof *sharing);
	packed = xalloc(n + 1, sizeof *packed);
	memcpy(packed, s, n * sizeof *s);
	if (x->shared.how == PACK && packing_find(log, s, n, sharing))
		n = packing_pack(log, &packed, n, sharing, false);
	return fullest_moment(x, log, nodes, packed, n);
}

/* The jobs of the moment asked for, in s; how many they are. */
static size_t
take_moment(const log_options *x, records *log, uint32_t nodes, interval **s, size_t n)
{
	int64_t at = moment_of(x, log, nodes, *s, n);

	for (size_t i = 0; i < n; i++)
		if (at < (*s)[i].start || (*s)[i].end <= at)
			records_odd(log, ODD_ELSEWHEN, (*s)[i].job->line);
	n = intervals_running(*s, n, at);
	n = unshare(x, log, nodes, s, n);
	n = intervals_running(*s, n, at);
	say_moment(log, at, *s, n, nodes);
	return n;
}

/* Say that more nodes are busy at one time than there are, as jobs may share them without a list that says so. */
static void
check_peak(records *log, const interval *s, size_t n, uint32_t nodes)
{
	fullest f;

	find_fullest(s, n, nodes, 1, &f);
	if (f.peak <= nodes)
		return;
	log->peak = f.peak;
	warn("%s: up to %" PRIu64 " nodes are busy at one time, of %" PRIu32 ": the log's machine has more, or jobs share nodes", log->file,
		f.peak, nodes);
}

interval *
select_jobs(log_options *x, records *log, uint32_t nodes, size_t *count)
{
	int64_t from = log_clock(log, &x->from, "--from", 0), to = log_clock(log, &x->to, "--to", INT64_MAX);
	interval *s = xalloc(log->jobs + 1, sizeof *s);
	size_t n = 0, capped = 0;

	settle_procs_per_node(x, log);
	for (size_t i = 0; i < log->jobs; i++) {
		const log_job *j = &log->job[i];

		if (j->end != STILL)
			log->node_hours += log_seconds(j->end - j->start) / 3600 * (double)scale(&x->widths, width(x, j));
		if (asked_for(x, log, j, from, to) && fit(x, log, j, nodes, &s[n], &capped))
			n++;
	}
	if (x->widths.times.whole)
		warn("%s: jobs have %.9g times the nodes of the log", log->file, (double)x->widths.times.part / (double)x->widths.times.whole);
	if (x->widths.machine || x->widths.most)
		warn("%s: %zu job%s cut to %" PRId64 " nodes", log->file, capped, capped == 1 ? "" : "s", most_nodes(&x->widths, nodes));
	qsort(s, n, sizeof *s, by_submit);
	while (x->max_jobs && n > (uint64_t)x->max_jobs)
		records_odd(log, ODD_MORE, s[--n].job->line);
	report(log, n, nodes);
	if (x->at.given) {
		*count = take_moment(x, log, nodes, &s, n);
		return s;
	}
	n = unshare(x, log, nodes, &s, n);
	if (n == 0)
		die(FAIL_DATA, "%s: none of its %zu jobs is left", log->file, log->jobs);
	qsort(s, n, sizeof *s, by_submit);
	say_period(log, s, n, nodes);
	if (log->node_list < 0 || x->shared.how == WHOLE)
		check_peak(log, s, n, nodes);
	*count = n;
	return s;
}
