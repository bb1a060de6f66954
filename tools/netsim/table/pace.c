#include "netsim/table/case.h"

#include <math.h>

#include "lib/cli/cli.h"
#include "lib/student/student.h"
#include "netsim/jobs/modes.h"

/* When the tasks of a set finished iteration i, ps, in the mean. */
static double
mean_end(const steady_job *s, uint32_t set, size_t i)
{
	return (double)s->finished[i * s->sets + set] / s->size[set];
}

/* The mean of n whole iterations of a set, behind the first one. */
static pace
of_set(const steady_job *s, uint32_t set, size_t n)
{
	double mean = (mean_end(s, set, n) - mean_end(s, set, 0)) / (double)n, squares = 0;

	for (size_t i = 1; i <= n; i++) {
		double off = mean_end(s, set, i) - mean_end(s, set, i - 1) - mean;

		squares += off * off;
	}
	return (pace){ .iteration = mean / 1e12, .done = (double)n,
		.half = n < 2 ? NAN : student_975(n - 1) * sqrt(squares / (double)(n - 1) / (double)n) / 1e12 };
}

/* A job goes as fast as its slowest set. */
static pace
of_whole(const steady_job *s, size_t n)
{
	pace slowest = { .iteration = -1 };

	for (uint32_t set = 0; set < s->sets; set++) {
		pace p = s->size[set] ? of_set(s, set, n) : slowest;

		if (p.iteration > slowest.iteration)
			slowest = p;
	}
	return slowest;
}

/* By what has arrived of the bytes of an iteration. */
static pace
of_share(const traffic_run *r, uint32_t at)
{
	const case_job *j = &r->job[at];
	double share = (double)j->payload / (double)steady_of(r, at)->bytes, communicated = 0;	/* ps, tasks in the mean */

	if (j->payload == 0)
		return (pace){ .iteration = NAN };
	for (const task *k = r->task + j->first_task; k < r->task + j->first_task + j->tasks; k++)
		if (!k->apart)
			communicated += (double)(r->end - j->start) - (double)j->compute * (double)(k->phase / j->phases + !k->held)
				+ (!k->running && !k->held ? (double)(k->timer - r->end) : 0);	/* it computes */
	communicated /= steady_of(r, at)->tasks;
	return (pace){ .iteration = (communicated / share + (double)j->compute) / 1e12, .half = NAN, .done = share };
}

pace *
paces_find(const traffic_run *r)
{
	pace *p = xcalloc((size_t)r->jobs + 1, sizeof *p);

	for (uint32_t j = 0; j < r->jobs; j++) {
		const steady_job *s = steady_of(r, j);

		if (r->job[j].tasks == 0)
			continue;
		if (s->tasks == 0)
			p[j] = (pace){ .iteration = (double)r->job[j].compute / 1e12, .half = NAN };
		else
			p[j] = s->done < s->tasks ? of_share(r, j) : of_whole(s, r->job[j].goal / r->job[j].phases - 1);
	}
	return p;
}
