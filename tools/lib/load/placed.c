/* placed -- see placed.h: node after node, what its tasks send to each other one, and then over which links that goes. */
#include "lib/load/placed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/ascending.h"
#include "lib/cli/cli.h"

typedef struct count {
	const traffic *traffic;
	const machine *machine;
	const uint32_t *node;	/* of each task */
	loads *loads;
	int64_t *to;		/* [nodes] bytes from the tasks of the node under way */
	uint32_t *other, others;	/* the nodes with some */
	int64_t *load;		/* [links] bytes */
	placed sum;
} count;

/* What a task sends, by nodes. */
static void
add_task(count *c, uint32_t task)
{
	const traffic *t = c->traffic;

	for (uint32_t phase = 0; phase < traffic_phases(t); phase++)
		for (uint32_t k = 0; k < traffic_sends(t, phase, task); k++) {
			message m = traffic_send(t, phase, task, k);
			uint32_t node = c->node[m.to];

			if (m.bytes > 0 && c->to[node] == 0)
				c->other[c->others++] = node;
			c->to[node] += m.bytes;
		}
}

/* All of a node's tasks are in. */
static void
end_node(count *c, uint32_t from)
{
	for (uint32_t i = 0; i < c->others; i++) {
		uint32_t to = c->other[i];
		int64_t bytes = c->to[to];

		c->sum.bytes += (double)bytes;
		c->sum.hop_bytes += (double)bytes * node_distance(c->machine, from, to);
		if (stay_within(c->machine, from, to))
			c->sum.inside += (double)bytes;
		else if (c->loads)
			loads_add(c->loads, from, to, bytes, c->load);
		c->to[to] = 0;
	}
	c->others = 0;
}

static double
busiest(const count *c)
{
	const machine *m = c->machine;
	double most = 0;

	for (uint32_t i = 0; i < m->links; i++)
		most = fmax(most, 8.0 * (double)c->load[i] / (double)m->speeds[m->speed_of[i]].bits_per_s);
	return most;
}

bool
placed_ways(loads *l, const machine *m, const char *routing, uint32_t most)
{
	const char *name = routing ? routing : "minimal";
	bool known = loads_known(m, name);

	if (!known && routing) {
		choice_list c = loads_choices(m, name, " ");

		die(FAIL_USAGE, "--routing: '%s': unknown on this machine; %sknown: %s", name, choices_hint(&c), c.names);
	}
	if (known)
		loads_init(l, m, name, most);
	return known;
}

placed
placed_count(const traffic *t, const machine *m, const uint32_t *node, loads *l, int64_t *load)
{
	count c = { .traffic = t, .machine = m, .node = node, .loads = l };
	uint64_t *task = xalloc((size_t)t->tasks + 1, sizeof *task);	/* by their nodes */

	c.to = xcalloc(m->nodes, sizeof *c.to);
	c.other = xalloc(m->nodes, sizeof *c.other);
	c.load = xcalloc(m->links, sizeof *c.load);
	for (uint32_t i = 0; i < t->tasks; i++)
		task[i] = (uint64_t)node[i] << 32 | i;
	qsort(task, t->tasks, sizeof *task, ascending_u64);
	for (uint32_t i = 0; i < t->tasks; i++) {
		add_task(&c, (uint32_t)task[i]);
		if (i + 1 == t->tasks || task[i + 1] >> 32 != task[i] >> 32)
			end_node(&c, (uint32_t)(task[i] >> 32));
	}
	c.sum.busiest = l ? busiest(&c) : NAN;
	free_all(task, c.to, c.other);
	if (load)
		memcpy(load, c.load, m->links * sizeof *load);
	free(c.load);
	return c.sum;
}
