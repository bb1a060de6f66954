/* command -- a command line as tables: a row for each option, and a row for each rule of what goes together.
 *
 * A row says how an option is called, how its value is read, and into which field of the command's options.  What --help shows comes from
 * these rows. */
#pragma once

#include "lib/cli/cli.h"
#include "lib/cli/option-values.h"

typedef struct cli_option {
	const char *name;	/* without the dashes; NULL ends a table */
	const char *value;	/* its value as --help calls it; NULL: it has none */
	const char *about;	/* NULL: another name of the option in front */
	/* Read the value (NULL: it has none) of `option`, such as "--by", into the field; both texts live on.  What is wrong exits 2.
	 * NULL: the value is a `quantity`, or a whole number from 1 to `most`, into an int64_t; or, where neither is given, one of the
	 * words of `value`, such as "keep|kill", whose place from 0 goes into an int. */
	void (*read)(const char *option, const char *value, void *field);
	size_t at;		/* offset of the field in its struct */
	bool required;		/* leaving it out exits 2 */
	int64_t most;
	option_quantity quantity;
	char letter;		/* its short name, as 'q' of -q, of one without a value; 0: it has none */
	const char *bare;	/* its value where none follows, but the end or another option; NULL: one must */
} cli_option;

/* Options of several commands, which go into a part of the options of each. */
typedef struct cli_option_group {
	const cli_option *options;	/* NULL ends a list of groups */
	size_t at;		/* offset of the part */
} cli_option_group;

/* What goes together.  A list is "NAME NAME=WORD|WORD": options that were given, the second with one of these values last.  Each name must
 * be one of the command. */
typedef struct cli_rule {
	const char *options;	/* where one of this list is given (NULL: in every command line), */
	const char *only_with;	/* one of this list must be (NULL: no matter), */
	const char *not_with;	/* and none of this one may be (NULL: no matter); else exit 2 */
	const char *message;	/* with this, a format for printf of the name and the value of the first that is given in `options` */
} cli_rule;

/* A command: a subcommand of a tool, or a whole tool, of which only what its command line holds is said. */
typedef struct subcommand {
	const char *name;
	const char *about;	/* one line for --list */
	const char *operands;	/* as --help writes them: "[FILE]" is one at most, "[FILE...]" any number, "" none */
	const char *help;	/* what --help says first */
	bool tables_only;	/* --machine and --set exit 2 */
	const cli_option *options;	/* its own; NULL: none */
	const cli_option_group *groups;	/* more of them; NULL: none */
	const cli_option *(*made)(void);	/* others, which are found when the tool runs; NULL: none */
	size_t made_at;		/* offset of the part that these go into */
	const cli_rule *rules;	/* ended by a row without a message; NULL: none */
	size_t size;		/* of the struct of all its options */
	const void *defaults;	/* such a struct; NULL: all is 0 */
	void (*read_operand)(void *options, const char *operand);	/* of one that is no file; NULL: operands are files */
	char *(*more_help)(void);	/* what --help says last; NULL: nothing */
	/* Do it: its options are read and are its own to change. */
	void (*run)(const cli *c, void *options);
	const struct subcommand_tool *forms;	/* it is a tool in itself, such as `metrics plot bars`: these do all that; NULL: it is not */
} subcommand;

/* Parse a command line, once in a process, as rows and rules say: the common options into c, the others into `options`, which hold their
 * defaults and live on.  `name` may hold a subcommand after a space ("gen-workload random"): messages begin with its first word.  Exits 2
 * on any mistake; --help and --version exit 0. */
void command_read(const subcommand *s, const char *name, int argc, char **argv, cli *c, void *options);

/* The value of that option on the command line, "" where it has none; NULL: it was not given.  After command_read. */
const char *option_given(const char *name);

/* Where the first operand stands on a command line, which may be a subcommand with options before it; argc when there is none.
 * An option that is not common to all tools is taken to have a value: in `metrics --by alloc summary` the operand is summary. */
int command_operand(int argc, char **argv);

/* Move argv[at] in front of the options before it; argv + 1, the arguments of a subcommand. */
char **command_lead(char **argv, int at);
