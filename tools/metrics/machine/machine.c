/* machine -- the structure of a machine in one row: how many routers and cables, of how many
 * ports, how far apart and how well connected (Fig. 5 and Table I of the express mesh paper). */
#include <dirent.h>
#include <string.h>

#include "lib/cli/subcommand.h"
#include "lib/machine/broken.h"
#include "lib/machine/buffers.h"
#include "lib/machine/build.h"
#include "lib/machine/machine.h"
#include "lib/machine/spec/spec-source.h"
#include "lib/stream/gzlines.h"
#include "metrics/machine/bisection.h"
#include "metrics/machine/hops.h"
#include "metrics/result.h"

/* Least and most over the routers. */
typedef struct value_range {
	uint32_t min, max;
} value_range;

static void
widen(value_range *r, uint32_t value)
{
	r->min = value < r->min ? value : r->min;
	r->max = value > r->max ? value : r->max;
}

static void
put_count(result *r, const char *name, uint64_t value)
{
	sink_put_int(r->sink, result_find(r, name), (int64_t)value);
}

static void
put_range(result *r, const char *min, const char *max, value_range value)
{
	put_count(r, min, value.min);
	put_count(r, max, value.max);
}

/* Routers, cables and ports. */
static void
put_counts(result *r, const machine *m)
{
	value_range radix = { NONE, 0 }, degree = { NONE, 0 }, nodes = { NONE, 0 };
	uint64_t ends = 0;

	for (uint32_t v = 0; v < m->routers; v++) {
		uint32_t hosts = 0, cables = 0;

		if (router_broken(m, v))
			continue;
		for (uint32_t l = m->first[v]; l < m->first[v + 1]; l++)
			if (m->class[l] == CLASS_NODE)
				hosts++;
			else
				cables += m->to[l] != NONE;
		widen(&radix, m->first[v + 1] - m->first[v]);
		widen(&degree, cables);
		widen(&nodes, hosts);
		ends += cables;
	}
	put_count(r, "routers", m->routers);
	put_count(r, "links", ends / 2);
	put_range(r, "radix_min", "radix_max", radix);
	put_range(r, "degree_min", "degree_max", degree);
	put_count(r, "nodes", m->nodes);
	put_range(r, "router_nodes_min", "router_nodes_max", nodes);
}

/* What the nodes are, of a machine that has others than compute nodes. */
static const char kind_columns[] = "compute_nodes,service_nodes,other_nodes,absent_nodes,down_nodes";

static void
put_kinds(result *r, const machine *m)
{
	uint64_t count[NODE_KINDS] = { 0 }, down = 0;

	for (uint32_t v = 0; v < m->nodes; v++) {
		count[m->node_kind[v]]++;
		down += m->node_kind[v] == NODE_COMPUTE && !machine_has(m, v);
	}
	for (int i = 0; i < NODE_KINDS; i++)
		put_count(r, xprintf("%s_nodes", node_kinds[i]), count[i]);
	put_count(r, "down_nodes", down);
}

static void
put_hops(result *r, const machine *m)
{
	hops h = hops_of(m);

	put_count(r, "diameter", h.diameter);
	result_real(r, result_find(r, "links_mean"), h.mean);
	result_real(r, result_find(r, "links_mean_all"), h.mean_all);
}

static void
put_bisection(result *r, const char *cut, const char *sure, const bisection *b, uint32_t planes)
{
	if (!b->exists)
		return;
	result_real(r, result_find(r, cut), b->cut * planes);
	sink_put(r->sink, result_find(r, sure), b->exact ? "exact" : "bound");
}

/* Of each class of links that lead somewhere the bandwidth, and what one stream of the packets that netsim makes by default reaches by the
 * buffers; where links of a class differ, of those whose streams are throttled most, or that are slowest. */
static void
put_rates(result *r, const machine *m)
{
	double *nominal = xcalloc((size_t)m->classes, sizeof *nominal), *reached = xcalloc((size_t)m->classes, sizeof *reached);
	char *text[3] = { xstrdup(""), xstrdup(""), xstrdup("") };

	for (uint32_t l = 0; l < m->links; l++) {
		const speed *s = &m->speeds[m->speed_of[l]];
		double bits = (double)s->bits_per_s, rate = buffer_rate(m, s, USUAL_PACKET, buffer_bytes(m, s, USUAL_PACKET));
		int k = m->class[l];

		if (m->to[l] != NONE && (nominal[k] == 0 || rate * nominal[k] < reached[k] * bits || (rate == bits && bits < nominal[k]))) {
			nominal[k] = bits;
			reached[k] = rate;
		}
	}
	for (int k = 0; k < m->classes; k++) {
		const char *gap = *text[0] ? " " : "";

		if (nominal[k] == 0)
			continue;
		text[0] = xprintf("%s%s%s", text[0], gap, m->class_name[k]);
		text[1] = xprintf("%s%s%.9g", text[1], gap, nominal[k]);
		text[2] = xprintf("%s%s%.9g", text[2], gap, reached[k]);
	}
	sink_put(r->sink, result_find(r, "link_classes"), text[0]);
	sink_put(r->sink, result_find(r, "nominal_bits_per_s"), text[1]);
	sink_put(r->sink, result_find(r, "reached_bits_per_s"), text[2]);
}

/* Nodes with several interfaces, or in domains. */
static bool
has_interfaces(const machine *m)
{
	return m->nics > 1 || m->domain;
}

static void
write_row(result *r, const machine *m)
{
	machine *plane = m->planes > 1 ? machine_first_plane(m) : NULL;
	const machine *one = plane ? plane : m;
	bisection links = bisection_links(one), bandwidth = bisection_bandwidth(one, &links);

	sink_put(r->sink, result_find(r, "kind"), m->kind->name);
	sink_put(r->sink, result_find(r, "machine"), m->spec);
	put_counts(r, m);
	put_hops(r, one);
	put_bisection(r, "bisection_links", "bisection_kind", &links, m->planes);
	put_bisection(r, "bisection_bits_per_s", "bisection_bits_kind", &bandwidth, m->planes);
	if (m->node_kind)
		put_kinds(r, m);
	if (has_interfaces(m)) {
		put_count(r, "nics", m->nics);
		put_count(r, "domain", m->domain ? m->domain : 1);
		put_count(r, "planes", m->planes);
	}
	put_rates(r, m);
	if (m->broken) {
		put_count(r, "broken_routers", m->broken->routers);
		put_count(r, "broken_links", m->broken->links);
	}
	sink_row(r->sink, NULL);
	sink_close(r->sink);
}

typedef struct machine_options {
	bool keys, list;
} machine_options;

/* A row a key of a machine file: what stands behind it says whether it was measured, published or assumed. */
static void
write_keys(const cli *c)
{
	spec *s = machine_spec(c->machine, true, c->set, c->sets, "--machine", FAIL_USAGE);
	result r;

	result_open(&r, c, NULL);
	result_columns(&r, "key,value,from,said");
	result_header(&r, NULL, NULL);
	for (int i = 0; i < s->count; i++) {
		const spec_item *it = &s->item[i];
		const char *said = it->said ? it->said : "";

		if (!it->text)
			continue;
		sink_line(r.sink, "ssss", it->key->name, it->text, !*said ? "" : strncmp(said, "measured", 8) == 0 ? "measured" :
			strncmp(said, "assumption", 10) == 0 ? "assumed" : "published", said);
	}
	sink_close(r.sink);
}

static int
is_machine(const struct dirent *e)
{
	size_t length = strlen(e->d_name);

	return length > 5 && strcmp(e->d_name + length - 5, ".conf") == 0;
}

/* The first sentence of the comment with which a file begins. */
static char *
first_sentence(const char *path)
{
	gzlines *in = gzlines_open(path);
	char *text = xstrdup(""), *line, *end;
	size_t length;

	while ((line = gzlines_next(in, &length)) && *line == '#' && !strstr(text, ". "))
		text = xappend(text, "%s ", line + 1 + strspn(line + 1, " "));
	gzlines_close(in);
	end = strstr(text, ". ");
	if (end)
		*end = '\0';
	return text;
}

/* The machines that come with Hopline, a line each: the name, and the first sentence of its file. */
static void
list_shipped(void)
{
	char *folder = shipped("machines/");
	struct dirent **file = NULL;
	int files = folder ? scandir(folder, &file, is_machine, alphasort) : -1;

	if (files < 0)
		die(FAIL_DATA, "the folder of machines is not where this program was built or installed");
	for (int i = 0; i < files; i++) {
		const char *name = file[i]->d_name;

		cli_list(xprintf("%.*s", (int)strlen(name) - 5, name), first_sentence(xprintf("%s%s", folder, name)));
	}
}

static void
run(const cli *c, void *given)
{
	const machine_options *o = given;
	table *in;
	machine *m;
	result r;

	if (o->keys)
		write_keys(c);
	else if (o->list)
		list_shipped();
	if (o->keys || o->list)
		return;
	in = c->file || !c->machine ? table_open(c->file) : NULL;
	m = machine_of(c, in);
	result_open(&r, c, NULL);
	result_columns(&r, "kind,machine,routers,links,radix_min,radix_max,degree_min,degree_max,nodes,router_nodes_min,router_nodes_max,"
		"diameter,links_mean,links_mean_all,bisection_links,bisection_kind,bisection_bits_per_s,bisection_bits_kind,link_classes,nominal_bits_per_s,reached_bits_per_s");
	if (m->node_kind)
		result_columns(&r, kind_columns);
	if (has_interfaces(m))
		result_columns(&r, "nics,domain,planes");
	if (m->broken)
		result_columns(&r, "broken_routers,broken_links");
	result_header(&r, in, m->spec);
	write_row(&r, m);
}

static const cli_option known[] = {
	{ "keys", NULL, "its keys instead, each measured, published or assumed as the comment in its file says", option_flag,
		offsetof(machine_options, keys) },
	{ "list", NULL, "list the machines that --machine knows by name", option_flag, offsetof(machine_options, list) },
	{ 0 }
};

static const cli_rule rules[] = {
	{ "list", NULL, "machine keys set", "--%s lists all machines" },
	{ "keys", "machine", NULL, "--keys shows the file that --machine names" },
	{ 0 }
};

const subcommand subcommand_machine = { "machine", "counts, distances and bisection of a machine",
	"[FILE]", "Describe the machine of --machine, or that of a stream: counts, distances, bisection.",
	.options = known, .rules = rules, .size = sizeof(machine_options), .run = run };
