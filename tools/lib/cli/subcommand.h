/* subcommand -- tools whose first operand says what they do: `metrics summary`, `gen-workload random`.
 *
 * A subcommand is a row of its tool's table. */
#pragma once

#include "lib/cli/command.h"

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
