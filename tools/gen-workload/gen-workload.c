/* gen-workload -- the head of the pipe: what jobs there are.
 *
 * Every kind of workload is a subcommand with options of its own (workloads.c, run.c);
 * here is only what comes before the subcommand is known. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen-workload/workload.h"
#include "lib/cli/choices.h"

static const workload *
find(const char *name)
{
	for (int i = 0; workloads[i]; i++)
		if (strcmp(workloads[i]->name, name) == 0)
			return workloads[i];
	return NULL;
}

static choice_list
known_workloads(const char *typed)
{
	choice_list c = choices_begin(typed, " ");

	for (int i = 0; workloads[i]; i++)
		choices_add(&c, workloads[i]->name);
	return c;
}

static _Noreturn void
list(void)
{
	for (int i = 0; workloads[i]; i++)
		cli_list(workloads[i]->name, workloads[i]->about);
	for (int i = 0; patterns[i]; i++)
		cli_list(patterns[i]->name, patterns[i]->about);
	exit(0);
}

static error_t
parse(int option, char *arg, struct argp_state *state)
{
	choice_list c;

	switch (option) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = state->input;
		return 0;
	case 'l':
		list();
	case ARGP_KEY_ARG:
		c = known_workloads(arg);
		die(FAIL_USAGE, "unknown workload '%s'; %sknown: %s", arg, choices_hint(&c), c.names);
	case ARGP_KEY_NO_ARGS:
		die(FAIL_USAGE, "name a workload: %s", known_workloads("").names);
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* What stands behind the options in --help. */
static char *
describe(void)
{
	char *text = xstrdup("Write a table of jobs.\vWorkloads:\n");

	for (int i = 0; workloads[i]; i++)
		text = xprintf("%s  %-12s%s\n", text, workloads[i]->name, workloads[i]->about);
	return xprintf("%s\n'gen-workload WORKLOAD --help' shows the options of each.", text);
}

int
main(int argc, char *argv[])
{
	static const struct argp_option flags[] = {
		{ "list", 'l', NULL, 0, "list workloads and patterns", 0 },
		{ 0 }
	};
	static const struct argp_child children[] = { { &cli_argp_operands, 0, NULL, 0 }, { 0 } };
	struct argp parser = { flags, parse, "WORKLOAD [OPTION...]", NULL, children, NULL, NULL };
	int at = cli_operand(argc, argv);
	const workload *w = at < argc ? find(argv[at]) : NULL;
	cli c;

	if (w) {
		workload_run(w, argc - 1, cli_lead(argv, at));
		return 0;
	}
	if (at < argc) {	/* that it is unknown matters more than the options */
		cli_lead(argv, at);
		argc = 2;
	}
	parser.doc = describe();
	cli_parse("gen-workload", &parser, argc, argv, &c, &c);
	return 0;
}
