/* residents -- see residents.h. */
#include "alloc/residents.h"

#include <inttypes.h>

#include "lib/cli/cli.h"

void
columns_find(columns *c, const table *t)
{
	c->job = table_need(t, "job");
	c->nodes = table_need(t, "nodes");
	c->node_list = table_column(t, "node_list");
	c->random_stream = table_column(t, "random_stream");
}

request
read_request(const table *t, const row *r, const columns *c)
{
	int64_t nodes = cell_int(t, r, c->nodes, 1, UINT32_MAX, 0);

	if (nodes == 0)
		table_bad(t, r, c->nodes, "must be at least 1");
	return (request){ .job = cell_text(r, c->job), .nodes = (uint32_t)nodes, .table = t, .row = r };
}

bool
is_resident(const row *r, const columns *c)
{
	return *cell_text(r, c->node_list) != '\0';
}

static bool
list_has(const list *l, uint32_t item)
{
	for (uint32_t i = 0; i < l->count; i++)
		if (l->item[i] == item)
			return true;
	return false;
}

/* Row i may not have the node; say whose it is. */
static _Noreturn void
conflict(const table *t, const batch *b, int i, const columns *c, const machine *m, uint32_t node)
{
	list other = { 0 };
	const char *why;

	if (!machine_has(m, node))
		table_bad(t, &b->row[i], c->node_list, "node %" PRIu32 " is unavailable", node);
	for (int k = 0; k < i; k++)
		if (is_resident(&b->row[k], c)
		    && list_read(&other, cell_text(&b->row[k], c->node_list), m->nodes, m->nodes, false, &why)
		    && list_has(&other, node))
			table_bad(t, &b->row[i], c->node_list, "node %" PRIu32 " belongs to job '%s' already",
				node, cell_text(&b->row[k], c->job));
	table_bad(t, &b->row[i], c->node_list, "node %" PRIu32 " is listed twice", node);
}

request
claim(const table *t, const batch *b, int i, const columns *c, occupancy *o, list *node)
{
	const row *r = &b->row[i];
	const machine *m = o->machine;
	request q = read_request(t, r, c);
	const char *why;

	if (!list_read(node, cell_text(r, c->node_list), m->nodes, m->nodes, false, &why))
		table_bad(t, r, c->node_list, "%s", why);
	if (node->count != q.nodes)
		table_bad(t, r, c->nodes, "node_list has %" PRIu32 " nodes", node->count);
	for (uint32_t k = 0; k < node->count; k++) {
		if (o->busy[node->item[k]])
			conflict(t, b, i, c, m, node->item[k]);
		occupancy_take(o, &node->item[k], 1);
	}
	return q;
}
