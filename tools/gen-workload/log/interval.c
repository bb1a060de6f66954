/* interval -- see interval.h. */
#include "gen-workload/log/interval.h"

#include <stdlib.h>

static int
by_submit(const void *a, const void *b)
{
	const interval *x = a, *y = b;

	if (x->job->submit != y->job->submit)
		return x->job->submit < y->job->submit ? -1 : 1;
	return x->job < y->job ? -1 : x->job > y->job;
}

void
intervals_sort(interval *s, size_t n)
{
	qsort(s, n, sizeof *s, by_submit);
}

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
