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
	const char *argument;	/* what followed its name and a ':', or NULL */
	char *choice;		/* the policy as the column alloc names it */
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
	list held;		/* nodes that the case's jobs have or that are closed, to be released after it */
	uint32_t closed;	/* so many of them are closed: no job has them, none may */
	uint32_t *node;		/* room for one job's choice */
	uint32_t *beside;	/* and for what it closes */
	void *state;		/* the policy's own */
} run;

enum { OPT_POLICY = 256, OPT_ON_FULL, OPT_LIST };

static const struct argp_option option_table[] = {
	{ "policy", OPT_POLICY, "NAME[:ARGUMENT]", 0, "How to choose nodes; required, --list shows the names", 0 },
	{ "on-full", OPT_ON_FULL, "error|skip", 0,
	  "A job that does not fit: stop, or warn and leave its node_list empty [error]", 0 },
	{ "list", OPT_LIST, NULL, 0, "Print the policies", 0 },
	{ 0 }
};

static const policy *
find_policy(const char *name)
{
	char *known = xstrdup(""), *more = xstrdup("");

	for (const policy *const *p = policies; *p; p++)
		if (strcmp((*p)->name, name) == 0 || ((*p)->alias && strcmp((*p)->alias, name) == 0))
			return *p;
	for (const policy *const *p = policies; *p; p++) {
		known = xprintf("%s%s%s", known, *known ? " " : "", (*p)->name);
		if ((*p)->alias)
			more = xprintf("%s, and %s for %s", more, (*p)->alias, (*p)->name);
	}
	die(FAIL_USAGE, "unknown policy '%s'; known: %s%s", name, known, more);
}

/* NAME or NAME:ARGUMENT. */
static void
read_policy(options *o, const char *text)
{
	char *name = xstrdup(text), *colon = strchr(name, ':');

	if (colon)
		*colon = '\0';
	o->policy = find_policy(name);
	o->argument = colon ? colon + 1 : NULL;
	o->choice = xprintf("%s%s", o->policy->name, text + strlen(name));
	if (colon && !o->policy->argument)
		die(FAIL_USAGE, "policy '%s' takes nothing behind a ':'", o->policy->name);
	if (!colon && o->policy->argument)
		die(FAIL_USAGE, "policy '%s' wants an argument, as %s:%s", name, name, o->policy->argument);
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
		read_policy(o, arg);
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
check_machine(const options *o, const machine *m)
{
	const policy *p = o->policy;
	char *wrong;

	if (p->kind && !kind_among(m, p->kind))
		die(FAIL_DATA, "policy '%s' is defined for machines of kind %s, not for '%s'", p->name, p->kind, m->spec);
	if (p->level && !machine_level(m, p->level))
		die(FAIL_DATA, "policy '%s' needs a machine with %ss, and '%s' has none", p->name, p->level, m->spec);
	wrong = p->check ? p->check(m, o->argument) : NULL;
	if (wrong)
		die(p->argument ? FAIL_USAGE : FAIL_DATA, "policy '%s' %s", o->choice, wrong);
}

/* Bytes of the policy's state. */
static size_t
state_size(const policy *p, const machine *m)
{
	return p->state + (p->room ? p->room(m) : 0);
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

/* Nor may another job have what this one closes. */
static void
close_beside(run *a, const request *q, const uint32_t *node)
{
	uint32_t n = a->opt->policy->closes ? a->opt->policy->closes(&a->occupancy, q, node, a->beside) : 0;

	occupancy_take(&a->occupancy, a->beside, n);
	for (uint32_t i = 0; i < n; i++)
		list_push(&a->held, a->beside[i]);
	a->closed += n;
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

/* The message for a job that wants more nodes than there are. */
static char *
too_few(const run *a, const request *q)
{
	char *text = xprintf("job '%s' wants %" PRIu32 " nodes, %" PRIu32 " idle", q->job, q->nodes, a->occupancy.idle), *more;

	if (a->closed == 0)
		return text;
	more = xprintf("%s (and %" PRIu32 " closed by other jobs)", text, a->closed);
	free(text);
	return more;
}

/* Choose nodes for a job and write them down. */
static void
serve(run *a, const char *id, const request *q)
{
	const policy *p = a->opt->policy;
	const char *stream = cell_text(q->row, a->at.random_stream);
	grant g = { .node = a->node };
	rng random;

	sink_put(a->out, a->alloc, a->opt->choice);
	if (q->nodes > a->occupancy.idle) {
		char *why = too_few(a, q);

		refuse(a, q->row, why);
		free(why);
		return;
	}
	rng_init(&random, a->opt->cli.seed, "alloc", *stream ? stream : id, q->job);
	if (!p->choose(&a->occupancy, q, &random, a->state, &g)) {
		char *why = xprintf("job '%s': %s", q->job, g.why);

		refuse(a, q->row, why);
		free(why);
		return;
	}
	occupancy_take(&a->occupancy, g.node, q->nodes);
	settle(a, q, g.node);
	close_beside(a, q, g.node);
	sink_put_int(a->out, a->start, 0);
	sink_put(a->out, a->node_list, list_write(g.node, q->nodes, false));
}

/* What the jobs that came with nodes close, now that all of them have theirs: held begins with these, row by row. */
static void
close_residents(run *a, const batch *b)
{
	uint32_t first = 0, *node;

	if (!a->opt->policy->closes)
		return;
	for (int i = 0; i < b->rows; i++) {
		if (!is_resident(&b->row[i], &a->at))
			continue;
		request q = read_request(a->in, &b->row[i], &a->at);

		q.argument = a->opt->argument;
		node = xalloc(q.nodes, sizeof *node);	/* held grows */
		memcpy(node, a->held.item + first, q.nodes * sizeof *node);
		close_beside(a, &q, node);
		free(node);
		first += q.nodes;
	}
}

static void
do_case(run *a, const batch *b)
{
	list came = { 0 };

	memset(a->state, 0, state_size(a->opt->policy, a->occupancy.machine));
	a->closed = 0;
	for (int i = 0; i < b->rows; i++) {
		if (!is_resident(&b->row[i], &a->at))
			continue;
		request q = claim(a->in, b, i, &a->at, &a->occupancy, &came);

		q.argument = a->opt->argument;
		settle(a, &q, came.item);
	}
	close_residents(a, b);
	for (int i = 0; i < b->rows; i++) {
		if (!is_resident(&b->row[i], &a->at)) {
			request q = read_request(a->in, &b->row[i], &a->at);

			q.argument = a->opt->argument;
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

	check_machine(opt, m);
	columns_find(&a.at, in);
	a.out = sink_open(in, &opt->cli);
	a.alloc = sink_own(a.out, "alloc");
	a.start = sink_own(a.out, "start_s");
	a.node_list = sink_own(a.out, "node_list");
	occupancy_init(&a.occupancy, m);
	a.node = xalloc(m->nodes, sizeof *a.node);
	a.beside = xalloc(m->nodes, sizeof *a.beside);
	a.state = xcalloc(1, state_size(opt->policy, m) + 1);
	sink_header(a.out, m->spec);
	while (table_next_case(in, &b))
		do_case(&a, &b);
	sink_close(a.out);
	list_free(&a.held);
	free(a.state);
	free(a.node);
	free(a.beside);
	occupancy_free(&a.occupancy);
	machine_free(m);
	table_close(in);
}

static void
list_policy(const policy *p)
{
	char *about = p->alias ? xprintf("%s; also called %s", p->about, p->alias) : xstrdup(p->about);

	cli_list(p->name, about);
	free(about);
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
			list_policy(*p);
	else
		run_alloc(&opt);
	close_stdout();
	return 0;
}
