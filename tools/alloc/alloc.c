/* alloc -- which nodes each job gets.
 *
 * Reads a job table, adds the columns alloc, start_s and node_list.  The driver
 * checks and does the bookkeeping; a policy (policies/) is only its idea.  Cases are
 * read, served and forgotten one by one. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "alloc/occupancy.h"
#include "alloc/policy.h"
#include "alloc/residents.h"
#include "lib/cli/cli.h"
#include "lib/machine/machine.h"
#include "lib/stream/lists.h"
#include "lib/stream/sink.h"
#include "lib/stream/table.h"

typedef struct options {
	cli cli;
	const policy *policy;
	bool skip;		/* --on-full skip */
	bool list;
} options;

/* A run: the stream, and the machine as the case under way has it. */
typedef struct run {
	const options *opt;
	table *in;
	sink *out;
	columns at;
	int alloc, start, node_list;	/* columns written */
	occupancy occupancy;
	list held;		/* nodes that the case's jobs have, to be released after it */
	uint32_t *node;		/* room for one job's choice */
	void *state;		/* the policy's own */
} run;

enum { OPT_POLICY = 256, OPT_ON_FULL, OPT_LIST };

static const struct argp_option option_table[] = {
	{ "policy", OPT_POLICY, "NAME", 0, "How to choose nodes; required, --list shows the names", 0 },
	{ "on-full", OPT_ON_FULL, "error|skip", 0,
	  "A job that does not fit: stop, or warn and leave its node_list empty [error]", 0 },
	{ "list", OPT_LIST, NULL, 0, "Print the policies", 0 },
	{ 0 }
};

static const policy *
find_policy(const char *name)
{
	char *known = NULL;

	for (const policy *const *p = policies; *p; p++)
		if (strcmp((*p)->name, name) == 0)
			return *p;
	for (const policy *const *p = policies; *p; p++)
		known = xprintf("%s%s%s", known ? known : "", known ? " " : "", (*p)->name);
	die(FAIL_USAGE, "unknown policy '%s'; known: %s", name, known);
}

static error_t
parse(int key, char *arg, struct argp_state *state)
{
	options *o = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &o->cli;
		return 0;
	case OPT_POLICY:
		o->policy = find_policy(arg);
		return 0;
	case OPT_ON_FULL:
		o->skip = strcmp(arg, "skip") == 0;
		if (!o->skip && strcmp(arg, "error") != 0)
			die(FAIL_USAGE, "--on-full: '%s': must be error or skip", arg);
		return 0;
	case OPT_LIST:
		o->list = true;
		return 0;
	case ARGP_KEY_END:
		if (!o->policy && !o->list)
			die(FAIL_USAGE, "--policy NAME is required; --list shows them");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* The machine must have what the policy is defined for. */
static void
check_machine(const policy *p, const machine *m)
{
	if (p->kind && strcmp(p->kind, m->kind->name) != 0)
		die(FAIL_DATA, "policy '%s' is defined for machines of kind %s, not for '%s'", p->name, p->kind, m->spec);
	if (p->level && !machine_level(m, p->level))
		die(FAIL_DATA, "policy '%s' needs a machine with %ss, and '%s' has none", p->name, p->level, m->spec);
}

/* The nodes, busy by now, are this job's until the end of the case. */
static void
settle(run *a, const request *q, const uint32_t *node)
{
	for (uint32_t i = 0; i < q->nodes; i++)
		list_push(&a->held, node[i]);
	if (a->opt->policy->placed)
		a->opt->policy->placed(&a->occupancy, q, node, a->state);
}

/* Write the row of a job that gets no nodes, or end here. */
static void
refuse(run *a, const row *r, const char *why)
{
	if (!a->opt->skip)
		table_bad(a->in, r, a->at.nodes, "%s", why);
	table_warn(a->in, r, a->at.nodes, "%s; skipped", why);
	sink_put(a->out, a->start, "");
	sink_put(a->out, a->node_list, "");
}

/* Choose nodes for a job and write them down. */
static void
serve(run *a, const char *id, const request *q)
{
	const policy *p = a->opt->policy;
	grant g = { .node = a->node };
	rng random;

	sink_put(a->out, a->alloc, p->name);
	if (q->nodes > a->occupancy.idle) {
		char *why = xprintf("job '%s' wants %" PRIu32 " nodes, %" PRIu32 " idle", q->job, q->nodes, a->occupancy.idle);

		refuse(a, q->row, why);
		free(why);
		return;
	}
	rng_init(&random, a->opt->cli.seed, "alloc", id, q->job);
	if (!p->choose(&a->occupancy, q, &random, a->state, &g)) {
		refuse(a, q->row, g.why);
		return;
	}
	occupancy_take(&a->occupancy, g.node, q->nodes);
	settle(a, q, g.node);
	sink_put_int(a->out, a->start, 0);
	sink_put(a->out, a->node_list, list_write(g.node, q->nodes, false));
}

static void
do_case(run *a, const batch *b)
{
	list came = { 0 };

	if (a->opt->policy->state)
		memset(a->state, 0, a->opt->policy->state);
	for (int i = 0; i < b->rows; i++) {
		if (!is_resident(&b->row[i], &a->at))
			continue;
		request q = claim(a->in, b, i, &a->at, &a->occupancy, &came);

		settle(a, &q, came.item);
	}
	for (int i = 0; i < b->rows; i++) {
		if (!is_resident(&b->row[i], &a->at)) {
			request q = read_request(a->in, &b->row[i], &a->at);

			serve(a, b->id, &q);
		}
		sink_row(a->out, &b->row[i]);
	}
	sink_flush(a->out);
	occupancy_release(&a->occupancy, a->held.item, a->held.count);
	a->held.count = 0;
	list_free(&came);
}

static void
run_alloc(const options *opt)
{
	table *in = table_open(opt->cli.file);
	machine *m = machine_of(&opt->cli, in);
	run a = { .opt = opt, .in = in };
	batch b;

	check_machine(opt->policy, m);
	columns_find(&a.at, in);
	a.out = sink_open(in, &opt->cli);
	a.alloc = sink_own(a.out, "alloc");
	a.start = sink_own(a.out, "start_s");
	a.node_list = sink_own(a.out, "node_list");
	occupancy_init(&a.occupancy, m);
	a.node = xalloc(m->nodes, sizeof *a.node);
	a.state = xcalloc(1, opt->policy->state + 1);
	sink_header(a.out, m->spec);
	while (table_next_case(in, &b))
		do_case(&a, &b);
	sink_close(a.out);
	list_free(&a.held);
	free(a.state);
	free(a.node);
	occupancy_free(&a.occupancy);
	machine_free(m);
	table_close(in);
}

int
main(int argc, char *argv[])
{
	static const struct argp_child children[] = { { &cli_argp, 0, NULL, 0 }, { 0 } };
	static const struct argp parser = {
		.options = option_table, .parser = parse, .args_doc = "--policy NAME [FILE]",
		.doc = "Choose the nodes of every job of a table; adds the columns alloc, start_s, node_list.",
		.children = children,
	};
	options opt = { 0 };

	cli_parse("alloc", &parser, argc, argv, &opt.cli, &opt);
	if (opt.list)
		for (const policy *const *p = policies; *p; p++)
			cli_list((*p)->name, (*p)->about);
	else
		run_alloc(&opt);
	close_stdout();
	return 0;
}
