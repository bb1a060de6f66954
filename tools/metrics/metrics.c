/* metrics -- what the tables of a pipe mean: statistics, comparisons, selections.
 *
 * Every question is a subcommand (lib/cli/subcommand.h). To add one: write NAME.c with a `const subcommand subcommand_NAME`, and
 * name it here. No other source changes; metrics.1 describes it. */
#include <stddef.h>

#include "lib/cli/subcommand.h"

/* All of them, in the order of --list. */
#define QUESTIONS(each) \
	each(summary) each(compare) each(rate) each(schedule) each(moment) each(promises) each(links) each(interference) each(mapping) \
	each(program) each(select) each(columns) each(claims) each(grid) each(machine) each(nodes) each(topology) each(fit) each(estimate) \
	each(plot)

#define DECLARE(name) extern const subcommand subcommand_##name;
#define PLACE(name) &subcommand_##name,

QUESTIONS(DECLARE)

static const subcommand *const questions[] = { QUESTIONS(PLACE) NULL };

int
main(int argc, char **argv)
{
	static const subcommand_tool tool = {
		"metrics", "subcommand", "Answer a question about tables.", "list the subcommands", questions, NULL
	};

	return subcommand_main(&tool, argc, argv);
}
