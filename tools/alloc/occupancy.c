/* occupancy -- see occupancy.h.
 *
 * A count a domain costs one addition a node and level when a job comes or goes,
 * and saves every policy a scan of the machine to find where there is room. */
#include "alloc/occupancy.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"

void
occupancy_init(occupancy *o, const machine *m)
{
	*o = (occupancy){ .machine = m, .busy = xalloc(m->nodes, sizeof *o->busy) };
	for (int i = 0; i < m->levels; i++)
		o->domain_idle[i] = xalloc(m->level[i].domains, sizeof *o->domain_idle[i]);
	occupancy_clear(o);
}

void
occupancy_clear(occupancy *o)
{
	const machine *m = o->machine;

	for (int i = 0; i < m->levels; i++)
		memset(o->domain_idle[i], 0, m->level[i].domains * sizeof *o->domain_idle[i]);
	o->idle = 0;
	for (uint32_t v = 0; v < m->nodes; v++) {
		o->busy[v] = !machine_has(m, v);
		if (o->busy[v])
			continue;
		o->idle++;
		for (int i = 0; i < m->levels; i++)
			o->domain_idle[i][m->level[i].of[v]]++;
	}
}

void
occupancy_copy(occupancy *o, const occupancy *from)
{
	const machine *m = o->machine;

	memcpy(o->busy, from->busy, m->nodes * sizeof *o->busy);
	for (int i = 0; i < m->levels; i++)
		memcpy(o->domain_idle[i], from->domain_idle[i], m->level[i].domains * sizeof *o->domain_idle[i]);
	o->idle = from->idle;
}

void
occupancy_free(occupancy *o)
{
	free(o->busy);
	for (int i = 0; i < o->machine->levels; i++)
		free(o->domain_idle[i]);
}

static void
mark(occupancy *o, const uint32_t *node, uint32_t n, bool busy)
{
	const machine *m = o->machine;

	for (uint32_t i = 0; i < n; i++) {
		assert(o->busy[node[i]] != busy && machine_has(m, node[i]));
		o->busy[node[i]] = busy;
		for (int k = 0; k < m->levels; k++)
			o->domain_idle[k][m->level[k].of[node[i]]] += busy ? UINT32_MAX : 1;
	}
	o->idle += busy ? -n : n;
}

void
occupancy_take(occupancy *o, const uint32_t *node, uint32_t n)
{
	mark(o, node, n, true);
}

void
occupancy_release(occupancy *o, const uint32_t *node, uint32_t n)
{
	mark(o, node, n, false);
}

uint32_t
occupancy_domain(const occupancy *o, const level *l, uint32_t domain, uint32_t *out, uint32_t most)
{
	uint32_t n = 0;

	for (uint32_t i = l->first[domain]; n < most && i < l->first[domain + 1]; i++)
		if (!o->busy[l->member[i]])
			out[n++] = l->member[i];
	return n;
}
