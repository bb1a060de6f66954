/* topology -- the list of a real machine's network, written as the tables that a machine of kind `graph` is
 * made of (lib/machine/kinds/graph.h); or a machine, written as these tables, a topology.conf or a subnet. */
#include "metrics/machine/topology/topology.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/choices.h"
#include "lib/cli/subcommand.h"
#include "lib/machine/import/fabric.h"
#include "metrics/result.h"

/* How a list is written: what --from reads, and --to writes of a machine. */
typedef struct topology_format {
	const char *name;
	void (*read)(topology *t);	/* NULL: is not read */
	void (*write)(const machine *m, const cli *c, const char *nodes);	/* NULL: is not written */
	bool nodes;		/* to a file of their own */
} topology_format;

static const topology_format formats[] = {
	{ .name = "aries", .read = topology_read_aries },
	{ .name = "ibnetdiscover", .read = topology_read_ibnetdiscover, .write = topology_write_ibnetdiscover },
	{ .name = "links", .write = topology_write_links, .nodes = true },
	{ .name = "slurm", .write = topology_write_slurm },
	{ .name = "slurm-yaml", .write = topology_write_slurm_yaml },
	{ 0 }
};

typedef struct topology_options {
	const topology_format *from, *to;
	const char *nodes;
} topology_options;

static void
read_format(const char *option, const char *name, void *field)
{
	bool from = strcmp(option, "--from") == 0;
	choice_list c = choices_begin(name, ", ");

	for (const topology_format *f = formats; f->name; f++) {
		if (from ? !f->read : !f->write)
			continue;
		if (strcmp(f->name, name) == 0) {
			*(const topology_format **)field = f;
			return;
		}
		choices_add(&c, f->name);
	}
	die(FAIL_USAGE, "%s: '%s': unknown format; %sknown: %s", option, name, choices_hint(&c), c.names);
}

/* --to: of a machine, that of the command line or of a stream. */
static void
write_machine(const cli *c, const topology_options *o)
{
	table *in = c->file || !c->machine ? table_open(c->file) : NULL;
	machine *m;

	if (o->from || (o->nodes && !o->to->nodes))
		die(FAIL_USAGE, "--to %s writes a machine, and takes no --%s", o->to->name, o->from ? "from" : "nodes");
	if (c->json && !o->to->nodes)
		die(FAIL_USAGE, "--json: is for a table, and --to %s writes none", o->to->name);
	m = machine_of(c, in);
	o->to->write(m, c, o->nodes);
	close_stdout();
}

/* [number]: the place of a router, or of a node that is cabled. */
static uint32_t *
places(const topology *t, bool nodes)
{
	uint32_t *at = xalloc(nodes ? t->nodes : t->routers, sizeof *at);

	for (uint32_t i = 0; i < t->name.count; i++)
		if (t->place[i].is_node == nodes && !t->place[i].left_out && (!nodes || t->place[i].router != UINT32_MAX))
			at[t->place[i].number] = i;
	return at;
}

static void
write_links(const topology *t, const cli *c)
{
	uint32_t *router = places(t, false);
	result r;
	sink *s;

	result_open(&r, c, NULL);
	result_columns(&r, "from,to,class,bandwidth,count,from_name,to_name");
	result_header(&r, NULL, NULL);
	s = r.sink;
	for (uint32_t i = 0; i < t->bundles; i++) {
		const bundle *b = &t->bundle[i];
		char *bandwidth = b->gigabits > 0 ? xprintf("%.9gGb/s", b->gigabits) : xstrdup("");

		sink_line(s, "uussuss", b->a, b->b, b->class, bandwidth, b->count, names_at(&t->name, router[b->a]), names_at(&t->name, router[b->b]));
		free(bandwidth);
	}
	sink_close(s);
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
		const fabric_place *n = &t->place[node[i]];

		sink_put_int(s, number, i);
		sink_put_int(s, router, t->place[n->router].number);
		sink_put_int(s, group, t->place[n->router].group);
		sink_put(s, name, n->host ? n->host : names_at(&t->name, node[i]));
		if (n->description)
			sink_put(s, description, n->description);
		sink_row(s, NULL);
	}
	sink_close(s);
}

static void
run(const cli *c, void *given)
{
	const topology_options *o = given;
	topology t = { 0 };

	if (o->to) {
		write_machine(c, o);
		return;
	}
	if (!o->from)
		die(FAIL_USAGE, "--from FORMAT is required, or --to FORMAT");
	if (c->machine || c->sets > 0)
		die(FAIL_USAGE, "--%s: with --from the list is the machine", c->machine ? "machine" : "set");
	t.lines = gzlines_open(c->file);
	t.file = gzlines_name(t.lines);
	die_hint_not(o->from->name);
	gzlines_expect(t.lines, "the list of links that --from names");
	o->from->read(&t);
	if (t.routers == 0)
		die(FAIL_DATA, "%s: no router", t.file);
	topology_join(&t);
	if (t.adapters > 1)
		warn("%s: hosts: %" PRIu32 ", of %" PRIu32 " adapters each: the machine wants nics=%" PRIu32 " beside links and nodes", t.file,
			t.nodes / t.adapters, t.adapters, t.adapters);
	if (o->nodes)
		write_nodes(&t, o->nodes);
	write_links(&t, c);
}

static const cli_option known[] = {
	{ "from", "FORMAT", "what the list is: aries or ibnetdiscover", read_format, offsetof(topology_options, from) },
	{ "nodes", "OUT", "write the nodes and their routers to this file", option_text, offsetof(topology_options, nodes) },
	{ "to", "FORMAT", "in place of --from: write the machine, as links, tables that graph:links=FILE reads, as slurm, a topology.conf, as slurm-yaml, a topology.yaml, or as ibnetdiscover, a subnet",
		read_format, offsetof(topology_options, to) },
	{ 0 }
};

const subcommand subcommand_topology = { "topology", "the network of a real machine, for machines of kind graph",
	"[LIST]", "Write the links of a real machine's network, as graph:links=FILE reads them; or a machine as these or a topology.conf.",
	.options = known, .size = sizeof(topology_options), .run = run };
