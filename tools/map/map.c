/* map -- which task of a job sits on which of its nodes.
 *
 * Reads a job table with node lists, adds the columns map and task_nodes.  A row's
 * result depends on that row only; an algorithm (algorithms/) is only its idea. */
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/machine/machine.h"
#include "lib/pattern/pattern.h"
#include "lib/stream/lists.h"
#include "lib/stream/sink.h"
#include "lib/stream/table.h"
#include "map/jobs.h"
#include "map/mapping.h"

typedef struct options {
	cli cli;
	const mapping *algorithm;
	bool list;
} options;

typedef struct run {
	const options *opt;
	table *in;
	sink *out;
	const machine *machine;
	columns at;
	traffic_columns traffic_at;
	int map, task_nodes;	/* columns written */
	list node;		/* nodes and tasks of the job under way */
	list task_node;
	uint8_t *mark;		/* scratch of read_nodes */
} run;

enum { OPT_ALGORITHM = 256, OPT_LIST };

static const struct argp_option option_table[] = {
	{ "algorithm", OPT_ALGORITHM, "NAME", 0, "How to place tasks; --list shows the names [linear]", 0 },
	{ "list", OPT_LIST, NULL, 0, "Print the algorithms", 0 },
	{ 0 }
};

static const mapping *
find_mapping(const char *name)
{
	char *known = NULL;

	for (const mapping *const *p = mappings; *p; p++)
		if (strcmp((*p)->name, name) == 0)
			return *p;
	for (const mapping *const *p = mappings; *p; p++)
		known = xprintf("%s%s%s", known ? known : "", known ? " " : "", (*p)->name);
	die(FAIL_USAGE, "unknown algorithm '%s'; known: %s", name, known);
}

static error_t
parse(int key, char *arg, struct argp_state *state)
{
	options *o = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &o->cli;
		return 0;
	case OPT_ALGORITHM:
		o->algorithm = find_mapping(arg);
		return 0;
	case OPT_LIST:
		o->list = true;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* Place the tasks of one job with its nodes in a->node. */
static void
place_tasks(run *a, const char *id, const row *r)
{
	const mapping *algorithm = a->opt->algorithm;
	const char *job = cell_text(r, a->at.job);
	traffic talk;
	rng random;
	placement p = {
		.machine = a->machine, .node = a->node.item, .nodes = a->node.count,
		.tasks = read_tasks(a->in, r, &a->at, a->machine, a->node.count),
		.random = &random,
	};

	if (p.tasks > a->task_node.room) {
		a->task_node.room = p.tasks;
		a->task_node.item = xrealloc(a->task_node.item, p.tasks, sizeof *a->task_node.item);
	}
	rng_init(&random, a->opt->cli.seed, "map", traffic_case(r, &a->traffic_at, id), job);
	if (algorithm->needs_traffic) {
		traffic_read(&talk, a->in, r, &a->traffic_at, p.tasks, false, a->opt->cli.seed, id, job);
		p.traffic = &talk;
	}
	algorithm->place(&p, a->task_node.item);
	a->task_node.count = p.tasks;
	if (p.traffic)
		traffic_release(&talk);
}

static void
do_row(run *a, const char *id, const row *r)
{
	read_nodes(a->in, r, &a->at, a->machine, a->mark, &a->node);
	a->task_node.count = 0;
	if (a->node.count > 0)
		place_tasks(a, id, r);
	sink_put(a->out, a->map, a->opt->algorithm->name);
	sink_put(a->out, a->task_nodes, list_write(a->task_node.item, a->task_node.count, true));
	sink_row(a->out, r);
}

static void
run_map(const options *opt)
{
	table *in = table_open(opt->cli.file);
	machine *m = machine_of(&opt->cli, in);
	run a = { .opt = opt, .in = in, .machine = m };
	batch b;

	if (opt->algorithm->needs_coordinates && m->dims == 0)
		die(FAIL_DATA, "algorithm '%s' needs a machine with coordinates, and '%s' has none", opt->algorithm->name, m->spec);
	columns_find(&a.at, in);
	traffic_find(&a.traffic_at, in);
	a.out = sink_open(in, &opt->cli);
	a.map = sink_own(a.out, "map");
	a.task_nodes = sink_own(a.out, "task_nodes");
	a.mark = xcalloc(m->nodes, sizeof *a.mark);
	sink_header(a.out, m->spec);
	while (table_next_case(in, &b)) {
		for (int i = 0; i < b.rows; i++)
			do_row(&a, b.id, &b.row[i]);
		sink_flush(a.out);
	}
	sink_close(a.out);
	list_free(&a.node);
	list_free(&a.task_node);
	free(a.mark);
	machine_free(m);
	table_close(in);
}

int
main(int argc, char *argv[])
{
	static const struct argp_child children[] = { { &cli_argp, 0, NULL, 0 }, { 0 } };
	static const struct argp parser = {
		.options = option_table, .parser = parse, .args_doc = "[FILE]",
		.doc = "Place the tasks of every job of a table on its nodes; adds the columns map, task_nodes.",
		.children = children,
	};
	options opt = { .algorithm = mappings[0] };

	cli_parse("map", &parser, argc, argv, &opt.cli, &opt);
	if (opt.list)
		for (const mapping *const *p = mappings; *p; p++)
			cli_list((*p)->name, (*p)->about);
	else
		run_map(&opt);
	close_stdout();
	return 0;
}
