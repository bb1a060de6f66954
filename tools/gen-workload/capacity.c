/* capacity -- counted over the available nodes, group by group. */
#include "gen-workload/capacity.h"

static uint32_t
count(const machine *m, const uint32_t *node, uint32_t n)
{
	uint32_t had = 0;

	for (uint32_t i = 0; i < n; i++)
		had += machine_has(m, node[i]);
	return had;
}

capacity
capacity_of(const machine *m)
{
	const level *l = machine_level(m, "group");
	capacity c = { .nodes = count(m, m->level[0].member, m->nodes) };

	for (uint32_t d = 0; l && d < l->domains; d++) {
		uint32_t n = count(m, l->member + l->first[d], l->first[d + 1] - l->first[d]);

		c.groups += n > 0;
		if (n > c.group)
			c.group = n;
	}
	return c;
}

const char *
capacity_class(const capacity *c, uint32_t nodes)
{
	if (c->group == 0)
		return NULL;
	return nodes <= c->group ? "small" : "large";
}
