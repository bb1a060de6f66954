#include "alloc/time/allowance.h"

#include <math.h>
#include <stdlib.h>

#include "lib/cli/cli.h"

void
allowance_init(allowance *a, double tolerance, uint32_t router_links)
{
	*a = (allowance){ .tolerance = tolerance, .load = xcalloc((size_t)router_links + 1, sizeof *a->load) };
}

void
allowance_free(allowance *a)
{
	free(a->load);
}

void
exposure_begin(exposure *e, int64_t now)
{
	e->began = now;
	e->waits = xcalloc((size_t)e->uses->count + 1, sizeof *e->waits);
	e->rate = e->charged = 0;
}

void
exposure_free(exposure *e)
{
	free(e->waits);
	e->waits = NULL;
}

void
exposure_charge(exposure *e, int64_t time)
{
	e->charged += e->rate * (double)time;
}

/* What a packet waits on a link that others keep busy for a share of the time, in transfers of theirs. */
static double
wait_beside(double rho)
{
	static const double straight = 0.9;

	if (rho <= 1e-12)	/* what rounding leaves of a sum */
		return 0;
	return rho < straight ? rho / (1 - rho) : straight / (1 - straight) + (rho - straight) / ((1 - straight) * (1 - straight));
}

/* Add the jobs' loads to their links, or clear these. */
static void
add_loads(allowance *a, exposure *const *e, uint32_t n, bool clear)
{
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < e[i]->uses->count; k++) {
			double *load = &a->load[e[i]->uses->item[k].link];

			*load = clear ? 0 : *load + e[i]->uses->item[k].busy / e[i]->iteration;
		}
}

static double
wait_of(const allowance *a, const exposure *e, uint32_t k)
{
	return wait_beside(a->load[e->uses->item[k].link] - e->uses->item[k].busy / e->iteration);
}

void
allowance_rate(allowance *a, exposure *const *e, uint32_t n)
{
	add_loads(a, e, n, false);
	for (uint32_t i = 0; i < n; i++) {
		double most = 0;

		for (uint32_t k = 0; k < e[i]->uses->count; k++)
			most = fmax(most, fmin(1, e[i]->uses->item[k].busy / e[i]->communication) * fabs(wait_of(a, e[i], k) - e[i]->waits[k]));
		e[i]->rate = fmin(1, most) * e[i]->sensitive;
	}
	add_loads(a, e, n, true);
}

void
allowance_settle(allowance *a, exposure *const *e, uint32_t n)
{
	add_loads(a, e, n, false);
	for (uint32_t i = 0; i < n; i++) {
		for (uint32_t k = 0; k < e[i]->uses->count; k++)
			e[i]->waits[k] = wait_of(a, e[i], k);
		e[i]->rate = 0;
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
