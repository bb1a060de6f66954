/* fuzz: tables for metrics.  The first byte says for which subcommand. */
/* link: metrics */
#include "fuzz/fuzz.h"

void
fuzz_one(const char *text, size_t length)
{
	static char *const command[][4] = { { "schedule" }, { "mapping" }, { "rate" }, { "interference" }, { "summary", "--of", "comm_time_s" },
		{ "compare", "--baseline", "a" }, { "links" }, { "select", "--where", "nodes>2" }, { "plot", "nodes", "--format=text" },
		{ "program" } };
	char *const *c = command[(length ? (unsigned)(*text - '0') : 0) % (sizeof command / sizeof *command)];
	const char *file = fuzz_file(0, text + (length > 0), length - (length > 0));

	if (c[1])
		fuzz_tool("metrics", c[0], c[1], c[2], "--machine", "mesh:k=4x4", file, (char *)NULL);
	else
		fuzz_tool("metrics", c[0], "--machine", "mesh:k=4x4", file, (char *)NULL);
}
