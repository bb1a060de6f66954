/* snapshot -- see snapshot.h. */
#include "gen-workload/log/snapshot.h"

#include <inttypes.h>
#include <stdlib.h>

#include "lib/moment/fullest.h"

static int
by_start(const void *a, const void *b)
{
	const interval *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return x->job->number < y->job->number ? -1 : x->job->number > y->job->number;
}

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
fullest_moment(const log_options *x, const records *log, uint32_t nodes, const interval *s, size_t n)
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

size_t
snapshot_take(const log_options *x, const records *log, uint32_t nodes, interval *s, size_t n)
{
	int64_t at = x->at.fullest ? fullest_moment(x, log, nodes, s, n) : x->at.us;

	n = intervals_running(s, n, at);
	say_moment(log, at, s, n, nodes);
	return n;
}
