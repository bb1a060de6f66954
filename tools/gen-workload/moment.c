/* moment -- a sweep over starts and ends in the order of time. */
#include <stdlib.h>

#include "gen-workload/moment.h"
#include "lib/cli/cli.h"

typedef struct change {
	int64_t at;
	int64_t nodes;		/* that become busy, or idle when negative */
} change;

static int
by_time(const void *a, const void *b)
{
	const change *x = a, *y = b;

	return x->at < y->at ? -1 : x->at > y->at;
}

bool
moment_fullest(const stay *s, size_t n, uint64_t nodes, int64_t jobs, moment *m)
{
	change *c = xalloc(2 * n + 1, sizeof *c);
	int64_t busy = 0, running = 0;

	*m = (moment){ 0 };
	for (size_t i = 0; i < n; i++) {
		c[2 * i] = (change){ s[i].start, s[i].nodes };
		c[2 * i + 1] = (change){ s[i].end, -(int64_t)s[i].nodes };
	}
	qsort(c, 2 * n, sizeof *c, by_time);
	for (size_t i = 0; i < 2 * n; i++) {
		busy += c[i].nodes;
		running += c[i].nodes > 0 ? 1 : -1;
		if (i + 1 < 2 * n && c[i + 1].at == c[i].at)
			continue;	/* all that happens at one time is one moment */
		if ((uint64_t)busy > m->peak)
			m->peak = (uint64_t)busy;
		if ((uint64_t)busy > nodes)
			m->too_full++;
		else if (running >= jobs && (uint64_t)busy > m->busy) {
			m->busy = (uint64_t)busy;
			m->at = c[i].at;
		}
	}
	free(c);
	return m->busy > 0;
}

static int
by_start(const void *a, const void *b)
{
	const stay *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return x->job->number < y->job->number ? -1 : x->job->number > y->job->number;
}

size_t
moment_running(stay *s, size_t n, int64_t at)
{
	size_t running = 0;

	for (size_t i = 0; i < n; i++)
		if (s[i].start <= at && at < s[i].end)
			s[running++] = s[i];
	qsort(s, running, sizeof *s, by_start);
	return running;
}
