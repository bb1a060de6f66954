/* fuzz: lists of real networks; the first byte says of which format, or that a machine finds it out. */
/* link: metrics */
#include "fuzz/fuzz.h"

void
fuzz_one(const char *text, size_t length)
{
	char machine[4096];

	if (!length)
		return;
	snprintf(machine, sizeof machine, "graph:topology=%s", fuzz_file(0, text + 1, length - 1));
	if (*text & 2)
		fuzz_tool("metrics", "machine", "--machine", machine, (char *)NULL);
	else
		fuzz_tool("metrics", "topology", "--from", *text & 1 ? "aries" : "ibnetdiscover", "--nodes", "/dev/null", machine + strlen("graph:topology="),
			(char *)NULL);
}
