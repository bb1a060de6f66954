#include "map/options.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/cli/choices.h"
#include "lib/cli/command.h"
#include "map/support/task-grid.h"

#define OTHERS_WANT "--%s: is for --objective congestion and time, and a table"

/* What algorithms bring. */
static cli_option brought[MAP_OPTIONS];

/* The algorithm's option of that name; NULL: it takes none. */
static const algorithm_option *
taken(const mapping *m, const char *name)
{
	const algorithm_option *const *p = m->option;

	while (*p && strcmp((*p)->name, name) != 0)
		p++;
	return *p;
}

/* To all algorithms that take it. */
static void
give(const char *option, const char *text, void *of)
{
	(void)of;
	for (const mapping *const *m = mappings; *m; m++)
		if (taken(*m, option + 2))
			option_give(taken(*m, option + 2), text);
}

/* Each name once; what several algorithms say of theirs stands in one text. */
static const cli_option *
bring(void)
{
	for (const mapping *const *m = mappings; *m; m++)
		for (const algorithm_option *const *p = (*m)->option; *p; p++) {
			cli_option *to = brought;

			while (to->name && strcmp(to->name, (*p)->name) != 0)
				to++;
			if (to == &brought[MAP_OPTIONS - 1])	/* it ends the table */
				die(FAIL_DATA, "algorithms bring more than %d options", MAP_OPTIONS - 1);
			if (!to->name)
				*to = (cli_option){ (*p)->name, (*p)->value, (*p)->about, give };
			else if (!strstr(to->about, (*p)->about))
				to->about = xprintf("%s; %s", to->about, (*p)->about);
		}
	return brought;
}

static void
read_algorithm(const char *option, const char *name, void *found)
{
	const char *of = strcmp(option, "--algorithm") == 0 ? "" : xprintf("%s: ", option);
	const mapping *m = *(const mapping **)found = mapping_find(name);
	choice_list c = choices_begin(name, " ");

	if (m && m->lacks)
		die(FAIL_USAGE, "%salgorithm '%s' is not in this build, which has no %s: install that library (INSTALL.md) and build again",
			of, m->name, m->lacks);
	if (m)
		return;
	for (const mapping *const *p = mappings; *p; p++)
		choices_add(&c, (*p)->name);
	die(FAIL_USAGE, "%sunknown algorithm '%s'; %sknown: %s", of, name, choices_hint(&c), c.names);
}

static void
read_objective(const char *option, const char *text, void *of)
{
	map_settings *o = of;
	static const struct { enum affinity_weights weights; objective objective; } meaning[] = {
		{ WEIGH_PAIRS, OBJECTIVE_DISTANCES }, { WEIGH_BYTES, OBJECTIVE_DISTANCES }, { WEIGH_IF_UNEQUAL, OBJECTIVE_CONGESTION },
		{ WEIGH_IF_UNEQUAL, OBJECTIVE_TIME },
	};
	int k = option_word(option, text, "hops|hop-bytes|congestion|time");

	o->weights = meaning[k].weights;
	o->objective = (int)meaning[k].objective;
}

static void
read_node_links(const char *option, const char *text, void *yes)
{
	*(int *)yes = option_word(option, text, "no|yes");
}

static void
list_algorithms(const char *option, const char *value, void *of)
{
	(void)option, (void)value, (void)of;
	for (const mapping *const *p = mappings; *p; p++)
		cli_list((*p)->name, !(*p)->lacks ? (*p)->about : xprintf("%s; not in this build, which has no %s", (*p)->about, (*p)->lacks));
	exit(EXIT_SUCCESS);
}

#define AT(field) offsetof(map_settings, field)

static const cli_option own[] = {
	{ "algorithm", "NAME", "How to place tasks; --list shows the names [linear; with --nodes auto]", read_algorithm, AT(algorithm) },
	{ "from", "NAME", "What an algorithm that improves begins with [its own start]", read_algorithm, AT(from) },
	{ "against", "NAME", "What the launcher's own order is, beside which a gain is reported: linear, srun:26.05 or srun:24.11 [linear]",
	  read_algorithm, AT(gain.against) },
	{ "objective", "hops|hop-bytes|congestion|time", "What to minimize [hop-bytes where pairs differ in bytes, else hops; of auto congestion,"
		" the loads of links]", read_objective, 0 },
	{ "others", NULL, "--objective congestion: with the loads of the case's other jobs", option_flag, AT(others) },
	{ "count-node-links", "yes|no", "Count the links between nodes and their routers, too: two nodes are 2 farther apart than their routers,"
		" tasks of a node 0 [yes where nodes have several cores, and with --nodes]", read_node_links, AT(node_links) },
	{ "circuits", "balanced|matched", "Choose circuits for each job on a machine of kind rdragonfly: as many between every two of its groups,"
		" or where its messages go; adds the columns circuits, circuit_load, circuit_bound", NULL, AT(circuits) },
	{ "list", NULL, "Print the algorithms", list_algorithms, 0 },
	{ 0 }
};

static const cli_option_group groups[] = {
	{ launch_table, AT(launch) }, { own_job_table, AT(own_job) }, { gain_table, AT(gain) }, { 0 },
};

static const cli_rule rules[] = {
	{ "topology tasks-per-node dims periodic pattern matrix", "nodes", NULL,
		"--%s: '%s': is for a job without a table, and --nodes is missing" },
	{ "job case", "format launcher", NULL, "--%s: '%s': is for --format" },
	{ "job case", NULL, "nodes", "--%s: '%s': with --nodes there is one job" },
	{ "json", NULL, "format launcher", "--%s: is for a table, and --format writes none" },
	{ "circuits", NULL, "format launcher", "--%s: is for columns of a table, and --format writes none" },
	{ "hosts", "format launcher nodes", NULL, "--%s: '%s': is for --format and --nodes" },
	{ "objective=time", "judge", NULL, "--%s: '%s': needs --judge, as --judge netsim" },
	{ "judge-timeout", "judge", NULL, "--%s: goes with --judge" },
	{ "others", NULL, "nodes", OTHERS_WANT },
	{ 0 }
};

/* The algorithms that run before and with o->algorithm, `from` in place of its start. */
static void
chain(map_settings *o)
{
	const mapping *back[MAP_CHAIN];
	int count = 0;

	o->choice = o->from ? xprintf("%s:%s", o->algorithm->name, o->from->name) : xstrdup(o->algorithm->name);
	if (o->objective > OBJECTIVE_DISTANCES)
		o->choice = xappend(o->choice, "+%s", o->objective == OBJECTIVE_TIME ? "time" : "congestion");
	if (o->objective < 0)
		o->objective = (int)o->algorithm->objective;
	if (o->from && !o->algorithm->improve)
		die(FAIL_USAGE, "--from: algorithm '%s' begins with nothing", o->algorithm->name);
	for (const mapping *m = o->algorithm; m && count < MAP_CHAIN; count++) {
		back[count] = m;
		m = !m->improve ? NULL : count == 0 && o->from ? o->from : mapping_find(m->start);
	}
	while (count)
		o->chain[o->links++] = back[--count];
}

void
options_choose(map_settings *o, const mapping *m)
{
	o->algorithm = m;
	o->from = NULL;
	o->links = 0;
	o->objective = -1;
	chain(o);
}

/* What it gained is said of one job, which a user asks about, and of all that a judge is asked about. */
static void
check_gain(map_settings *o)
{
	gain_options *g = &o->gain;

	if ((g->report || g->judge || o->objective > OBJECTIVE_DISTANCES) && o->algorithm->column)
		die(FAIL_USAGE, "--%s: '%s' changes what tasks send", g->report ? "report" : g->judge ? "judge" : "objective", o->algorithm->name);
	if (o->others && o->objective == OBJECTIVE_DISTANCES)
		die(FAIL_USAGE, OTHERS_WANT, "others");
	if (g->against && (!g->against->place || g->against->needs || g->against->column))
		die(FAIL_USAGE, "--against: '%s': no launcher does so by itself; linear, srun:26.05 and srun:24.11 are such orders", g->against->name);
	g->ranks = o->own_job.nodes || o->launch.format;
	g->says = !o->cli.quiet && (g->judge || ((o->own_job.nodes || o->launch.format) && o->algorithm->needs & NEEDS_TRAFFIC &&
		!o->algorithm->column));
	if (g->judge && !g->report && !g->says && o->objective != OBJECTIVE_TIME)
		die(FAIL_USAGE, "--judge: '%s': with --quiet its answer is lost; --report FILE keeps it", g->judge);
	if (g->against && !g->report && !g->says)
		die(FAIL_USAGE, "--against: is for --report, --judge, and what is said of one job");
	if (g->routing && !g->report && !g->says && o->objective == OBJECTIVE_DISTANCES)
		die(FAIL_USAGE, "--routing: '%s': is for --objective congestion and time, --report, --judge, and what is said of one job", g->routing);
}

/* What runs follows from the options, and takes them. */
static void
settle(map_settings *o)
{
	if (o->own_job.nodes && o->cli.file)
		die(FAIL_USAGE, "'%s': with --nodes no table is read", o->cli.file);
	launch_settle(&o->launch);
	o->hints = !o->algorithm && !o->own_job.nodes && !o->launch.format && o->circuits == CIRCUITS_NONE && !o->cli.quiet &&
		isatty(STDERR_FILENO);
	o->gain.keeps = o->own_job.nodes && !o->algorithm;
	if (!o->algorithm)
		o->algorithm = o->own_job.nodes ? mapping_find("auto") : mappings[0];
	/* A job of --nodes is a program, as a rule one of MPI, under way on nodes. */
	if (o->own_job.nodes) {
		if (o->node_links < 0)
			o->node_links = true;
		if (!option_given(option_task_order.name))
			option_give(&option_task_order, "last");
	}
	chain(o);
	/* An algorithm that runs does without no option that it needs. */
	for (int i = 0; i < o->links; i++)
		for (const algorithm_option *const *p = o->chain[i]->option; *p; p++)
			if ((*p)->needed && !option_given((*p)->name))
				die(FAIL_USAGE, "algorithm '%s' needs --%s, as %s", o->chain[i]->name, (*p)->name, (*p)->needed);
	if (o->launch.format && o->algorithm->column)
		die(FAIL_USAGE, "--format: '%s' says what tasks hold, which no launcher's file can", o->algorithm->name);
	check_gain(o);
	for (const cli_option *to = brought; to->name; to++) {
		bool any = !option_given(to->name) || (o->own_job.nodes && strcmp(to->name, option_task_order.name) == 0);

		for (int i = 0; i < o->links && !any; i++)
			any = taken(o->chain[i], to->name);
		if (!any)
			die(FAIL_USAGE, "algorithm '%s' does not take --%s", o->algorithm->name, to->name);
	}
}

static const subcommand line = {
	.operands = "[FILE]", .help = "Place the tasks of every job of a table on its nodes; adds the columns map, task_nodes.\n\n"
		"'map advise --help' shows the options of advice on the shape of a job, which needs no table.",
	.options = own, .groups = groups, .made = bring, .rules = rules,
};

void
options_read(map_settings *o, int argc, char **argv)
{
	*o = (map_settings){ .weights = WEIGH_IF_UNEQUAL, .objective = -1, .node_links = -1, .circuits = CIRCUITS_NONE };
	command_read(&line, "map", argc, argv, &o->cli, o);
	settle(o);
}
