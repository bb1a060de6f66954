/* command -- see command.h.  The words of a command line are read as GNU does: a name may be cut short, operands stand anywhere. */
#include "lib/cli/command.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "lib/cli/choices.h"
#include "lib/cli/private.h"

enum { MOST_OPTIONS = 80, WIDTH = 79, ABOUT = 29 };	/* of a line of --help, and in front of what an option does */

/* The command line under way. */
static struct {
	const subcommand *command;
	cli *cli;
	char *fields;
	int count, own;		/* all options, and those of the command, which stand first */
	const cli_option *option[MOST_OPTIONS];	/* [count] */
	char *field[MOST_OPTIONS];	/* where the value of each goes */
	const char *given[MOST_OPTIONS];	/* it; "": there is none; NULL: the option was not given */
} line;

/* --- help */

/* Write a text from column `at` on, further lines from column `indent`. */
static void
fill(const char *text, int at, int indent)
{
	while (*text) {
		int length = (int)strcspn(text, "\n"), fit = WIDTH - at;

		if (length > fit) {
			while (fit > 0 && text[fit] != ' ')
				fit--;
			length = fit > 0 ? fit : (int)strcspn(text, " \n");
		}
		printf("%.*s", length, text);
		text += length + (text[length] != '\0');
		if (*text)
			printf("\n%*s", at = indent, "");
	}
	putchar('\n');
}

/* By letter, or name; other names last. */
static int
by_name(const void *a, const void *b)
{
	const cli_option *o = *(const cli_option *const *)a, *p = *(const cli_option *const *)b;
	char first[2] = { o->letter, '\0' }, second[2] = { p->letter, '\0' };

	if (!o->about || !p->about)
		return !o->about - !p->about;
	return strcasecmp(o->letter ? first : o->name, p->letter ? second : p->name);
}

static void
show_options(int from, int to)
{
	qsort(line.option + from, (size_t)(to - from), sizeof *line.option, by_name);
	for (int i = from; i < to && line.option[i]->about; i++) {
		const cli_option *o = line.option[i], *other = o;
		int at = printf(o->letter ? "  -%c, " : "      ", o->letter), gap;

		do
			at += printf("%s--%s%s%s", other == o ? "" : ", ", other->name, o->value ? "=" : "", o->value ? o->value : "");
		while ((++other)->name && !other->about);
		if (at > ABOUT + 3) {
			putchar('\n');
			at = 0;
		}
		gap = at < ABOUT ? ABOUT - at : 3;
		printf("%*s", gap, "");
		fill(o->about, at + gap, ABOUT);
	}
}

static void
help(void)
{
	const subcommand *s = line.command;
	const char *operands = s->operands;

	for (const char *form = "Usage:"; form; form = operands ? "  or: " : NULL) {
		size_t length = strcspn(operands, "\n");

		printf("%s %s [OPTION...]%s%.*s\n", form, cli_name, length ? " " : "", (int)length, operands);
		operands = operands[length] ? operands + length + 1 : NULL;
	}
	fill(s->help, 0, 0);
	if (line.own)
		putchar('\n');
	show_options(0, line.own);
	puts("\n Common to all tools:");
	show_options(line.own, line.count);
	if (s->more_help) {
		putchar('\n');
		fill(s->more_help(), 0, 0);
	}
}

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
show_help(const char *option, const char *value, void *of)
{
	(void)option, (void)value, (void)of;
	help();
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
	{ "quiet", NULL, "no warnings, no progress", option_flag, offsetof(cli, quiet), .letter = 'q' },
	{ "help", NULL, "show this and exit", show_help, 0, .letter = 'h' },
	{ "version", NULL, "show the version and exit", show_version, 0, .letter = 'V' },
	{ 0 }
};

/* --- parsing */

static void
add_options(const cli_option *o, char *fields)
{
	for (; o && o->name; o++) {
		assert(line.count < MOST_OPTIONS);
		line.field[line.count] = fields + o->at;
		line.option[line.count++] = o;
	}
}

static void
read_value(int i, const char *value)
{
	const cli_option *o = line.option[i];
	const char *option = xprintf("--%s", o->name);

	line.given[i] = value ? value : "";
	if (o->read)
		o->read(option, value, line.field[i]);
	else if (o->quantity.must)
		option_read_quantity(option, value, &o->quantity, line.field[i]);
	else if (o->most)
		*(int64_t *)line.field[i] = option_int(option, value, 1, o->most);
	else
		*(int *)line.field[i] = option_word(option, value, o->value);
}

/* The option of that name, or the only one that begins with it. */
static int
named(const char *name)
{
	choice_list near = choices_begin(name, ""), many = choices_begin(name, " --");
	int found = -1;

	for (int i = 0; i < line.count; i++) {
		const char *known = line.option[i]->name;

		if (strcmp(known, name) == 0)
			return i;
		choices_alias(&near, known);
		if (strncmp(known, name, strlen(name)) == 0) {
			choices_add(&many, known);
			found = i;
		}
	}
	if (found < 0)
		die(FAIL_USAGE, near.nearest ? "unrecognized option '--%s': did you mean '--%s'?" : "unrecognized option '--%s'", name, near.nearest);
	if (strchr(many.names, ' '))
		die(FAIL_USAGE, "option '--%s' is ambiguous: --%s", name, many.names);
	return found;
}

/* Read an option, "set" or "set=key=value"; true when its value is the next word. */
static bool
read_name(const char *word, const char *next)
{
	size_t length = strcspn(word, "=");
	const char *value = word[length] ? word + length + 1 : NULL;
	int i = named(xprintf("%.*s", (int)length, word));
	const cli_option *o;
	bool bare, follows;

	while (!line.option[i]->about)
		i--;
	o = line.option[i];
	bare = o->bare && !value && (!next || (*next == '-' && next[1]));
	follows = o->value && !value && !bare;
	if (value && !o->value)
		die(FAIL_USAGE, "option '--%s' doesn't allow an argument", o->name);
	if (follows && !next)
		die(FAIL_USAGE, "option '--%s' requires an argument", o->name);
	read_value(i, bare ? o->bare : follows ? next : value);
	return follows;
}

/* Read "qh", of short names; the first with a value has the rest of the word, or the next one: true. */
static bool
read_letters(const char *letters, const char *next)
{
	for (; *letters; letters++) {
		int i = 0;

		while (i < line.count && line.option[i]->letter != *letters)
			i++;
		if (i == line.count)
			die(FAIL_USAGE, "invalid option -- '%c'", *letters);
		if (line.option[i]->value) {
			if (!letters[1] && !next)
				die(FAIL_USAGE, "option requires an argument -- '%c'", *letters);
			read_value(i, letters[1] ? letters + 1 : next);
			return !letters[1];
		}
		read_value(i, NULL);
	}
	return false;
}

/* Read all options of a line; the operands, which stay in place of it, are ended by NULL. */
static void
read_options(char **word)
{
	char **operand = word;

	for (; *word && strcmp(*word, "--") != 0; word++)
		if (**word != '-' || !(*word)[1])
			*operand++ = *word;
		else if ((*word)[1] == '-')
			word += read_name(*word + 2, word[1]);
		else
			word += read_letters(*word + 1, word[1]);
	if (*word)
		word++;
	while ((*operand++ = *word))
		word++;
}

static void
read_operands(char **operand)
{
	const subcommand *s = line.command;

	if (*operand && !s->read_operand && strstr(s->operands, "...")) {
		line.cli->files = operand;
		return;
	}
	for (; *operand; operand++)
		if (s->read_operand)
			s->read_operand(line.fields, *operand);
		else if (!*s->operands)
			die(FAIL_USAGE, "unexpected operand '%s'", *operand);
		else if (line.cli->file)
			die(FAIL_USAGE, "'%s': one file at most", *operand);
		else
			line.cli->file = *operand;
}

/* --- what goes together */

/* The place of the first option of a list that was given; -1: none was. */
static int
among(const char *list)
{
	char *copy = xstrdup(list), *rest = copy, *item;
	int found = -1;

	while ((item = strsep(&rest, " "))) {
		char *words = cut_at(item, '=');
		int i = 0;

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
check(void)
{
	const cli *c = line.cli;

	if (line.command->tables_only && (c->machine || c->sets > 0))
		die(FAIL_USAGE, "%s: '%s' looks at tables only, at no machine", c->machine ? "--machine" : "--set", cli_name);
	for (int i = 0; i < line.count; i++)
		if (line.option[i]->required && !line.given[i])
			die(FAIL_USAGE, "--%s is required: %s", line.option[i]->name, line.option[i]->value);
	for (const cli_rule *r = line.command->rules; r && r->message; r++) {
		int i = r->options ? among(r->options) : 0;
		bool lacks = r->only_with && among(r->only_with) < 0, has = r->not_with && among(r->not_with) >= 0;

		if (i >= 0 && (lacks || has))
			die(FAIL_USAGE, r->message, line.option[i]->name, line.given[i]);
	}
}

/* --- the command line as a #run line records it: to be pasted into a shell
 *
 * An argument is quoted only when it must be.  One with control characters is written as $'...', so that a newline in it cannot end the
 * line. */

static const char plain[] =
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_@%+=:,./-";

static bool
is_control(char c)
{
	return (unsigned char)c < ' ' || c == 0x7f;
}

static void
write_argument(FILE *out, const char *s)
{
	bool plainly = *s && !s[strspn(s, plain)], control = false;

	for (const char *p = s; *p; p++)
		control |= is_control(*p);
	fputs(plainly ? "" : control ? "$'" : "'", out);	/* $'...' of bash, ksh and POSIX 2024 */
	for (; *s; s++)
		if (*s == '\n' || *s == '\t')
			fputs(*s == '\n' ? "\\n" : "\\t", out);
		else if (is_control(*s))
			fprintf(out, "\\%03o", (unsigned)*s);
		else if (*s == '\'' && !control)
			fputs("'\\''", out);
		else
			fprintf(out, "%s%c", control && (*s == '\'' || *s == '\\') ? "\\" : "", *s);
	fputs(plainly ? "" : "'", out);
}

/* --- all of it */

void
command_read(const subcommand *s, const char *name, int argc, char **argv, cli *c, void *options)
{
	char **copy = xcalloc((size_t)argc + 1, sizeof *copy);	/* it lives on, as the operands do */
	size_t word = strcspn(name, " "), length;
	FILE *run;

	cli_begin(name);
	*c = (cli){ .seed = 1 };
	run = xmemory_open(&c->run, &length);
	fprintf(run, "%.*s %s%s", (int)word, name, VERSION, name + word);
	for (int i = 1; i < argc; i++) {
		fputc(' ', run);
		write_argument(run, copy[i - 1] = argv[i]);
	}
	xmemory_close(run);
	line.command = s, line.cli = c, line.fields = options;
	add_options(s->options, line.fields);
	for (const cli_option_group *g = s->groups; g && g->options; g++)
		add_options(g->options, line.fields + g->at);
	if (s->made)
		add_options(s->made(), line.fields + s->made_at);
	line.own = line.count;
	add_options(common, (char *)line.cli);
	read_options(copy);
	cli_quiet = c->quiet;
	read_operands(copy);
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
