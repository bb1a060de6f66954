/* metrics -- what the tables of a pipe mean: statistics, comparisons, selections.
 *
 * Every question is a subcommand (lib/cli/subcommand.h). To add one: write NAME.c with a `const subcommand subcommand_NAME`, and
 * name it twice here: among the extern ones, and in the table. No other source changes; metrics.1 describes it. */
#include <stddef.h>

#include "lib/cli/subcommand.h"

extern const subcommand subcommand_summary, subcommand_compare, subcommand_rate, subcommand_schedule, subcommand_moment,
	subcommand_promises, subcommand_columns, subcommand_links, subcommand_interference, subcommand_mapping, subcommand_program,
	subcommand_select, subcommand_claims, subcommand_grid, subcommand_machine, subcommand_nodes, subcommand_topology, subcommand_fit,
	subcommand_estimate, subcommand_plot;

static const subcommand *const questions[] = {
	&subcommand_summary,
	&subcommand_compare,
	&subcommand_rate,
	&subcommand_schedule,
	&subcommand_moment,
	&subcommand_promises,
	&subcommand_links,
	&subcommand_interference,
	&subcommand_mapping,
	&subcommand_program,
	&subcommand_select,
	&subcommand_columns,
	&subcommand_claims,
	&subcommand_grid,
	&subcommand_machine,
	&subcommand_nodes,
	&subcommand_topology,
	&subcommand_fit,
	&subcommand_estimate,
	&subcommand_plot,
	NULL
};

int
main(int argc, char **argv)
{
	static const subcommand_tool tool = {
		"metrics", "subcommand", "Answer a question about tables.", "list the subcommands", questions, NULL
	};

	return subcommand_main(&tool, argc, argv);
}
