/* subcommands -- the questions, in the order in which --list shows them. */
#include <stddef.h>

#include "metrics/subcommand.h"

extern const subcommand subcommand_summary, subcommand_compare, subcommand_rate, subcommand_schedule, subcommand_moment, subcommand_links, subcommand_interference, subcommand_mapping, subcommand_select,
	subcommand_claims, subcommand_grid, subcommand_machine, subcommand_nodes, subcommand_topology;

const subcommand *const subcommands[] = {
	&subcommand_summary,
	&subcommand_compare,
	&subcommand_rate,
	&subcommand_schedule,
	&subcommand_moment,
	&subcommand_links,
	&subcommand_interference,
	&subcommand_mapping,
	&subcommand_select,
	&subcommand_claims,
	&subcommand_grid,
	&subcommand_machine,
	&subcommand_nodes,
	&subcommand_topology,
	NULL
};

void
parse_tables_only(const char *name, const struct argp *parser, int argc, char **argv, cli *c, void *options)
{
	cli_parse(name, parser, argc, argv, c, options);
	if (c->machine || c->sets > 0)
		die(FAIL_USAGE, "%s: '%s' looks at tables only, at no machine", c->machine ? "--machine" : "--set", name);
}
