#include "map/congestion/others.h"

#include <string.h>

#include "lib/cli/cli.h"
#include "lib/load/placed.h"

void
others_init(others *o, const machine *m, loads *l)
{
	*o = (others){ .machine = m, .loads = l, .sum = xcalloc(m->links, sizeof *o->sum), .load = xcalloc(m->links, sizeof *o->load) };
	o->part = xcalloc(m->links, sizeof *o->part);
}

void
others_free(others *o)
{
	free_all(o->sum, o->load, o->part);
}

void
others_clear(others *o)
{
	memset(o->sum, 0, o->machine->links * sizeof *o->sum);
}

void
others_count(others *o, const traffic *t, const uint32_t *node, bool comes)
{
	const machine *m = o->machine;
	double full = placed_count(t, m, node, o->loads, o->load).busiest;

	for (uint32_t i = 0; full > 0 && i < m->links; i++) {
		double time = 8.0 * (double)o->load[i] / (double)m->speeds[m->speed_of[i]].bits_per_s;

		o->sum[i] += (int64_t)(time / full * OTHERS_FULL) * (comes ? 1 : -1);
	}
}

const double *
others_parts(others *o)
{
	for (uint32_t i = 0; i < o->machine->links; i++)
		o->part[i] = (double)o->sum[i] / OTHERS_FULL;
	return o->part;
}
