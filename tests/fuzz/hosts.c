/* fuzz: the nodes of a job, in the first line, on the switches of a topology.conf, in the others. */
/* link: map */
#include "fuzz/fuzz.h"

void
fuzz_one(const char *text, size_t length)
{
	const char *end = strchr(text, '\n');
	char *nodes;

	if (!end || memchr(text, '\0', length))
		return;
	nodes = strndup(text, (size_t)(end - text));
	fuzz_tool("map", "--nodes", nodes, "--topology", fuzz_file(0, end + 1, length - (size_t)(end + 1 - text)), "--dims", "4x2",
		"--format", "rankfile", "--algorithm", "greedy", (char *)NULL);
}
