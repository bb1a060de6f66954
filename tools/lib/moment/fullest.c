/* fullest -- a sweep over starts and ends in the order of time. */
#include "lib/moment/fullest.h"

#include <stdlib.h>

#include "lib/cli/ascending.h"
#include "lib/cli/cli.h"

typedef struct load_change {
	int64_t at;
	const hold *job;
} load_change;

ASCENDING_BY(by_time, load_change, at)

/* Jobs that run. */
typedef struct running_jobs {
	const hold **job;
	size_t count;
} running_jobs;

static void
take_away(running_jobs *r, const hold *job)
{
	size_t i = 0;

	while (r->job[i] != job)
		i++;
	r->job[i] = r->job[--r->count];
}

/* The nodes of the widest of them. */
static uint64_t
widest(const running_jobs *r)
{
	uint64_t most = 0;

	for (size_t i = 0; i < r->count; i++)
		most = r->job[i]->nodes > most ? r->job[i]->nodes : most;
	return most;
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
	running_jobs running = { xalloc(n + 1, sizeof *running.job), 0 };
	fullest mixed = { 0 };
	int64_t busy = 0, least = jobs ? jobs : 2;

	*f = (fullest){ 0 };
	for (size_t i = 0; i < 2 * n; i++) {
		bool starts = c[i].at == c[i].job->start;

		busy += starts ? c[i].job->nodes : -(int64_t)c[i].job->nodes;
		if (starts)
			running.job[running.count++] = c[i].job;
		else
			take_away(&running, c[i].job);
		if (i + 1 < 2 * n && c[i + 1].at == c[i].at)
			continue;	/* all that happens at one time is one moment */
		if ((uint64_t)busy > f->peak)
			f->peak = (uint64_t)busy;
		if ((uint64_t)busy > nodes) {
			f->too_full++;
		} else if ((int64_t)running.count >= least) {
			prefer(f, c[i].at, (uint64_t)busy);
			if (jobs == 0 && (uint64_t)busy > mixed.busy && 2 * widest(&running) <= (uint64_t)busy)
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
