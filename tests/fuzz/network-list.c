/* fuzz: lists of real networks; the first byte says of which format. */
/* link: metrics */
#include "fuzz/fuzz.h"

void
fuzz_one(const char *text, size_t length)
{
	if (length)
		fuzz_tool("metrics", "topology", "--from", *text & 1 ? "aries" : "ibnetdiscover", "--nodes", "/dev/null", fuzz_file(0, text + 1, length - 1), (char *)NULL);
}
