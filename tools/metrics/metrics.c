/* metrics -- what the tables of a pipe mean: figures, comparisons, selections.
 *
 * Every question is a subcommand with options of its own (subcommands.c); here is
 * only what comes before the subcommand is known. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/choices.h"
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

static choice_list
known_subcommands(const char *typed)
{
	choice_list c = choices_begin(typed, ", ");

	for (int i = 0; subcommands[i]; i++)
		choices_add(&c, subcommands[i]->name);
	return c;
}

/* What stands behind the options in --help. */
static char *
describe(void)
{
	char *text;
	size_t length;
	FILE *out = open_memstream(&text, &length);

	if (!out)
		die(FAIL_DATA, "out of memory");
	fputs("Answer a question about tables.\vSubcommands:\n", out);
	for (int i = 0; subcommands[i]; i++)
		fprintf(out, "  %-14s%s\n", subcommands[i]->name, subcommands[i]->about);
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
	choice_list c;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = state->input;
		return 0;
	case 'l':
		list();
	case ARGP_KEY_ARG:
		c = known_subcommands(arg);
		die(FAIL_USAGE, "unknown subcommand '%s'; %sknown: %s", arg, choices_hint(&c), c.names);
	case ARGP_KEY_NO_ARGS:
		die(FAIL_USAGE, "name a subcommand: %s", known_subcommands("").names);
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
	int at = cli_operand(argc, argv);
	const subcommand *s = at < argc ? find(argv[at]) : NULL;
	cli c;

	if (s)
		return s->run(argc - 1, cli_lead(argv, at));
	if (at < argc) {	/* that it is unknown matters more than the options */
		cli_lead(argv, at);
		argc = 2;
	}
	parser.doc = describe();
	cli_parse("metrics", &parser, argc, argv, &c, &c);
	return EXIT_SUCCESS;
}
