/* nodes -- the nodes of a machine, a row each: where they sit, what they are, what people call them. */

#include "lib/cli/subcommand.h"
#include "lib/machine/machine.h"
#include "metrics/result.h"

typedef struct node_columns {
	int node, router, at, kind, available, name, nid;	/* at: of the first coordinate; -1: not known here */
} node_columns;

static node_columns
add_columns(result *r, const machine *m)
{
	node_columns c = { .node = result_column(r, "node"), .router = result_column(r, "router"), .at = -1, .name = -1, .nid = -1 };

	for (int d = 0; d < m->dims; d++) {
		int column = result_column(r, coordinate_name(m, d));
		c.at = d == 0 ? column : c.at;
	}
	c.kind = result_column(r, "kind");
	c.available = result_column(r, "available");
	if (m->node_name)
		c.name = result_column(r, "name");
	if (m->nid)
		c.nid = result_column(r, "nid");
	return c;
}

static void
write_node(result *r, const node_columns *c, const machine *m, uint32_t v)
{
	uint32_t at[MACHINE_DIMS];

	sink_put_int(r->sink, c->node, v);
	sink_put_int(r->sink, c->router, m->node_router[v]);
	if (m->dims > 0)
		m->kind->coordinates(m, m->node_router[v], at);
	for (int d = 0; d < m->dims; d++)
		sink_put_int(r->sink, c->at + d, at[d]);
	sink_put(r->sink, c->kind, node_kinds[kind_of_node(m, v)]);
	sink_put(r->sink, c->available, machine_has(m, v) ? "yes" : "no");
	if (m->node_name && m->node_name[v])
		sink_put(r->sink, c->name, m->node_name[v]);
	if (m->nid && m->nid[v] != NONE)
		sink_put_int(r->sink, c->nid, m->nid[v]);
	sink_row(r->sink, NULL);
}

static void
run(const cli *common, void *options)
{
	table *in = common->file || !common->machine ? table_open(common->file) : NULL;
	machine *m = machine_of(common, in);
	node_columns c;
	result r;

	(void)options;
	result_open(&r, common, NULL);
	c = add_columns(&r, m);
	result_header(&r, in, m->spec);
	for (uint32_t v = 0; v < m->nodes; v++)
		write_node(&r, &c, m, v);
	sink_close(r.sink);
}

const subcommand subcommand_nodes = { "nodes", "the nodes of a machine, a row each: where they sit, what they are",
	"[FILE]", "List the nodes of the machine of --machine, or that of a stream: where they sit, what they are.", .run = run };
