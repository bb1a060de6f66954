/* nodes -- the nodes of a machine, a row each: where they sit, what they are, what people call them. */
#include <stdlib.h>

#include "lib/machine/lattice/lattice.h"
#include "metrics/result.h"
#include "metrics/subcommand.h"

typedef struct columns {
	int node, router, at, kind, available, name, nid;	/* at: of the first coordinate; -1: not known here */
} columns;

static error_t
parse(int key, char *arg, struct argp_state *state)
{
	(void)arg;
	if (key != ARGP_KEY_INIT)
		return ARGP_ERR_UNKNOWN;
	state->child_inputs[0] = state->input;
	return 0;
}

static columns
add_columns(result *r, const machine *m)
{
	columns c = { .node = result_column(r, "node"), .router = result_column(r, "router"), .at = -1, .name = -1, .nid = -1 };

	for (int d = 0; d < m->dims; d++) {
		int column = result_column(r, lattice_axis(d));
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
write_node(result *r, const columns *c, const machine *m, uint32_t v)
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

static int
run(int argc, char **argv)
{
	const struct argp_child child[] = { { &cli_argp, 0, NULL, 0 }, { 0 } };
	const struct argp parser = { NULL, parse, "[FILE]",
		"List the nodes of the machine of --machine, or that of a stream: where they sit, what they are.", child, NULL, NULL };
	table *in = NULL;
	columns c;
	result r;
	machine *m;
	cli options;

	cli_parse("metrics nodes", &parser, argc, argv, &options, &options);
	if (options.file || !options.machine)
		in = table_open(options.file);
	m = machine_of(&options, in);
	result_open(&r, &options, NULL);
	c = add_columns(&r, m);
	if (in)
		sink_preamble(r.sink, in);
	sink_header(r.sink, m->spec);
	for (uint32_t v = 0; v < m->nodes; v++)
		write_node(&r, &c, m, v);
	sink_close(r.sink);
	if (in)
		table_close(in);
	machine_free(m);
	return EXIT_SUCCESS;
}

const subcommand subcommand_nodes = { "nodes", "the nodes of a machine, a row each: where they sit, what they are", run };
