#include "metrics/schedule/played.h"

#include <math.h>

#include "lib/cli/cli.h"

void
played_add(played *p, const run_job *j)
{
	p->job = xgrow(p->job, &p->room, p->jobs + 1, sizeof *p->job);
	p->job[p->jobs++] = *j;
	timeline_add(&p->timeline, j->submit, j->start, j->end, j->nodes);
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
	*w = (wait_stats){ 0 };
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
		sample_add(&w->wait, j->start - j->submit, 0);
		sample_add(&w->turnaround, j->end - j->submit, 0);
		sample_add(&w->slowdown, fmax(1, (j->end - j->submit) / fmax(j->end - j->start, bound)), 0);
	}
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
