/* command -- see command.h.  argp parses and writes --help: its keys are the places of rows.
 *
 * argp's own last line ("Try `x --help' or ...") and its --usage are left out. */
#include "lib/cli/command.h"

#include <argp.h>
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/private.h"

enum { FIRST_KEY = 0x100, MOST_OPTIONS = 80 };

/* The command line under way. */
static struct {
	const subcommand *command;
	cli *cli;
	char *fields;
	int count;
	const cli_option *option[MOST_OPTIONS];	/* [count] */
	char *field[MOST_OPTIONS];	/* where the value of each goes */
	const char *given[MOST_OPTIONS];	/* it; "": there is none; NULL: the option was not given */
	struct argp_option known[MOST_OPTIONS + 2], *next;	/* [count] and the head of the common ones; behind the last */
	struct argp parser;
} line;

/* --- options common to all tools */

static void
read_seed(const char *option, const char *s, void *field)
{
	char *end;

	errno = 0;
	*(uint64_t *)field = strtoull(s, &end, 10);
	if (!isdigit((unsigned char)*s) || *end || errno)
		die(FAIL_USAGE, "%s: '%s': must be an integer from 0 to 18446744073709551615", option, s);
}

static void
add_set(const char *option, const char *s, void *of)
{
	cli *c = of;

	if (*s == '=' || !strchr(s, '='))
		die(FAIL_USAGE, "%s: '%s': must be KEY=VALUE", option, s);
	c->set = xrealloc(c->set, (size_t)c->sets + 1, sizeof *c->set);
	c->set[c->sets++] = (char *)s;
}

static void
be_quiet(const char *option, const char *value, void *field)
{
	option_flag(option, value, field);
	cli_quiet = true;
}

static void
show_help(const char *option, const char *value, void *of)
{
	(void)option, (void)value, (void)of;
	argp_help(&line.parser, stdout, ARGP_HELP_STD_HELP, (char *)cli_name);
	exit(0);
}

static void
show_version(const char *option, const char *value, void *of)
{
	(void)option, (void)value, (void)of;
	printf("%s %s\n", prog, VERSION);
	exit(0);
}

static const cli_option common[] = {
	{ "machine", "SPEC", "the machine, KIND:key=value,... or a file; needed where the stream names none", option_text,
		offsetof(cli, machine) },
	{ "set", "KEY=VALUE", "change one parameter of the machine (may be repeated)", add_set, 0 },
	{ "seed", "N", "seed of all random choices [1]", read_seed, offsetof(cli, seed) },
	{ "no-preamble", NULL, "write no lines with # before the header", option_flag, offsetof(cli, bare) },
	{ "json", NULL, "write each row as a line of JSON, for other programs, and no header", option_flag, offsetof(cli, json) },
	{ "quiet", NULL, "no warnings, no progress", be_quiet, offsetof(cli, quiet), .letter = 'q' },
	{ "help", NULL, "show this and exit", show_help, 0, .letter = 'h' },
	{ "version", NULL, "show the version and exit", show_version, 0, .letter = 'V' },
	{ 0 }
};

/* --- options as argp wants them */

static void
add_options(const cli_option *o, char *fields)
{
	for (; o && o->name; o++) {
		assert(line.count < MOST_OPTIONS);
		*line.next++ = o->about ? (struct argp_option){ o->name, o->letter ? o->letter : FIRST_KEY + line.count, o->value, 0, o->about, 0 } :
			(struct argp_option){ o->name, 0, NULL, OPTION_ALIAS, NULL, 0 };
		line.field[line.count] = fields + o->at;
		line.option[line.count++] = o;
	}
}

static void
add_all_options(void)
{
	const subcommand *s = line.command;

	add_options(s->options, line.fields);
	for (const cli_option_group *g = s->groups; g && g->options; g++)
		add_options(g->options, line.fields + g->at);
	if (s->made)
		add_options(s->made(), line.fields + s->made_at);
	*line.next++ = (struct argp_option){ NULL, 0, NULL, 0, "Common to all tools:", -1 };
	add_options(common, (char *)line.cli);
}

/* --- parsing */

static void
read_value(int i, const char *value)
{
	const cli_option *o = line.option[i];
	const char *option = xprintf("--%s", o->name);

	line.given[i] = value ? value : "";
	if (o->read)
		o->read(option, value, line.field[i]);
	else if (o->most)
		*(int64_t *)line.field[i] = option_int(option, value, 1, o->most);
	else
		*(int *)line.field[i] = option_word(option, value, o->value);
}

static error_t
read_operand(const char *operand)
{
	if (line.command->read_operand)
		line.command->read_operand(line.fields, operand);
	else if (!*line.command->operands)
		die(FAIL_USAGE, "unexpected operand '%s'", operand);
	else if (strstr(line.command->operands, "..."))
		return ARGP_ERR_UNKNOWN;	/* all of them come at once */
	else if (line.cli->file)
		die(FAIL_USAGE, "'%s': one file at most", operand);
	else
		line.cli->file = operand;
	return 0;
}

static error_t
parse(int key, char *arg, struct argp_state *state)
{
	switch (key) {
	case ARGP_KEY_INIT:
		state->err_stream = NULL;
		return 0;
	case ARGP_KEY_ARG:
		return read_operand(arg);
	case ARGP_KEY_ARGS:
		line.cli->files = state->argv + state->next;
		return 0;
	}
	for (int i = 0; i < line.count; i++)
		if (key == (line.option[i]->letter ? line.option[i]->letter : FIRST_KEY + i)) {
			read_value(i, arg);
			return 0;
		}
	return ARGP_ERR_UNKNOWN;
}

/* --- what goes together */

/* The place of the first option of a list that was given; -1: none was. */
static int
among(const char *list)
{
	char *copy = xstrdup(list), *rest = copy, *item;
	int found = -1;

	while ((item = strsep(&rest, " "))) {
		char *words = strchr(item, '=');
		int i = 0;

		if (words)
			*words++ = '\0';
		while (i < line.count && strcmp(line.option[i]->name, item) != 0)
			i++;
		assert(i < line.count);
		if (found < 0 && line.given[i] && (!words || word_place(line.given[i], words) >= 0))
			found = i;
	}
	free(copy);
	return found;
}

static void
check_rules(const cli_rule *r)
{
	for (; r && r->message; r++) {
		int i = r->options ? among(r->options) : 0;
		bool lacks = r->only_with && among(r->only_with) < 0, has = r->not_with && among(r->not_with) >= 0;

		if (i >= 0 && (lacks || has))
			die(FAIL_USAGE, r->message, line.option[i]->name, line.given[i]);
	}
}

static void
check(void)
{
	const cli *c = line.cli;

	if (line.command->tables_only && (c->machine || c->sets > 0))
		die(FAIL_USAGE, "%s: '%s' looks at tables only, at no machine", c->machine ? "--machine" : "--set", cli_name);
	for (int i = 0; i < line.count; i++)
		if (line.option[i]->required && !line.given[i])
			die(FAIL_USAGE, "--%s is required: %s", line.option[i]->name, line.option[i]->value);
	check_rules(line.command->rules);
}

/* An option whose value may be missing, with that which is meant then. */
static char *
completed(char *word, const char *next)
{
	if (strncmp(word, "--", 2) != 0 || (next && (*next != '-' || !next[1])))
		return word;
	for (int i = 0; i < line.count; i++)
		if (line.option[i]->bare && strcmp(line.option[i]->name, word + 2) == 0)
			return xprintf("%s=%s", word, line.option[i]->bare);
	return word;
}

void
command_read(const subcommand *s, const char *name, int argc, char **argv, cli *c, void *options)
{
	const char *help = s->more_help ? xprintf("%s\v%s", s->help, s->more_help()) : s->help;
	char **copy = xcalloc((size_t)argc + 1, sizeof *copy);	/* getopt permutes it; it lives on, as the operands do */
	error_t wrong;

	cli_begin(name);
	*c = (cli){ .seed = 1, .run = run_line(name, argc - 1, argv + 1) };
	line.command = s, line.cli = c, line.fields = options, line.next = line.known;
	line.parser = (struct argp){ line.known, parse, s->operands, help, NULL, NULL, NULL };
	add_all_options();
	for (int i = 1; i < argc; i++)
		copy[i] = completed(argv[i], i + 1 < argc ? argv[i + 1] : NULL);
	copy[0] = (char *)prog;
	wrong = argp_parse(&line.parser, argc, copy, ARGP_NO_HELP, NULL, NULL);
	if (wrong == ENOMEM)
		die(FAIL_DATA, "out of memory");
	if (wrong != 0) {
		fprintf(stderr, "Try '%s --help'.\n", cli_name);	/* getopt has said what is wrong */
		exit(FAIL_USAGE);
	}
	check();
}

const char *
option_given(const char *name)
{
	for (int i = 0; i < line.count; i++)
		if (strcmp(line.option[i]->name, name) == 0 && line.given[i])
			return line.given[i];
	return NULL;
}

/* --- subcommands */

/* Has this option, "--set" or "--set=key=value" or "-q", its value in the word behind it? */
static bool
value_follows(const char *word)
{
	size_t length = strlen(word);

	if (word[1] != '-')
		return !strchr("qhV", word[1]) && length == 2;
	if (strchr(word, '='))
		return false;
	for (const cli_option *o = common; o->name; o++)
		if (strncmp(o->name, word + 2, length - 2) == 0)
			return o->value != NULL;
	return true;
}

int
command_operand(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		if (*argv[i] != '-' || !argv[i][1])
			return i;
		if (strcmp(argv[i], "--") == 0)
			return i + 1;
		i += value_follows(argv[i]);
	}
	return argc;
}

char **
command_lead(char **argv, int at)
{
	char *operand = argv[at];

	memmove(argv + 2, argv + 1, (size_t)(at - 1) * sizeof *argv);
	argv[1] = operand;
	return argv + 1;
}
