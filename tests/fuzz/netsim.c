/* fuzz: streams of placed jobs, for netsim; no simulation is longer than a microsecond. */
/* link: netsim */
#include "fuzz/fuzz.h"

void
fuzz_one(const char *text, size_t length)
{
	fuzz_tool("netsim", "--machine", "dragonfly:g=3,a=2,p=2,cores=2", "--routing", "ugal-l", "--max-time", "1us", "--links", "/dev/null",
		"--latencies", "/dev/null", fuzz_file(0, text, length), (char *)NULL);
	fuzz_tool("netsim", "--machine", "dragonfly:g=3,a=2,p=2,cores=2", "--routing", "ugal-l", "--max-time", "1us", "--router", "input",
		"--speedup", "1.5", "--vc-allocation", "7ns", "--bias", "100B", fuzz_file(0, text, length), (char *)NULL);
}
