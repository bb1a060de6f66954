/* fullest -- a sweep over starts and ends in the order of time.
 *
 * The widest of the jobs that run is the first of a heap, from which those that have ended are taken when they come up. */
#include "lib/moment/fullest.h"

#include <stdlib.h>

#include "lib/cli/ascending.h"
#include "lib/cli/cli.h"

typedef struct load_change {
	int64_t at;
	const hold *job;
} load_change;

/* The jobs so far, the widest first. */
typedef struct heap {
	const hold **job;
	size_t jobs;
} heap;

ASCENDING_BY(by_time, load_change, at)

static void
push(heap *h, const hold *job)
{
	size_t i = h->jobs++;

	for (; i > 0 && h->job[(i - 1) / 2]->nodes < job->nodes; i = (i - 1) / 2)
		h->job[i] = h->job[(i - 1) / 2];
	h->job[i] = job;
}

static void
pop(heap *h)
{
	const hold *last = h->job[--h->jobs];
	size_t i = 0, child;

	for (; (child = 2 * i + 1) < h->jobs; i = child) {
		child += child + 1 < h->jobs && h->job[child + 1]->nodes > h->job[child]->nodes;
		if (h->job[child]->nodes <= last->nodes)
			break;
		h->job[i] = h->job[child];
	}
	h->job[i] = last;
}

/* The nodes of the widest job that runs at that time. */
static uint64_t
widest(heap *h, int64_t at)
{
	while (h->jobs > 0 && h->job[0]->end <= at)
		pop(h);
	return h->jobs > 0 ? h->job[0]->nodes : 0;
}

static void
prefer(fullest *f, int64_t at, uint64_t busy)
{
	if (busy > f->busy) {
		f->busy = busy;
		f->at = at;
	}
}

/* All starts and ends, in the order of time. */
static load_change *
changes_of(const hold *h, size_t n)
{
	load_change *c = xalloc(2 * n + 1, sizeof *c);

	for (size_t i = 0; i < n; i++) {
		c[2 * i] = (load_change){ h[i].start, &h[i] };
		c[2 * i + 1] = (load_change){ h[i].end, &h[i] };
	}
	qsort(c, 2 * n, sizeof *c, by_time);
	return c;
}

bool
fullest_find(const hold *h, size_t n, uint64_t nodes, int64_t jobs, fullest *f)
{
	load_change *c = changes_of(h, n);
	heap running = { xalloc(n + 1, sizeof *running.job), 0 };
	fullest mixed = { 0 };
	int64_t busy = 0, count = 0, least = jobs ? jobs : 2;

	*f = (fullest){ 0 };
	for (size_t i = 0; i < 2 * n; i++) {
		bool starts = c[i].at == c[i].job->start;

		busy += starts ? c[i].job->nodes : -(int64_t)c[i].job->nodes;
		count += starts ? 1 : -1;
		if (starts)
			push(&running, c[i].job);
		if (i + 1 < 2 * n && c[i + 1].at == c[i].at)
			continue;	/* all that happens at one time is one moment */
		if ((uint64_t)busy > f->peak)
			f->peak = (uint64_t)busy;
		if ((uint64_t)busy > nodes) {
			f->too_full++;
		} else if (count >= least) {
			prefer(f, c[i].at, (uint64_t)busy);
			if (2 * widest(&running, c[i].at) <= (uint64_t)busy)
				prefer(&mixed, c[i].at, (uint64_t)busy);
		}
	}
	f->uneven = jobs == 0 && mixed.busy == 0;
	if (jobs == 0 && !f->uneven) {
		f->at = mixed.at;
		f->busy = mixed.busy;
	}
	free_all(running.job, c);
	return f->busy > 0;
}
