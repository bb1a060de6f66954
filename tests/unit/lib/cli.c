/* cli -- the common options, what is refused, and the #run line.
 *
 * A command line is parsed in a child process; what it printed and its exit
 * status are compared. */
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/cli/command.h"
#include "unit/tap.h"

enum { ARGUMENTS = 12 };

typedef struct input {
	const char *extra;
	int way;
	int64_t times;
} input;

static void
read_extra(const char *option, const char *text, void *extra)
{
	if (!*text)
		die(FAIL_USAGE, "%s: '': must be a text", option);
	*(const char **)extra = text;
}

static const cli_option own[] = {
	{ "extra", "TEXT", "an option of the tool's own", read_extra, offsetof(input, extra), .letter = 'x' },
	{ "way", "one|two", "a word", NULL, offsetof(input, way) },
	{ "times", "N", "a number", NULL, offsetof(input, times), .most = 9 },
	{ 0 }
};
static const cli_rule rules[] = {
	{ "times", "extra way=two", NULL, "--%s: '%s': needs --extra or the second way" },
	{ "way=two", NULL, "seed machine", "--%s: '%s': draws nothing" },
	{ 0 }
};
static const subcommand with_file = { .operands = "[FILE]", .help = "Try things.", .options = own, .rules = rules };
static const subcommand without = { .operands = "", .help = "Try things.", .options = own };

static const subcommand *with = &with_file;
static const char *name = "tool";
static int last_status;		/* of wait(), the latest run */

static void
show(int argc, char **argv)
{
	input in = { .extra = "-" };
	cli c;

	command_read(with, name, argc, argv, &c, &in);
	printf("file=%s machine=%s seed=%" PRIu64 " quiet=%d bare=%d extra=%s", c.file ? c.file : "-",
		c.machine ? c.machine : "-", c.seed, c.quiet, c.bare, in.extra);
	for (int i = 0; i < c.sets; i++)
		printf(" set=%s", c.set[i]);
	printf("\n%s\n", c.run);
	fflush(stdout);
	warn("a warning");
}

/* What a command line gives; to be copied before the next call. */
static const char *
run(char **argument)
{
	static char got[8192];
	char *argv[ARGUMENTS] = { (char *)"argv0" };
	int argc = 1, end[2], status;
	size_t used = 0;
	ssize_t more;

	while (argument[argc - 1]) {
		argv[argc] = argument[argc - 1];
		argc++;
	}
	fflush(stdout);
	if (pipe(end) != 0)
		abort();
	if (fork() == 0) {
		dup2(end[1], STDOUT_FILENO);
		dup2(end[1], STDERR_FILENO);
		show(argc, argv);
		_exit(0);
	}
	close(end[1]);
	while ((more = read(end[0], got + used, sizeof got - 32 - used)) > 0)
		used += (size_t)more;
	close(end[0]);
	wait(&status);
	last_status = status;
	if (status)
		used += (size_t)sprintf(got + used, "exit %d", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
	got[used] = '\0';
	return got;
}

#define RUN(...) run((char *[]){ __VA_ARGS__, NULL })

static void
test_good(void)
{
	is_str(run((char *[]){ NULL }), "file=- machine=- seed=1 quiet=0 bare=0 extra=-\ntool " VERSION "\ntool: a warning\n", "nothing: the defaults");
	is_str(RUN("--machine", "m:a=1,b=2", "--seed=18446744073709551615", "-q", "--no-preamble", "-x", "y", "a.csv", "--set", "k=v", "--set=l="),
		"file=a.csv machine=m:a=1,b=2 seed=18446744073709551615 quiet=1 bare=1 extra=y set=k=v set=l=\n"
		"tool " VERSION " --machine m:a=1,b=2 --seed=18446744073709551615 -q --no-preamble -x y a.csv --set k=v --set=l=\n",
		"everything, in the order typed");
	is_str(RUN("--", "-x"), "file=-x machine=- seed=1 quiet=0 bare=0 extra=-\ntool " VERSION " -- -x\ntool: a warning\n", "-- ends the options");
	is_str(RUN("-"), "file=- machine=- seed=1 quiet=0 bare=0 extra=-\ntool " VERSION " -\ntool: a warning\n", "- is standard input");
	is_str(RUN("--version"), "tool " VERSION "\n", "--version");
	is_str(RUN("-V"), "tool " VERSION "\n", "-V");
}

static void
test_help(void)
{
	const char *help = RUN("--help");
	const char *wanted[] = { "Usage: tool [OPTION...] [FILE]\n", "--extra=TEXT", "--machine=SPEC", "--set=KEY=VALUE", "--seed=N", "[1]",
		"--quiet", "--no-preamble", "--help", "--version", "Try things.", NULL };

	for (int i = 0; wanted[i]; i++)
		ok(strstr(help, wanted[i]), "--help has %s", wanted[i]);
	ok(last_status == 0, "--help exits 0");
}

static void
test_bad(void)
{
	static const char try_help[] = "Try 'tool --help'.\nexit 2";
	static const struct {
		const char *argument[3], *message;
	} bad[] = {
		{ { "--nothing" }, "tool: unrecognized option '--nothing'\n" },
		{ { "-z" }, "tool: invalid option -- 'z'\n" },
		{ { "--usage" }, "tool: unrecognized option '--usage'\n" },
		{ { "--machine" }, "tool: option '--machine' requires an argument\n" },
		{ { "--quiet=yes" }, "tool: option '--quiet' doesn't allow an argument\n" },
		{ { "--seed", "x" }, "tool: --seed: 'x': must be an integer from 0 to 18446744073709551615\n" },
		{ { "--seed", "" }, "tool: --seed: '': must be an integer from 0 to 18446744073709551615\n" },
		{ { "--seed", "-1" }, "tool: --seed: '-1': must be an integer from 0 to 18446744073709551615\n" },
		{ { "--seed", " 1" }, "tool: --seed: ' 1': must be an integer from 0 to 18446744073709551615\n" },
		{ { "--seed", "1x" }, "tool: --seed: '1x': must be an integer from 0 to 18446744073709551615\n" },
		{ { "--seed", "18446744073709551616" }, "tool: --seed: '18446744073709551616': must be an integer from 0 to 18446744073709551615\n" },
		{ { "--set", "k" }, "tool: --set: 'k': must be KEY=VALUE\n" },
		{ { "--set", "=v" }, "tool: --set: '=v': must be KEY=VALUE\n" },
		{ { "--extra", "" }, "tool: --extra: '': must be a text\n" },
		{ { "a", "b" }, "tool: 'b': one file at most\n" },
		{ { "-", "b" }, "tool: 'b': one file at most\n" },
	};

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		char *want = xprintf("%s%s", bad[i].message, try_help);

		is_str(run((char **)bad[i].argument), want, bad[i].message);
		free(want);
	}
	with = &without;
	is_str(RUN("a"), "tool: unexpected operand 'a'\nTry 'tool --help'.\nexit 2", "an operand where none is wanted");
	with = &with_file;
}

/* What goes together, by the first option of a rule's list that was given. */
static void
test_rules(void)
{
	static const struct {
		const char *argument[4], *message;
	} wrong[] = {
		{ { "--times", "3" }, "--times: '3': needs --extra or the second way" },
		{ { "--times=3", "--way=one" }, "--times: '3': needs --extra or the second way" },
		{ { "--times=3", "--way=two", "--way=one" }, "--times: '3': needs --extra or the second way" },
		{ { "--way=two", "--seed=1" }, "--way: 'two': draws nothing" },
		{ { "--times=0", "--way=two" }, "--times: '0': must be an integer from 1 to 9" },
		{ { "--way=three" }, "--way: 'three': must be one or two" },
	};

	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		char *want = xprintf("tool: %s\nTry 'tool --help'.\nexit 2", wrong[i].message);

		is_str(run((char **)wrong[i].argument), want, wrong[i].message);
		free(want);
	}
	RUN("--times", "3", "--way", "one", "--way", "two");
	ok(last_status == 0, "the last value counts");
	RUN("--times=3", "-x", "y", "--way", "one", "--seed", "4");
	ok(last_status == 0, "one of the list will do; another word is no matter");
}

/* The second line: the #run text of one argument. */
static void
records(const char *argument, const char *quoted)
{
	char *want = xprintf("\ntool " VERSION " -x %s\n", quoted);
	const char *got = RUN("-x", (char *)argument);

	ok(strstr(got, want), "recorded as %s", quoted);
	free(want);
}

static void
test_record(void)
{
	records("plain-1.5_a/b:c=d,e@f%g+h", "plain-1.5_a/b:c=d,e@f%g+h");
	records("two words", "'two words'");
	records("it's", "'it'\\''s'");
	records("$HOME", "'$HOME'");
	records("a*", "'a*'");
	records("#", "'#'");
	records("~", "'~'");
	records("a\nb\t'\\\x01\x7f", "$'a\\nb\\t\\'\\\\\\001\\177'");
	records("\xc3\xa9", "'\xc3\xa9'");
	name = "tool sub";
	is_str(RUN("--seed", "4"), "file=- machine=- seed=4 quiet=0 bare=0 extra=-\ntool " VERSION " sub --seed 4\ntool: a warning\n", "a subcommand");
	is_str(RUN("--version"), "tool " VERSION "\n", "a subcommand's --version");
	is_str(RUN("-z"), "tool: invalid option -- 'z'\nTry 'tool sub --help'.\nexit 2", "a subcommand's mistake");
	ok(strncmp(RUN("-h"), "Usage: tool sub [OPTION...] [FILE]\n", 35) == 0, "a subcommand's help");
}

int
main(void)
{
	test_good();
	test_help();
	test_bad();
	test_rules();
	test_record();
	return done_testing();
}
