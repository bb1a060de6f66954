/* options -- the command line of map. */
#include "map/options.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/cli/choices.h"
#include "lib/cli/option-values.h"
#include "map/support/task-grid.h"

enum { OPT_ALGORITHM = 256, OPT_FROM, OPT_OBJECTIVE, OPT_OTHERS, OPT_NODE_LINKS, OPT_CIRCUITS, OPT_LIST, OPT_RENAMED, OPT_BROUGHT = 512 };

/* Those of parts of the tool. */
static const cli_option_group groups[] = {
	{ launch_table, offsetof(options, launch) }, { own_job_table, offsetof(options, own_job) }, { gain_table, offsetof(options, gain) }, { 0 },
};

/* Behind its own, options_read puts those and what algorithms bring, row i with the key OPT_BROUGHT + i, and names of old. */
static struct argp_option option_table[MAP_OPTIONS] = {
	{ "algorithm", OPT_ALGORITHM, "NAME", 0, "How to place tasks; --list shows the names [linear; with --nodes auto]", 0 },
	{ "from", OPT_FROM, "NAME", 0, "What an algorithm that improves begins with [its own start]", 0 },
	{ "objective", OPT_OBJECTIVE, "hops|hop-bytes|congestion|time", 0, "What to minimize [hop-bytes where pairs differ in bytes, else hops; of auto congestion, the loads of links]", 0 },
	{ "others", OPT_OTHERS, NULL, 0, "--objective congestion: with the loads of the case's other jobs", 0 },
	{ "count-node-links", OPT_NODE_LINKS, "yes|no", 0, "Count the links between nodes and their routers, too: two nodes are 2 farther apart than their routers, tasks of a node 0 [yes where nodes have several cores, and with --nodes]", 0 },
	{ "circuits", OPT_CIRCUITS, "balanced|matched", 0, "Choose circuits for each job on a machine of kind rdragonfly: as many between every two of its groups, or where its messages go; adds the columns circuits, circuit_load, circuit_bound", 0 },
	{ "list", OPT_LIST, NULL, 0, "Print the algorithms", 0 },
};

/* Options that are called otherwise now, or gone. */
static const struct { const char *old, *now; } renamed[] = {
	{ "along", "is called --axes now" },
	{ "fastest", "is called --task-order now" },
	{ "node-links", "is called --count-node-links now" },
	{ "rank-tie", "is called --rank-tie-order now" },
	{ "tie", "is called --cut-tie now" },
	{ "tiles", "follows from --cell and the prism; where both ways round would do --axes and --fold choose" },
};
enum { RENAMED = sizeof renamed / sizeof *renamed };

static struct argp_option *
find_row(const char *name)
{
	struct argp_option *entry = option_table;

	while (entry->name && strcmp(entry->name, name) != 0)
		entry++;
	if (entry == &option_table[MAP_OPTIONS - 1])	/* it ends the table */
		die(FAIL_DATA, "algorithms bring more than %d options", MAP_OPTIONS);
	return entry;
}

static void
bring(const char *name, const char *value, const char *about)
{
	struct argp_option *entry = find_row(name);

	*entry = (struct argp_option){ name, OPT_BROUGHT + (int)(entry - option_table), value, 0, about, 0 };
}

/* Each name once; what several algorithms say of theirs stands in one text. */
static void
bring_options(void)
{
	for (const cli_option_group *g = groups; g->options; g++)
		for (const cli_option *p = g->options; p->name; p++)
			bring(p->name, p->value, p->about);
	for (const mapping *const *m = mappings; *m; m++)
		for (const algorithm_option *const *p = (*m)->option; *p; p++) {
			struct argp_option *entry = find_row((*p)->name);

			if (!entry->name)
				bring((*p)->name, (*p)->value, (*p)->about);
			else if (!strstr(entry->doc, (*p)->about))
				entry->doc = xprintf("%s; %s", entry->doc, (*p)->about);
		}
	for (int i = 0; i < RENAMED; i++)
		*find_row(renamed[i].old) = (struct argp_option){ renamed[i].old, OPT_RENAMED + i, "VALUE", OPTION_HIDDEN, NULL, 0 };
}

static const mapping *
find(const char *option, const char *name)
{
	const mapping *m = mapping_find(name);
	choice_list c = choices_begin(name, " ");

	if (m && m->lacks)
		die(FAIL_USAGE, "%salgorithm '%s' is not in this build, which has no %s: install that library (INSTALL.md) and build again",
			option, m->name, m->lacks);
	if (m)
		return m;
	for (const mapping *const *p = mappings; *p; p++)
		choices_add(&c, (*p)->name);
	die(FAIL_USAGE, "%sunknown algorithm '%s'; %sknown: %s", option, name, choices_hint(&c), c.names);
}

/* The algorithm's option of that name; NULL: it takes none. */
static const algorithm_option *
taken(const mapping *m, const char *name)
{
	const algorithm_option *const *p = m->option;

	while (*p && strcmp((*p)->name, name) != 0)
		p++;
	return *p;
}

/* Give an option to its part of the tool, or to all algorithms that take it. */
static void
give(options *o, int entry, const char *text)
{
	for (const cli_option_group *g = groups; g->options; g++)
		for (const cli_option *p = g->options; p->name; p++)
			if (strcmp(p->name, option_table[entry].name) == 0) {
				char *option = xprintf("--%s", p->name);

				p->read(option, text, (char *)o + g->at + p->at);
				free(option);
				return;
			}
	o->given[entry] = true;
	for (const mapping *const *m = mappings; *m; m++)
		if (taken(*m, option_table[entry].name))
			option_give(taken(*m, option_table[entry].name), text);
}

/* The algorithms that run before and with o->algorithm, `from` in place of its start. */
static void
chain(options *o)
{
	const mapping *back[MAP_CHAIN];
	int count = 0;

	o->choice = o->from ? xprintf("%s:%s", o->algorithm->name, o->from) : xstrdup(o->algorithm->name);
	if (o->objective > OBJECTIVE_DISTANCES)
		o->choice = xappend(o->choice, "+%s", o->objective == OBJECTIVE_TIME ? "time" : "congestion");
	if (o->objective < 0)
		o->objective = (int)o->algorithm->objective;
	if (o->from && !o->algorithm->improve)
		die(FAIL_USAGE, "--from: algorithm '%s' begins with nothing", o->algorithm->name);
	for (const mapping *m = o->algorithm; m && count < MAP_CHAIN; count++) {
		back[count] = m;
		m = !m->improve ? NULL : mapping_find(count == 0 && o->from ? o->from : m->start);
	}
	while (count)
		o->chain[o->links++] = back[--count];
}

void
options_choose(options *o, const mapping *m)
{
	o->algorithm = m;
	o->from = NULL;
	o->links = 0;
	o->objective = -1;
	chain(o);
}

/* An algorithm that runs does without no option that it needs. */
static void
check_needed(const options *o)
{
	for (int i = 0; i < o->links; i++)
		for (const algorithm_option *const *p = o->chain[i]->option; *p; p++)
			if ((*p)->needed && !o->given[find_row((*p)->name) - option_table])
				die(FAIL_USAGE, "algorithm '%s' needs --%s, as %s", o->chain[i]->name, (*p)->name, (*p)->needed);
}

/* An option that no algorithm takes that runs was meant for another one. */
static void
check_taken(const options *o)
{
	for (int entry = 0; entry < MAP_OPTIONS; entry++) {
		const char *name = option_table[entry].name;
		bool any = !o->given[entry] || (o->own_job.nodes && strcmp(name, option_task_order.name) == 0);	/* of the ranks, see own-job.h */

		for (int i = 0; i < o->links && !any; i++)
			any = taken(o->chain[i], name);
		if (!any)
			die(FAIL_USAGE, "algorithm '%s' does not take --%s", o->algorithm->name, name);
	}
}

static void
read_objective(options *o, const char *text)
{
	static const struct { enum affinity_weights weights; objective objective; } meaning[] = {
		{ WEIGH_PAIRS, OBJECTIVE_DISTANCES }, { WEIGH_BYTES, OBJECTIVE_DISTANCES }, { WEIGH_IF_UNEQUAL, OBJECTIVE_CONGESTION },
		{ WEIGH_IF_UNEQUAL, OBJECTIVE_TIME },
	};
	int k = option_word("--objective", text, "hops|hop-bytes|congestion|time");

	o->weights = meaning[k].weights;
	o->objective = (int)meaning[k].objective;
}

/* A job of --nodes is a program, as a rule one of MPI, under way on nodes. */
static void
mean_program(options *o)
{
	if (o->node_links < 0)
		o->node_links = true;
	if (!o->given[find_row(option_task_order.name) - option_table])
		option_give(&option_task_order, "last");
}

static error_t
parse(int key, char *arg, struct argp_state *state)
{
	options *o = state->input;

	if (key >= OPT_BROUGHT && key < OPT_BROUGHT + MAP_OPTIONS) {
		give(o, key - OPT_BROUGHT, arg);
		return 0;
	}
	if (key >= OPT_RENAMED && key < OPT_RENAMED + RENAMED)
		die(FAIL_USAGE, "--%s: %s", renamed[key - OPT_RENAMED].old, renamed[key - OPT_RENAMED].now);
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &o->cli;
		return 0;
	case OPT_ALGORITHM:
		o->algorithm = find("", arg);
		return 0;
	case OPT_FROM:
		o->from = find("--from: ", arg)->name;
		return 0;
	case OPT_OBJECTIVE:
		read_objective(o, arg);
		return 0;
	case OPT_OTHERS:
		o->others = true;
		return 0;
	case OPT_NODE_LINKS:
		o->node_links = option_word("--count-node-links", arg, "no|yes");
		return 0;
	case OPT_CIRCUITS:
		o->circuits = option_word("--circuits", arg, "balanced|matched") ? CIRCUITS_MATCHED : CIRCUITS_BALANCED;
		return 0;
	case OPT_LIST:
		o->list = true;
		return 0;
	case ARGP_KEY_END:
		own_job_check(&o->own_job);
		launch_settle(&o->launch);
		o->hints = !o->algorithm && !o->own_job.nodes && !o->launch.format && !o->circuits && !o->cli.quiet && isatty(STDERR_FILENO);
		if (!o->algorithm)
			o->algorithm = o->own_job.nodes ? mapping_find("auto") : mappings[0];
		if (o->own_job.nodes)
			mean_program(o);
		chain(o);
		check_needed(o);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* What it gained is said of one job, which a user asks about, and of all that a judge is asked about. */
static void
check_gain(options *o)
{
	gain_options *g = &o->gain;

	if ((g->report || g->judge || o->objective > OBJECTIVE_DISTANCES) && o->algorithm->column)
		die(FAIL_USAGE, "--%s: '%s' changes what tasks send", g->report ? "report" : g->judge ? "judge" : "objective", o->algorithm->name);
	if (o->objective == OBJECTIVE_TIME && !g->judge)
		die(FAIL_USAGE, "--objective: 'time': needs --judge, as --judge netsim");
	if (g->timeout && !g->judge)
		die(FAIL_USAGE, "--judge-timeout: goes with --judge");
	if (o->others && (o->objective == OBJECTIVE_DISTANCES || o->own_job.nodes))
		die(FAIL_USAGE, "--others: is for --objective congestion and time, and a table");
	g->ranks = o->own_job.nodes || o->launch.format;
	g->says = !o->cli.quiet && (g->judge || ((o->own_job.nodes || o->launch.format) && o->algorithm->needs & NEEDS_TRAFFIC && !o->algorithm->column));
	if (g->judge && !g->report && !g->says && o->objective != OBJECTIVE_TIME)
		die(FAIL_USAGE, "--judge: '%s': with --quiet its answer is lost; --report FILE keeps it", g->judge);
	if (g->routing && !g->report && !g->says && o->objective == OBJECTIVE_DISTANCES)
		die(FAIL_USAGE, "--routing: '%s': is for --objective congestion and time, --report, --judge, and what is said of one job", g->routing);
}

/* The job comes from a table or from options. */
static void
check_together(const options *o)
{
	const launch_options *l = &o->launch;

	if (o->own_job.nodes && o->cli.file)
		die(FAIL_USAGE, "'%s': with --nodes no table is read", o->cli.file);
	if (o->own_job.nodes && (l->job || l->case_))
		die(FAIL_USAGE, "--%s: '%s': with --nodes there is one job", l->job ? "job" : "case", l->job ? l->job : l->case_);
	if (l->format && o->algorithm->column)
		die(FAIL_USAGE, "--format: '%s' says what tasks hold, which no launcher's file can", o->algorithm->name);
	if (l->format && o->circuits)
		die(FAIL_USAGE, "--circuits: is for columns of a table, and --format writes none");
	if (l->hosts && !l->format && !o->own_job.nodes)
		die(FAIL_USAGE, "--hosts: '%s': is for --format and --nodes", l->hosts);
}

void
options_read(options *o, int argc, char **argv)
{
	static const struct argp_child children[] = { { &cli_argp, 0, NULL, 0 }, { 0 } };
	static const struct argp parser = {
		.options = option_table, .parser = parse, .args_doc = "[FILE]",
		.doc = "Place the tasks of every job of a table on its nodes; adds the columns map, task_nodes.\v"
			"'map advise --help' shows the options of advice on the shape of a job, which needs no table.",
		.children = children,
	};

	*o = (options){ .weights = WEIGH_IF_UNEQUAL, .objective = -1, .node_links = -1 };
	bring_options();
	cli_parse("map", &parser, argc, argv, &o->cli, o);
	if (!o->list) {
		check_together(o);
		check_gain(o);
		check_taken(o);
	}
}
