/* gen-workload -- the head of the pipe: what jobs there are.
 *
 * Every kind of workload is a subcommand (lib/cli/subcommand.h). To add one: write workloads/NAME.c with a
 * `const subcommand subcommand_NAME`, and name it here. No other source changes; gen-workload.1 describes it. */
#include <stddef.h>

#include "lib/cli/subcommand.h"
#include "lib/pattern/pattern.h"

/* All of them, in the order of --list. */
#define WORKLOADS(each) \
	each(uniform) each(mix) each(random) each(synthetic) each(swf) each(log) each(fill) each(application) each(training) each(trace) \
	each(background)

#define DECLARE(name) extern const subcommand subcommand_##name;
#define PLACE(name) &subcommand_##name,

WORKLOADS(DECLARE)

static const subcommand *const workloads[] = { WORKLOADS(PLACE) NULL };

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
