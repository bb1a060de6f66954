/* fuzz: job logs in SWF. */
/* link: gen-workload */
#include "fuzz/fuzz.h"

void
fuzz_one(const char *text, size_t length)
{
	fuzz_tool("gen-workload", "swf", "--machine", "torus:k=4x4", "--procs-per-node", "2", fuzz_file(0, text, length), (char *)NULL);
}
