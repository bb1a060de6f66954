/* gen-workload -- the head of the pipe: what jobs there are.
 *
 * Every kind of workload is a subcommand (lib/cli/subcommand.h). To add one: write workloads/NAME.c with a
 * `const subcommand subcommand_NAME`, and name it twice here: among the extern ones, and in the table. No other source changes;
 * gen-workload.1 describes it. */
#include <stddef.h>

#include "lib/cli/subcommand.h"
#include "lib/pattern/pattern.h"

extern const subcommand subcommand_uniform, subcommand_mix, subcommand_random, subcommand_synthetic,
	subcommand_swf, subcommand_log, subcommand_fill, subcommand_application, subcommand_training, subcommand_trace,
	subcommand_background;

/* In the order of --list. */
static const subcommand *const workloads[] = {
	&subcommand_uniform,
	&subcommand_mix,
	&subcommand_random,
	&subcommand_synthetic,
	&subcommand_swf,
	&subcommand_log,
	&subcommand_fill,
	&subcommand_application,
	&subcommand_training,
	&subcommand_trace,
	&subcommand_background,
	NULL
};

static void
list_patterns(void)
{
	for (int i = 0; patterns[i]; i++)
		cli_list(patterns[i]->name, patterns[i]->about);
}

int
main(int argc, char *argv[])
{
	static const subcommand_tool tool = {
		"gen-workload", "workload", "Write a table of jobs.", "list workloads and patterns", workloads, list_patterns
	};

	return subcommand_main(&tool, argc, argv);
}
