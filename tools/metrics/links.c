/* links -- box-plot figures of what netsim --links counted, link class by link class
 * (the first paper's Fig. 5 and 6). */
#include <stdlib.h>

#include "metrics/figures.h"
#include "metrics/subcommand.h"

enum { KEY_BY = 0x100 };

typedef struct options {
	cli cli;
	words files, by;
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
	case ARGP_KEY_ARG:
		words_add(&o->files, arg);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_option known[] = {
	{ "by", KEY_BY, "COL[,COL...]", 0, "columns that part the links further, in front of 'class'", 0 },
	{ 0 }
};

static int
run(int argc, char **argv)
{
	const struct argp_child child[] = { { &cli_argp_operands, 0, NULL, 0 }, { 0 } };
	const struct argp parser = { known, parse, "[FILE...]",
		"Sum up packets and stalls per link, link class by link class.", child, NULL, NULL };
	options o = { 0 };
	words of = { 0 }, figures = { 0 };

	parse_tables_only("metrics links", &parser, argc, argv, &o.cli, &o);
	if (words_find(&o.by, "class") < 0)
		words_add(&o.by, "class");
	words_split(&of, "", "packets,stalls,stall_s");
	words_split(&figures, "", "count,min,q1,median,q3,max,mean");
	figures_write(&o.cli, &o.files, &o.by, &of, NULL, &figures);
	return EXIT_SUCCESS;
}

const subcommand subcommand_links = { "links", "box-plot figures of packets and stalls per link, class by class", run };
