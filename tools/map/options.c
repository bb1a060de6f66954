/* options -- the command line of map. */
#include "map/options.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/choices.h"
#include "lib/cli/units.h"
#include "map/support/cell-options.h"

enum { OPT_ALGORITHM = 256, OPT_FROM, OPT_OBJECTIVE, OPT_NODE_LINKS, OPT_CIRCUITS, OPT_TIE, OPT_RANK_TIE, OPT_TASK_ORDER,
	OPT_CELL, OPT_SPLIT, OPT_TILES, OPT_FOLD, OPT_ALONG,
	OPT_MAX_SWAPS, OPT_TRACE, OPT_RADIUS, OPT_MOVES, OPT_TIME, OPT_LIST };

static const struct argp_option option_table[] = {
	{ "algorithm", OPT_ALGORITHM, "NAME", 0, "How to place tasks; --list shows the names [linear; with --nodes anneal]", 0 },
	{ "from", OPT_FROM, "NAME", 0, "What an algorithm that improves begins with [its own start]", 0 },
	{ "objective", OPT_OBJECTIVE, "hops|hop-bytes", 0, "What is made small [hop-bytes where pairs differ in bytes, else hops]", 0 },
	{ "node-links", OPT_NODE_LINKS, "yes|no", 0, "Count the links between nodes and their routers, too: two nodes are 2 farther apart than their routers, tasks of a node 0 [no; with --nodes yes]", 0 },
	{ "circuits", OPT_CIRCUITS, "balanced|matched", 0, "Choose circuits for each job on a machine of kind rdragonfly: as many between every two of its groups, or where its messages go; adds the columns circuits, circuit_load, circuit_bound", 0 },
	{ "tie", OPT_TIE, "lowest|extent|machine", 0, "geom: which of the job's longest dimensions is cut: its lowest, the one where the nodes extend most, or the machine's lowest axis [lowest]", 0 },
	{ "rank-tie", OPT_RANK_TIE, "asc|desc", 0, "geom, geom-mj: how the other axes order ranks of one coordinate [asc]", 0 },
	{ "task-order", OPT_TASK_ORDER, "first|last", 0, "Which dimension of a process grid is fastest in task numbers, and in the order of cells [first]", 0 },
	{ "fastest", 0, NULL, OPTION_ALIAS, NULL, 0 },
	{ "cell", OPT_CELL, "2x2x4", 0, "grid-order: tasks that follow one another, a node's; topaware: those of a pair of nodes", 0 },
	{ "split", OPT_SPLIT, "D", 0, "topaware: the dimension that is divided between the nodes of a pair, from 0, or x, y, z or t [the longest of the cell]", 0 },
	{ "tiles", OPT_TILES, "2x4", 0, "topaware: fold the grid into so many super-tiles [those that the prism has]", 0 },
	{ "fold", OPT_FOLD, "one|both", 0, "topaware: fold it across one dimension only, or across both", 0 },
	{ "along", OPT_ALONG, "xzy", 0, "topaware: the axes along which the dimensions go [xyz]", 0 },
	{ "max-swaps", OPT_MAX_SWAPS, "An+B", 0, "gsearch: stop after that many swaps, n tasks [no limit]", 0 },
	{ "swaps-trace", OPT_TRACE, "FILE", 0, "gsearch: write the mean distance every 100 swaps", 0 },
	{ "radius", OPT_RADIUS, "N", 0, "local: how near a task's partners to look; adaptive-layout: how far off to look for a task with less [2]", 0 },
	{ "moves", OPT_MOVES, "N", 0, "anneal: proposals a task", 0 },
	{ "time", OPT_TIME, "TIME", 0, "anneal: stop after that much processor time a job", 0 },
	{ "list", OPT_LIST, NULL, 0, "Print the algorithms", 0 },
	{ 0 }
};

const mapping *
mapping_find(const char *name)
{
	for (const mapping *const *p = mappings; *p; p++)
		if (strcmp((*p)->name, name) == 0 || ((*p)->alias && strcmp((*p)->alias, name) == 0))
			return *p;
	return NULL;
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
	for (const mapping *const *p = mappings; *p; p++) {
		choices_add(&c, (*p)->name);
		if ((*p)->alias)
			choices_alias(&c, (*p)->alias);
	}
	die(FAIL_USAGE, "%sunknown algorithm '%s'; %sknown: %s", option, name, choices_hint(&c), c.names);
}

/* One of two words: is it the second? */
static bool
second(const char *option, const char *word, const char *one, const char *two)
{
	if (strcmp(word, one) != 0 && strcmp(word, two) != 0)
		die(FAIL_USAGE, "%s: '%s': must be %s or %s", option, word, one, two);
	return strcmp(word, two) == 0;
}

static enum tie
read_tie(const char *word)
{
	static const char *const name[] = { [TIE_LOWEST] = "lowest", [TIE_EXTENT] = "extent", [TIE_MACHINE] = "machine" };

	for (enum tie t = TIE_LOWEST; t <= TIE_MACHINE; t++)
		if (strcmp(word, name[t]) == 0)
			return t;
	die(FAIL_USAGE, "--tie: '%s': must be lowest, extent or machine", word);
}

/* "0.35n+20", "2n", "500". */
static void
read_swaps(knobs *k, const char *text)
{
	char *end;
	double first = strtod(text, &end);

	k->swaps_a_task = 0;
	k->swaps_more = first;
	if (end != text && *end == 'n') {
		k->swaps_a_task = first;
		k->swaps_more = 0;
		if (*++end == '+') {
			const char *more = end + 1;

			k->swaps_more = strtod(more, &end);
			if (end == more)
				end = (char *)text;
		}
	}
	if (end == text || *end || !(k->swaps_a_task >= 0 && k->swaps_a_task < 1e9 && k->swaps_more >= 0 && k->swaps_more < 1e18))
		die(FAIL_USAGE, "--max-swaps: '%s': must be as 0.35n+20, 2n or 500", text);
}

static const char *
read_trace(const char *path)
{
	if (strcmp(path, "-") == 0)	/* standard output has the table */
		die(FAIL_USAGE, "--swaps-trace: '-': must be the name of a file");
	return path;
}

static int64_t
read_count(const char *option, const char *text, int64_t most)
{
	int64_t n;

	if (!read_int(text, 1, most, &n))
		die(FAIL_USAGE, "%s: '%s': must be a whole number from 1", option, text);
	return n;
}

static double
read_seconds(const char *option, const char *text)
{
	int64_t ps;

	if (!read_time(text, &ps) || ps <= 0)
		die(FAIL_USAGE, "%s: '%s': must be a time, as 10s", option, text);
	return ps_to_seconds(ps);
}

/* The algorithms that run before and with o->algorithm, `from` in place of its start. */
static void
chain(options *o, const char *from)
{
	const mapping *back[MAP_CHAIN];
	int count = 0;

	o->choice = from ? xprintf("%s:%s", o->algorithm->name, mapping_find(from)->name) : xstrdup(o->algorithm->name);
	if (from && !o->algorithm->improve)
		die(FAIL_USAGE, "--from: algorithm '%s' begins with nothing", o->algorithm->name);
	for (const mapping *m = o->algorithm; m && count < MAP_CHAIN; count++) {
		back[count] = m;
		m = !m->improve ? NULL : mapping_find(count == 0 && from ? from : m->start);
	}
	while (count)
		o->chain[o->links++] = back[--count];
}

static bool
among(const char *word, const char *words)
{
	size_t n = strlen(word);

	for (const char *p = words; p; p = strchr(p, ' ')) {
		p += *p == ' ';
		if (strncmp(p, word, n) == 0 && (p[n] == ' ' || p[n] == '\0'))
			return true;
	}
	return false;
}

/* An option that no algorithm heeds that runs was meant for another one. */
static void
check_heeded(const options *o)
{
	for (int k = 0; k < o->givens; k++) {
		bool heeded = o->own_job.nodes && strcmp(o->given[k], "task-order") == 0;	/* of the ranks, see own-job.h */

		for (int i = 0; i < o->links; i++)
			heeded = heeded || among(o->given[k], o->chain[i]->heeds);
		if (!heeded)
			die(FAIL_USAGE, "--%s: algorithm '%s' does not heed it", o->given[k], o->algorithm->name);
	}
}

/* Note that the option of that key was given, if it is one for some algorithms; each once. */
static void
note_given(options *o, int key)
{
	const struct argp_option *p = option_table;

	if (key < OPT_TIE || key > OPT_TIME)
		return;
	while (p->key != key)
		p++;
	for (int k = 0; k < o->givens; k++)
		if (o->given[k] == p->name)
			return;
	o->given[o->givens++] = p->name;
}

static error_t
parse(int key, char *arg, struct argp_state *state)
{
	options *o = state->input;
	static const char *from, *node_links;

	note_given(o, key);
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &o->cli;
		state->child_inputs[1] = &o->launch;
		state->child_inputs[2] = &o->own_job;
		return 0;
	case OPT_ALGORITHM:
		o->algorithm = find("", arg);
		return 0;
	case OPT_FROM:
		from = find("--from: ", arg)->name;
		return 0;
	case OPT_OBJECTIVE:
		o->knobs.objective = second("--objective", arg, "hops", "hop-bytes") ? WEIGH_BYTES : WEIGH_PAIRS;
		return 0;
	case OPT_NODE_LINKS:
		node_links = arg;
		return 0;
	case OPT_CIRCUITS:
		o->circuits = second("--circuits", arg, "balanced", "matched") ? CIRCUITS_MATCHED : CIRCUITS_BALANCED;
		return 0;
	case OPT_TIE:
		o->knobs.tie = read_tie(arg);
		return 0;
	case OPT_RANK_TIE:
		o->knobs.tie_descends = second("--rank-tie", arg, "asc", "desc");
		return 0;
	case OPT_TASK_ORDER:
		o->knobs.last_fastest = second("--task-order", arg, "first", "last");
		return 0;
	case OPT_CELL:
		o->knobs.cell = read_cell(arg);
		return 0;
	case OPT_SPLIT:
		o->knobs.split = read_split(arg);
		return 0;
	case OPT_TILES:
		o->knobs.tiles = read_tiles(arg);
		return 0;
	case OPT_FOLD:
		o->knobs.fold = second("--fold", arg, "one", "both") ? FOLD_BOTH : FOLD_ONE;
		return 0;
	case OPT_ALONG:
		read_along(&o->knobs, arg);
		return 0;
	case OPT_MAX_SWAPS:
		read_swaps(&o->knobs, arg);
		return 0;
	case OPT_TRACE:
		o->trace = read_trace(arg);
		return 0;
	case OPT_RADIUS:
		o->knobs.radius = (uint32_t)read_count("--radius", arg, 1000);
		return 0;
	case OPT_MOVES:
		o->knobs.moves = (uint64_t)read_count("--moves", arg, INT64_C(1) << 40);
		return 0;
	case OPT_TIME:
		o->knobs.time_s = read_seconds("--time", arg);
		return 0;
	case OPT_LIST:
		o->list = true;
		return 0;
	case ARGP_KEY_END:
		if (!o->algorithm)
			o->algorithm = o->own_job.nodes ? mapping_find("anneal") : mappings[0];
		o->knobs.apart = node_links ? second("--node-links", node_links, "no", "yes") : o->own_job.nodes != NULL;
		o->knobs.apart *= 2;
		chain(o, from);
		for (int i = 0; i < o->links; i++)
			check_cell(&o->knobs, o->chain[i]);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
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
	if (l->format && o->algorithm->divides)
		die(FAIL_USAGE, "--format: '%s' says what tasks hold, which no launcher's file can", o->algorithm->name);
	if (l->format && o->circuits)
		die(FAIL_USAGE, "--circuits: is for columns of a table, and --format writes none");
	if (l->hosts && !l->format && !o->own_job.nodes)
		die(FAIL_USAGE, "--hosts: '%s': is for --format and --nodes", l->hosts);
}

void
options_read(options *o, int argc, char **argv)
{
	static const struct argp_child children[] = { { &cli_argp, 0, NULL, 0 }, { &launch_argp, 0, NULL, 0 }, { &own_job_argp, 0, NULL, 0 }, { 0 } };
	static const struct argp parser = {
		.options = option_table, .parser = parse, .args_doc = "[FILE]",
		.doc = "Place the tasks of every job of a table on its nodes; adds the columns map, task_nodes.\v"
			"'map advise --help' shows the options of advice on the shape of a job, which needs no table.",
		.children = children,
	};

	*o = (options){
		.knobs = { .objective = WEIGH_IF_UNEQUAL, .swaps_a_task = -1, .swaps_more = -1, .radius = 2, .split = -1 } };
	cli_parse("map", &parser, argc, argv, &o->cli, o);
	if (!o->list) {
		check_together(o);
		check_heeded(o);
	}
}
