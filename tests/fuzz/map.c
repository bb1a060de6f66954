/* fuzz: streams of placed jobs, for map. */
/* link: map */
#include "fuzz/fuzz.h"

void
fuzz_one(const char *text, size_t length)
{
	fuzz_tool("map", "--machine", "mesh:k=4x4,cores=2", "--algorithm", "auto", fuzz_file(0, text, length), (char *)NULL);
}
