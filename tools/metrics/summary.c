/* summary -- columns of a table in a few figures, group by group. */
#include <stdlib.h>

#include "lib/cli/cli.h"
#include "metrics/figures.h"
#include "metrics/subcommand.h"

enum { KEY_BY = 0x100, KEY_OF, KEY_CASE };

typedef struct options {
	cli cli;
	words files, by, of, cases;
} options;

static error_t
parse(int key, char *arg, struct argp_state *state)
{
	options *o = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &o->cli;
		return 0;
	case KEY_BY:
		words_split(&o->by, "--by", arg);
		return 0;
	case KEY_OF:
		words_split(&o->of, "--of", arg);
		return 0;
	case KEY_CASE:
		words_split(&o->cases, "--case", arg);
		return 0;
	case ARGP_KEY_ARG:
		words_add(&o->files, arg);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_option known[] = {
	{ "by", KEY_BY, "COL[,COL...]", 0, "a group is the rows that are alike in these columns [all rows]", 0 },
	{ "of", KEY_OF, "COL[,COL...]", 0, "the columns of numbers to sum up", 0 },
	{ "case", KEY_CASE, "COL[,COL...]", 0, "make a case together, which the interval counts ['case', or each row where there is no such column]", 0 },
	{ 0 }
};

static int
run(int argc, char **argv)
{
	const struct argp_child child[] = { { &cli_argp_operands, 0, NULL, 0 }, { 0 } };
	const struct argp parser = { known, parse, "[FILE...]", "Sum up columns of numbers, group by group.", child, NULL, NULL };
	options o = { 0 };
	words figures = { 0 };

	parse_tables_only("metrics summary", &parser, argc, argv, &o.cli, &o);
	if (o.of.count == 0)
		die(FAIL_USAGE, "--of: which columns?");
	words_split(&figures, "", "count,empty,mean,sd,min,q1,median,q3,max,ci95_low,ci95_high,units");
	figures_write(&o.cli, &o.files, &o.by, &o.of, &o.cases, &figures);
	return EXIT_SUCCESS;
}

const subcommand subcommand_summary = { "summary", "mean, deviation, quartiles and interval of columns, group by group", run };
