/* cli -- the options that all tools have, parsed by argp.
 *
 * argp's own last line ("Try `x --help' or ...") and its --usage are left out;
 * what a parser finds wrong it says with die(FAIL_USAGE, ...). */
#include "lib/cli/cli.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/cli/private.h"

enum { KEY_MACHINE = 0x1000, KEY_SET, KEY_SEED, KEY_BARE };

static const struct argp_option options[] = {
	{ NULL, 0, NULL, 0, "Common to all tools:", -1 },
	{ "machine", KEY_MACHINE, "SPEC", 0, "the machine, KIND:key=value,... or a file; needed where the stream names none", -1 },
	{ "set", KEY_SET, "KEY=VALUE", 0, "change one parameter of the machine (may be repeated)", -1 },
	{ "seed", KEY_SEED, "N", 0, "seed of all random choices [1]", -1 },
	{ "no-preamble", KEY_BARE, NULL, 0, "write no lines with # before the header", -1 },
	{ "quiet", 'q', NULL, 0, "no warnings, no progress", -1 },
	{ "help", 'h', NULL, 0, "show this and exit", -1 },
	{ "version", 'V', NULL, 0, "show the version and exit", -1 },
	{ 0 }
};

static uint64_t
read_seed(const char *s)
{
	char *end;
	uint64_t seed;

	errno = 0;
	seed = strtoull(s, &end, 10);
	if (!isdigit((unsigned char)*s) || *end || errno)
		die(FAIL_USAGE, "--seed: '%s': must be an integer from 0 to 18446744073709551615", s);
	return seed;
}

static void
add_set(cli *c, char *s)
{
	if (*s == '=' || !strchr(s, '='))
		die(FAIL_USAGE, "--set: '%s': must be KEY=VALUE", s);
	c->set = xrealloc(c->set, (size_t)c->sets + 1, sizeof *c->set);
	c->set[c->sets++] = s;
}

static error_t
parse_option(int key, char *arg, struct argp_state *state)
{
	cli *c = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->err_stream = NULL;
		return 0;
	case KEY_MACHINE:
		c->machine = arg;
		return 0;
	case KEY_SET:
		add_set(c, arg);
		return 0;
	case KEY_SEED:
		c->seed = read_seed(arg);
		return 0;
	case KEY_BARE:
		c->bare = true;
		return 0;
	case 'q':
		c->quiet = cli_quiet = true;
		return 0;
	case 'h':
		state->name = (char *)cli_name;
		argp_state_help(state, stdout, ARGP_HELP_STD_HELP);
		return 0;
	case 'V':
		printf("%s %s\n", prog, VERSION);
		exit(0);
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static error_t
parse_one_operand(int key, char *arg, struct argp_state *state)
{
	cli *c = state->input;

	if (key != ARGP_KEY_ARG)
		return parse_option(key, arg, state);
	if (c->file)
		die(FAIL_USAGE, "'%s': one file at most", arg);
	c->file = arg;
	return 0;
}

static error_t
parse_files(int key, char *arg, struct argp_state *state)
{
	cli *c = state->input;

	if (key != ARGP_KEY_ARGS)
		return parse_option(key, arg, state);
	c->files = state->argv + state->next;	/* all that are left */
	return 0;
}

const struct argp cli_argp = { options, parse_one_operand, NULL, NULL, NULL, NULL, NULL };
const struct argp cli_argp_files = { options, parse_files, NULL, NULL, NULL, NULL, NULL };
const struct argp cli_argp_operands = { options, parse_option, NULL, NULL, NULL, NULL, NULL };

/* Has this option, "--set" or "--set=key=value" or "-q", its value in the word behind it? */
static bool
value_follows(const char *word)
{
	size_t length = strlen(word);

	if (word[1] != '-')
		return !strchr("qhV", word[1]) && length == 2;
	if (strchr(word, '='))
		return false;
	for (const struct argp_option *o = options; o->name || o->doc; o++)
		if (o->name && strncmp(o->name, word + 2, length - 2) == 0)
			return o->arg != NULL;
	return true;
}

int
cli_operand(int argc, char **argv)
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
cli_lead(char **argv, int at)
{
	char *operand = argv[at];

	memmove(argv + 2, argv + 1, (size_t)(at - 1) * sizeof *argv);
	argv[1] = operand;
	return argv + 1;
}

/* A file that a tool opens must not take the place of a standard one that the caller has closed: what is
 * said on standard error, or the table, would go there. /dev/null in the wrong direction stands in, so that using it fails. */
static void
occupy_standard_files(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
		int there = fd;

		if (fcntl(fd, F_GETFD) < 0)
			there = open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);	/* the lowest that is free */
		if (there != fd)
			exit(FAIL_DATA);	/* there is nowhere to say why */
	}
}

void
cli_begin(const char *name)
{
	occupy_standard_files();
	cli_name = xstrdup(name);
	prog = xprintf("%.*s", (int)strcspn(name, " "), name);
	atexit(close_stdout);
}

void
cli_parse(const char *name, const struct argp *parser, int argc, char **argv, cli *c, void *input)
{
	int rest = argc;
	error_t wrong;
	char **copy = xcalloc((size_t)argc + 1, sizeof *copy);	/* getopt permutes it; it lives on, as the operands do */

	cli_begin(name);
	*c = (cli){ .seed = 1, .run = run_line(name, argc - 1, argv + 1) };
	for (int i = 1; i < argc; i++)
		copy[i] = argv[i];
	copy[0] = (char *)prog;
	wrong = argp_parse(parser, argc, copy, ARGP_NO_HELP, &rest, input);
	if (wrong == ENOMEM)
		die(FAIL_DATA, "out of memory");
	if (wrong != 0) {
		fprintf(stderr, "Try '%s --help'.\n", cli_name);	/* getopt has said what is wrong */
		exit(FAIL_USAGE);
	}
	if (rest < argc)
		die(FAIL_USAGE, "unexpected operand '%s'", copy[rest]);
}

uint32_t
processors_at_hand(void)
{
	cpu_set_t set;

	return sched_getaffinity(0, sizeof set, &set) == 0 ? (uint32_t)CPU_COUNT(&set) : (uint32_t)sysconf(_SC_NPROCESSORS_ONLN);
}
