/* subcommand -- tools whose first operand says what they do: `metrics summary`, `gen-workload random`.
 *
 * A subcommand is a row of its tool's table. Each of its options is a row too: how it is called, how its value is read, and into
 * which field of the subcommand's options. */
#pragma once

#include "lib/cli/cli.h"
#include "lib/cli/option-values.h"

typedef struct cli_option {
	const char *name;	/* without the dashes; NULL ends a table */
	const char *value;	/* its value as --help calls it; NULL: it has none */
	const char *about;	/* NULL: another name of the option in front */
	/* Read the value (NULL: it has none) of `option`, such as "--by", into the field; both texts live on. What is wrong exits 2. */
	void (*read)(const char *option, const char *value, void *field);
	size_t at;		/* offset of the field in its struct */
	bool required;		/* leaving it out exits 2 */
} cli_option;

/* Options of several subcommands, which go into a part of the options of each. */
typedef struct cli_option_group {
	const cli_option *options;	/* NULL ends a list of groups */
	size_t at;		/* offset of the part */
} cli_option_group;

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
	size_t size;		/* of the struct of all its options */
	const void *defaults;	/* such a struct; NULL: all is 0 */
	void (*read_operand)(void *options, const char *operand);	/* of one that is no file; NULL: operands are files */
	char *(*more_help)(void);	/* what --help says last; NULL: nothing */
	/* Do it: its options are read and are its own to change. */
	void (*run)(const cli *c, void *options);
	const struct subcommand_tool *forms;	/* it is a tool in itself, such as `metrics plot bars`: these do all that; NULL: it is not */
} subcommand;

typedef struct subcommand_tool {
	const char *name;	/* "metrics" */
	const char *noun;	/* how it calls its subcommands: "subcommand", "workload" */
	const char *about;	/* what --help says first */
	const char *lists;	/* what --help says of --list */
	const subcommand *const *table;	/* ended by NULL */
	void (*list_more)(void);	/* what --list shows behind them; NULL: nothing */
} subcommand_tool;

/* All that main does: find the subcommand, read its options and run it, or list them all. Returns the exit status. */
int subcommand_main(const subcommand_tool *t, int argc, char **argv);
