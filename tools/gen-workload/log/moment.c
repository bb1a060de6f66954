/* moment -- the jobs of one moment, in an order of their own. */
#include "gen-workload/log/moment.h"

#include <stdlib.h>

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
