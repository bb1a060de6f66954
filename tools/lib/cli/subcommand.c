#include "lib/cli/subcommand.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/choices.h"

static const subcommand_tool *tool;	/* of a command line that names no subcommand */

/* The noun in capitals: all of it, or its first letter. */
static char *
capitals(const char *noun, bool all)
{
	char *word = xstrdup(noun);

	for (char *at = word; *at && (all || at == word); at++)
		*at = (char)toupper((unsigned char)*at);
	return word;
}

/* What stands behind the options in --help. */
static char *
describe(void)
{
	char *text = xprintf("%ss:\n", capitals(tool->noun, false));

	for (int i = 0; tool->table[i]; i++)
		text = xappend(text, "  %-14s%s\n", tool->table[i]->name, tool->table[i]->about);
	return xappend(text, "\n'%s %s --help' shows the options of each.", tool->name, capitals(tool->noun, true));
}

static void
list(const char *option, const char *value, void *of)
{
	(void)option, (void)value, (void)of;
	for (int i = 0; tool->table[i]; i++)
		cli_list(tool->table[i]->name, tool->table[i]->about);
	if (tool->list_more)
		tool->list_more();
	exit(EXIT_SUCCESS);
}

/* A command line that names no subcommand, as --list and --help do, or one that there is not. */
static _Noreturn void
run_nameless(int argc, char **argv, const char *unknown)
{
	const cli_option options[] = { { "list", NULL, tool->lists, list, 0, .letter = 'l' }, { 0 } };
	const subcommand nameless = { .operands = xprintf("%s [OPTION...] [FILE...]", capitals(tool->noun, true)), .help = tool->about,
		.options = options, .more_help = describe };
	choice_list c = choices_begin(unknown ? unknown : "", " ");
	cli common;

	for (int i = 0; tool->table[i]; i++)
		choices_add(&c, tool->table[i]->name);
	if (unknown)	/* that matters more than the options */
		cli_begin(tool->name);
	else
		command_read(&nameless, tool->name, argc, argv, &common, NULL);
	if (unknown)
		die(FAIL_USAGE, "unknown %s '%s'; %sknown: %s", tool->noun, unknown, choices_hint(&c), c.names);
	die(FAIL_USAGE, "name a %s: %s", tool->noun, c.names);
}

int
subcommand_main(const subcommand_tool *t, int argc, char **argv)
{
	int at = command_operand(argc, argv), i = 0;
	const subcommand *s;
	char *name;
	void *options;
	cli c;

	while (at < argc && t->table[i] && strcmp(t->table[i]->name, argv[at]) != 0)
		i++;
	s = at < argc ? t->table[i] : NULL;
	if (s && s->forms)
		return subcommand_main(s->forms, argc - 1, command_lead(argv, at));
	tool = t;
	if (!s)
		run_nameless(argc, argv, at < argc ? argv[at] : NULL);
	name = xprintf("%s %s", t->name, s->name);
	options = xcalloc(1, s->size);
	if (s->defaults)
		memcpy(options, s->defaults, s->size);
	command_read(s, name, argc - 1, command_lead(argv, at), &c, options);
	s->run(&c, options);
	return EXIT_SUCCESS;
}
