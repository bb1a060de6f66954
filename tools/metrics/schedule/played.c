#include "metrics/schedule/played.h"

#include <math.h>
#include <stdlib.h>

#include "lib/cli/cli.h"

void
played_add(played *p, const run_job *j)
{
	p->job = xgrow(p->job, &p->room, p->jobs + 1, sizeof *p->job);
	p->job[p->jobs++] = *j;
	timeline_add(&p->timeline, j->submit, j->start, j->end, j->nodes);
}

void
played_free(played *p)
{
	timeline_free(&p->timeline);
	free(p->job);
}

/* When a job came, as far as that is known. */
static double
came(const run_job *j)
{
	return isnan(j->submit) ? j->start : j->submit;
}

static bool
in_span(const run_job *j, span s)
{
	return came(j) >= s.from && came(j) < s.to;
}

span
played_span(const played *p)
{
	span s = { INFINITY, -INFINITY };

	for (size_t i = 0; i < p->jobs; i++) {
		s.from = fmin(s.from, came(&p->job[i]));
		s.to = fmax(s.to, p->job[i].end);
	}
	return s;
}

double
played_last(const played *p, span s)
{
	double last = -INFINITY;

	for (size_t i = 0; i < p->jobs; i++)
		if (in_span(&p->job[i], s))
			last = fmax(last, came(&p->job[i]));
	return last;
}

void
played_sum_up(const played *p, span s, double bound, wait_stats *w)
{
	*w = (wait_stats){ .wait = xalloc(p->jobs + 1, sizeof *w->wait), .turnaround = xalloc(p->jobs + 1, sizeof *w->turnaround),
		.slowdown = xalloc(p->jobs + 1, sizeof *w->slowdown) };
	for (size_t i = 0; i < p->jobs; i++) {
		const run_job *j = &p->job[i];

		if (!in_span(j, s))
			continue;
		w->jobs++;
		if (j->start > j->logged) {
			w->delayed++;
			w->delay = fmax(w->delay, j->start - j->logged);
		}
		if (isnan(j->submit))
			continue;
		w->wait[w->waits] = j->start - j->submit;
		w->turnaround[w->waits] = j->end - j->submit;
		w->slowdown[w->waits++] = fmax(1, (j->end - j->submit) / fmax(j->end - j->start, bound));
	}
}

void
wait_stats_free(wait_stats *w)
{
	free_all(w->wait, w->turnaround, w->slowdown);
}

node_seconds
played_node_seconds(const played *p, span s)
{
	node_seconds sum = { 0 };

	for (size_t i = 0; i < p->jobs; i++) {
		const run_job *j = &p->job[i];

		if (!in_span(j, s))
			continue;
		sum.run += j->nodes * (j->end - j->start);
		if (isnan(j->alone))
			continue;
		sum.known += j->nodes * (j->end - j->start);
		sum.alone += j->nodes * j->alone;
		sum.placed += j->nodes * j->placed;
		sum.undone += j->nodes * j->undone;
	}
	return sum;
}

double
played_work_alone(const played *p, span s)
{
	double work = NAN;

	for (size_t i = 0; i < p->jobs; i++) {
		const run_job *j = &p->job[i];
		double there = fmin(j->end, s.to) - fmax(j->start, s.from);

		if (!isnan(j->alone))
			work = (isnan(work) ? 0 : work) + (there > 0 ? j->nodes * j->alone * there / (j->end - j->start) : 0);
	}
	return work;
}

/* More than thirty years of minutes. */
enum { MOST_SAMPLES = 1 << 24 };

void
played_sampled(span s, double every)
{
	if ((s.to - s.from) / every > MOST_SAMPLES)
		die(FAIL_DATA, "the schedule spans %.9g s, more than %d samples of %.9g s: --every, --from or --to must make them fewer",
			s.to - s.from, MOST_SAMPLES, every);
}

double *
played_samples(played *p, span s, double every, size_t *n)
{
	size_t room = 0;
	double *busy = NULL;

	played_sampled(s, every);
	timeline_rewind(&p->timeline);
	for (*n = 0; s.from + (double)*n * every < s.to; ++*n) {
		busy = xgrow(busy, &room, *n + 1, sizeof *busy);
		timeline_go(&p->timeline, s.from + (double)*n * every);
		busy[*n] = p->timeline.busy;
	}
	return busy;
}
