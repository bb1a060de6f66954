/* topology -- the list of a real machine's network, written as the tables that a machine of kind `graph` is
 * made of (lib/machine/kinds/graph.h). */
#include <stdlib.h>
#include <string.h>

#include "lib/cli/choices.h"
#include "lib/stream/sink.h"
#include "metrics/subcommand.h"
#include "metrics/machine/topology/topology.h"

enum { KEY_FROM = 0x100, KEY_NODES };

typedef struct options {
	cli cli;
	const topology_format *format;
	const char *nodes;
} options;

static const topology_format *
find(const char *name)
{
	choice_list c = choices_begin(name, ", ");

	for (int i = 0; topology_formats[i]; i++) {
		if (strcmp(topology_formats[i]->name, name) == 0)
			return topology_formats[i];
		choices_add(&c, topology_formats[i]->name);
	}
	die(FAIL_USAGE, "--from: '%s': unknown format; %sknown: %s", name, choices_hint(&c), c.names);
}

static error_t
parse(int key, char *arg, struct argp_state *state)
{
	options *o = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &o->cli;
		return 0;
	case KEY_FROM:
		o->format = find(arg);
		return 0;
	case KEY_NODES:
		o->nodes = arg;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* [number]: the place of a router, or of a node that is cabled. */
static uint32_t *
places(const topology *t, bool nodes)
{
	uint32_t *at = xalloc(nodes ? t->nodes : t->routers, sizeof *at);

	for (uint32_t i = 0; i < t->name.count; i++)
		if (t->place[i].is_node == nodes && (!nodes || t->place[i].router != UINT32_MAX))
			at[t->place[i].number] = i;
	return at;
}

static void
write_links(const topology *t, const cli *c)
{
	static const char *const column[] = { "from", "to", "class", "bandwidth", "count", "from_name", "to_name" };
	uint32_t *router = places(t, false);
	sink *s = sink_open(NULL, c);

	for (size_t i = 0; i < sizeof column / sizeof *column; i++)
		sink_own(s, column[i]);
	sink_header(s, NULL);
	for (uint32_t i = 0; i < t->bundles; i++) {
		const bundle *b = &t->bundle[i];
		char *bandwidth = b->gigabits > 0 ? xprintf("%.9gGb/s", b->gigabits) : xstrdup("");

		sink_put_int(s, 0, b->a);
		sink_put_int(s, 1, b->b);
		sink_put(s, 2, b->class);
		sink_put(s, 3, bandwidth);
		sink_put_int(s, 4, b->count);
		sink_put(s, 5, names_at(&t->name, router[b->a]));
		sink_put(s, 6, names_at(&t->name, router[b->b]));
		sink_row(s, NULL);
		free(bandwidth);
	}
	sink_close(s);
	free(router);
}

static void
write_nodes(const topology *t, const char *path)
{
	uint32_t *node = places(t, true);
	sink *s = sink_open_file(path);
	int number = sink_own(s, "node"), router = sink_own(s, "router"), group = t->grouped ? sink_own(s, "group") : -1;
	int name = sink_own(s, "name"), description = t->grouped ? -1 : sink_own(s, "description");

	sink_header(s, NULL);
	for (uint32_t i = 0; i < t->nodes; i++) {
		const place *n = &t->place[node[i]];

		sink_put_int(s, number, i);
		sink_put_int(s, router, t->place[n->router].number);
		if (group >= 0)
			sink_put_int(s, group, t->place[n->router].group);
		sink_put(s, name, names_at(&t->name, node[i]));
		if (description >= 0 && n->description)
			sink_put(s, description, n->description);
		sink_row(s, NULL);
	}
	sink_close(s);
	free(node);
}

static const struct argp_option known[] = {
	{ "from", KEY_FROM, "FORMAT", 0, "what the list is: aries or ibnetdiscover", 0 },
	{ "nodes", KEY_NODES, "OUT", 0, "write the nodes and their routers to this file", 0 },
	{ 0 }
};

static int
run(int argc, char **argv)
{
	const struct argp_child child[] = { { &cli_argp, 0, NULL, 0 }, { 0 } };
	const struct argp parser = { known, parse, "[LIST]", "Write the links of a real machine's network, as graph:links=FILE reads them.",
		child, NULL, NULL };
	options o = { 0 };
	topology t = { 0 };

	parse_tables_only("metrics topology", &parser, argc, argv, &o.cli, &o);
	if (!o.format)
		die(FAIL_USAGE, "--from: which format?");
	t.lines = gzlines_open(o.cli.file);
	o.format->read(&t);
	if (t.routers == 0)
		die(FAIL_DATA, "%s: no router", gzlines_name(t.lines));
	topology_join(&t);
	if (o.nodes)
		write_nodes(&t, o.nodes);
	write_links(&t, &o.cli);
	topology_free(&t);
	return EXIT_SUCCESS;
}

const subcommand subcommand_topology = { "topology", "the network of a real machine, for machines of kind graph", run };
