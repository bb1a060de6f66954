/* subcommand -- see subcommand.h.  Rows of options become an argp parser whose keys are their places. */
#include "lib/cli/subcommand.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/choices.h"

enum { FIRST_KEY = 0x100, MOST_OPTIONS = 64 };

/* A command line under way. */
typedef struct parsing {
	const subcommand *subcommand;
	cli cli;
	char *fields;
	int count;
	const cli_option *option[MOST_OPTIONS];	/* [count] */
	char *field[MOST_OPTIONS];	/* where the value of each goes */
	bool given[MOST_OPTIONS];
	struct argp_option known[MOST_OPTIONS + 1];
} parsing;

/* Options whose struct stands `at` in that of the subcommand. */
static void
add_options(parsing *p, const cli_option *o, size_t at)
{
	for (; o && o->name; o++) {
		assert(p->count < MOST_OPTIONS);
		p->known[p->count] = o->about ? (struct argp_option){ o->name, FIRST_KEY + p->count, o->value, 0, o->about, 0 } :
			(struct argp_option){ o->name, 0, NULL, OPTION_ALIAS, NULL, 0 };
		p->field[p->count] = p->fields + at + o->at;
		p->option[p->count++] = o;
	}
}

static void
add_all_options(parsing *p)
{
	const subcommand *s = p->subcommand;

	add_options(p, s->options, 0);
	for (const cli_option_group *g = s->groups; g && g->options; g++)
		add_options(p, g->options, g->at);
	if (s->made)
		add_options(p, s->made(), s->made_at);
}

static error_t
parse(int key, char *arg, struct argp_state *state)
{
	parsing *p = state->input;
	int i = key - FIRST_KEY;

	if (key == ARGP_KEY_INIT) {
		state->child_inputs[0] = &p->cli;
		return 0;
	}
	if (key == ARGP_KEY_ARG && p->subcommand->read_operand) {
		p->subcommand->read_operand(p->fields, arg);
		return 0;
	}
	if (i < 0 || i >= p->count)
		return ARGP_ERR_UNKNOWN;
	p->given[i] = true;
	p->option[i]->read(xprintf("--%s", p->option[i]->name), arg, p->field[i]);
	return 0;
}

/* What is missing, or goes with other subcommands only. */
static void
check(const parsing *p, const char *name)
{
	const cli *c = &p->cli;

	if (p->subcommand->tables_only && (c->machine || c->sets > 0))
		die(FAIL_USAGE, "%s: '%s' looks at tables only, at no machine", c->machine ? "--machine" : "--set", name);
	for (int i = 0; i < p->count; i++)
		if (p->option[i]->required && !p->given[i])
			die(FAIL_USAGE, "--%s is required: %s", p->option[i]->name, p->option[i]->value);
}

static void
run(const subcommand_tool *t, const subcommand *s, int argc, char **argv)
{
	const struct argp *operands = !*s->operands || s->read_operand ? &cli_argp_operands :
		strstr(s->operands, "...") ? &cli_argp_files : &cli_argp;
	const struct argp_child child[] = { { operands, 0, NULL, 0 }, { 0 } };
	char *name = xprintf("%s %s", t->name, s->name);
	const char *help = s->more_help ? xprintf("%s\v%s", s->help, s->more_help()) : s->help;
	parsing p = { .subcommand = s, .fields = xcalloc(1, s->size) };
	const struct argp parser = { p.known, parse, s->operands, help, child, NULL, NULL };

	if (s->defaults)
		memcpy(p.fields, s->defaults, s->size);
	add_all_options(&p);
	cli_parse(name, &parser, argc, argv, &p.cli, &p);
	check(&p, name);
	s->run(&p.cli, p.fields);
	free_all(p.fields, name);
}

static const subcommand *
find(const subcommand_tool *t, const char *name)
{
	for (int i = 0; t->table[i]; i++)
		if (strcmp(t->table[i]->name, name) == 0)
			return t->table[i];
	return NULL;
}

static choice_list
known_names(const subcommand_tool *t, const char *typed)
{
	choice_list c = choices_begin(typed, " ");

	for (int i = 0; t->table[i]; i++)
		choices_add(&c, t->table[i]->name);
	return c;
}

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
describe(const subcommand_tool *t)
{
	char *text = xprintf("%s\v%ss:\n", t->about, capitals(t->noun, false));

	for (int i = 0; t->table[i]; i++)
		text = xappend(text, "  %-14s%s\n", t->table[i]->name, t->table[i]->about);
	return xappend(text, "\n'%s %s --help' shows the options of each.", t->name, capitals(t->noun, true));
}

/* The command line that names no subcommand. */
typedef struct headless {
	cli cli;
	const subcommand_tool *tool;
} headless;

static _Noreturn void
list(const subcommand_tool *t)
{
	for (int i = 0; t->table[i]; i++)
		cli_list(t->table[i]->name, t->table[i]->about);
	if (t->list_more)
		t->list_more();
	exit(EXIT_SUCCESS);
}

static error_t
parse_headless(int key, char *arg, struct argp_state *state)
{
	headless *h = state->input;
	choice_list c;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &h->cli;
		return 0;
	case 'l':
		list(h->tool);
	case ARGP_KEY_ARG:
		c = known_names(h->tool, arg);
		die(FAIL_USAGE, "unknown %s '%s'; %sknown: %s", h->tool->noun, arg, choices_hint(&c), c.names);
	case ARGP_KEY_NO_ARGS:
		die(FAIL_USAGE, "name a %s: %s", h->tool->noun, known_names(h->tool, "").names);
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

int
subcommand_main(const subcommand_tool *t, int argc, char **argv)
{
	const struct argp_option options[] = { { "list", 'l', NULL, 0, t->lists, 0 }, { 0 } };
	static const struct argp_child children[] = { { &cli_argp_operands, 0, NULL, 0 }, { 0 } };
	int at = cli_operand(argc, argv);
	const subcommand *s = at < argc ? find(t, argv[at]) : NULL;
	headless h = { .tool = t };

	if (s && s->forms)
		return subcommand_main(s->forms, argc - 1, cli_lead(argv, at));
	if (s) {
		run(t, s, argc - 1, cli_lead(argv, at));
		return EXIT_SUCCESS;
	}
	if (at < argc) {	/* that it is unknown matters more than the options */
		cli_lead(argv, at);
		argc = 2;
	}
	cli_parse(t->name, &(struct argp){ options, parse_headless, xprintf("%s [OPTION...] [FILE...]", capitals(t->noun, true)),
		describe(t), children, NULL, NULL }, argc, argv, &h.cli, &h);
	return EXIT_SUCCESS;
}
