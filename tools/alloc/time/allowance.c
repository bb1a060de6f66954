#include "alloc/time/allowance.h"

#include <math.h>
#include <string.h>

/* Add the jobs' loads to their links, or clear these. */
static void
add_loads(allowance *a, exposure *const *e, uint32_t n, bool clear)
{
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < e[i]->uses->count; k++) {
			burst_load *l = &a->load[e[i]->uses->item[k].link];
			double busy = e[i]->uses->item[k].busy / e[i]->iteration;

			l->busy = clear ? 0 : l->busy + busy;
			l->burst = clear ? 0 : l->burst + busy * e[i]->communication;
		}
}

/* How long the others delay a job on its link k at most, as a share of its communication. */
static double
delay_of(const allowance *a, const exposure *e, uint32_t k)
{
	burst_load all = a->load[e->uses->item[k].link];
	double own = e->uses->item[k].busy / e->iteration, delay = all.busy - own + all.burst / e->communication - own;

	return delay > 1e-12 ? delay : 0;	/* less is what rounding leaves of a sum */
}

void
allowance_forget(allowance *a)
{
	memset(a->seen, 0, sizeof a->seen);
	a->seen[ALLOWANCE_PARTS - 1] = 1;
}

void
allowance_learn(allowance *a, const exposure *e, double off)
{
	if (e->bound > 0)
		a->seen[(int)fmin(off / e->bound * ALLOWANCE_PARTS, ALLOWANCE_PARTS - 1)] += e->bound;
}

/* The part of a bound that one in fifty is off by more than. */
static double
factor(const allowance *a)
{
	double all = 0, more = 0;
	int k = ALLOWANCE_PARTS;

	for (int i = 0; i < ALLOWANCE_PARTS; i++)
		all += a->seen[i];
	while (k > 1 && more + a->seen[k - 1] <= 0.02 * all)
		more += a->seen[--k];
	return (double)k / ALLOWANCE_PARTS;
}

void
allowance_rate(allowance *a, exposure *const *e, uint32_t n)
{
	double part = factor(a);

	add_loads(a, e, n, false);
	for (uint32_t i = 0; i < n; i++) {
		double most = 0;

		for (uint32_t k = 0; k < e[i]->uses->count; k++)
			most = fmax(most, fabs(delay_of(a, e[i], k) - e[i]->delay[k]));
		e[i]->bound = most * e[i]->sensitive;
		e[i]->rate = part * e[i]->bound;
	}
	add_loads(a, e, n, true);
}

void
allowance_settle(allowance *a, exposure *const *e, uint32_t n)
{
	add_loads(a, e, n, false);
	for (uint32_t i = 0; i < n; i++) {
		for (uint32_t k = 0; k < e[i]->uses->count; k++)
			e[i]->delay[k] = delay_of(a, e[i], k);
		e[i]->bound = e[i]->rate = 0;
	}
	add_loads(a, e, n, true);
}

int64_t
allowance_ends(const allowance *a, const exposure *e, int64_t now)
{
	double left = a->tolerance / 2 * (e->runtime + (double)(now - e->began)) - e->charged, shrinks = e->rate - a->tolerance / 2, time;

	if (e->rate > 0 && left <= 0)
		return now;
	time = shrinks > 0 ? ceil(left / shrinks) : INFINITY;
	return time < 1e18 - (double)now ? now + (int64_t)fmax(1, time) : INT64_MAX;
}
