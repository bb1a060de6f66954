/* subcommand -- one question that metrics answers about a table.
 *
 * To add one: write NAME.c with a `const subcommand subcommand_NAME`, and name it twice in subcommands.c: among the extern ones,
 * and in the table.  No other source changes; metrics.1 describes it. */
#ifndef HOPLINE_METRICS_SUBCOMMAND_H
#define HOPLINE_METRICS_SUBCOMMAND_H

#include "lib/cli/cli.h"

typedef struct subcommand {
	const char *name;
	const char *about;	/* one line for --list */
	/* Parse the arguments (argv[0] is the subcommand), write the answer, return the
	 * exit status. */
	int (*run)(int argc, char **argv);
} subcommand;

extern const subcommand *const subcommands[];	/* ended by NULL */

/* cli_parse for a subcommand that only reads tables: --machine and --set exit 2. */
void parse_tables_only(const char *name, const struct argp *parser, int argc, char **argv, cli *c, void *options);

#endif
