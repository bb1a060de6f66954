/* jobs -- see jobs.h. */
#include "map/jobs.h"

#include <inttypes.h>

void
columns_find(columns *c, const table *t)
{
	c->job = table_need(t, "job");
	c->nodes = table_need(t, "nodes");
	c->node_list = table_need_nodes(t);
	c->tasks = table_column(t, "tasks");
	c->load = table_column(t, "load");
}

/* Every node available and listed once. */
static void
check_nodes(const table *t, const row *r, int column, const machine *m, uint8_t *mark, const list *node)
{
	for (uint32_t i = 0; i < node->count; i++) {
		uint32_t v = node->item[i];

		if (!machine_has(m, v))
			table_bad(t, r, column, "node %" PRIu32 " is unavailable", v);
		if (mark[v])
			table_bad(t, r, column, "node %" PRIu32 " is listed twice", v);
		mark[v] = 1;
	}
	for (uint32_t i = 0; i < node->count; i++)
		mark[node->item[i]] = 0;
}

void
read_nodes(const table *t, const row *r, const columns *c, const machine *m, uint8_t *mark, list *node)
{
	int64_t nodes = cell_int(t, r, c->nodes, 1, UINT32_MAX, 0);
	const char *why;

	if (nodes == 0)
		table_bad(t, r, c->nodes, "must be at least 1");
	if (!list_read(node, cell_text(r, c->node_list), m->nodes, m->nodes, false, &why))
		table_bad(t, r, c->node_list, "%s", why);
	if (node->count != 0 && node->count != nodes)
		table_bad(t, r, c->nodes, "node_list has %" PRIu32 " nodes", node->count);
	check_nodes(t, r, c->node_list, m, mark, node);
}

uint32_t
read_tasks(const table *t, const row *r, const columns *c, const machine *m, uint32_t nodes)
{
	int64_t room = (int64_t)nodes * m->cores;
	int64_t usual = *cell_text(r, c->load) != '\0' ? nodes : room;
	int64_t tasks = cell_int(t, r, c->tasks, 1, INT64_MAX, usual);

	if (tasks > room)
		table_bad(t, r, c->tasks, "job '%s' has %" PRId64 " processors on %" PRIu32 " nodes",
			cell_text(r, c->job), room, nodes);
	if (room > UINT32_MAX)
		table_bad(t, r, c->nodes, "job '%s' has more than %" PRIu32 " processors", cell_text(r, c->job), UINT32_MAX);
	return (uint32_t)tasks;
}
