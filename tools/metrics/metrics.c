/* metrics -- what the tables of a pipe mean: figures, comparisons, selections.
 *
 * Every question is a subcommand with options of its own (subcommands.c); here is
 * only what comes before the subcommand is known. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "metrics/subcommand.h"

static const subcommand *
find(const char *name)
{
	for (int i = 0; subcommands[i]; i++)
		if (strcmp(subcommands[i]->name, name) == 0)
			return subcommands[i];
	return NULL;
}

/* "NAME, NAME, …", or for --help a line each with what it is about. */
static char *
describe(bool help)
{
	char *text;
	size_t length;
	FILE *out = open_memstream(&text, &length);

	if (!out)
		die(FAIL_DATA, "out of memory");
	if (help)
		fputs("Answer a question about tables.\vSubcommands:\n", out);
	for (int i = 0; subcommands[i]; i++) {
		if (help)
			fprintf(out, "  %-14s%s\n", subcommands[i]->name, subcommands[i]->about);
		else
			fprintf(out, "%s%s", i == 0 ? "" : ", ", subcommands[i]->name);
	}
	if (help)
		fputs("\n'metrics SUBCOMMAND --help' shows the options of each.", out);
	if (fclose(out) != 0)
		die(FAIL_DATA, "out of memory");
	return text;
}

static _Noreturn void
list(void)
{
	for (int i = 0; subcommands[i]; i++)
		cli_list(subcommands[i]->name, subcommands[i]->about);
	exit(EXIT_SUCCESS);
}

static error_t
parse(int key, char *arg, struct argp_state *state)
{
	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = state->input;
		return 0;
	case 'l':
		list();
	case ARGP_KEY_ARG:
		if (find(arg))
			die(FAIL_USAGE, "'%s': the subcommand comes first, its options follow it", arg);
		die(FAIL_USAGE, "unknown subcommand '%s'; known: %s", arg, describe(false));
	case ARGP_KEY_NO_ARGS:
		die(FAIL_USAGE, "name a subcommand: %s", describe(false));
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

int
main(int argc, char **argv)
{
	static const struct argp_option options[] = {
		{ "list", 'l', NULL, 0, "list the subcommands", 0 },
		{ 0 }
	};
	static const struct argp_child children[] = { { &cli_argp_operands, 0, NULL, 0 }, { 0 } };
	struct argp parser = { options, parse, "SUBCOMMAND [OPTION...] [FILE...]", NULL, children, NULL, NULL };
	const subcommand *s = argc > 1 ? find(argv[1]) : NULL;
	cli c;

	if (s)
		return s->run(argc - 1, argv + 1);
	parser.doc = describe(true);
	cli_parse("metrics", &parser, argc, argv, &c, &c);
	return EXIT_SUCCESS;
}
