/* fuzz: job logs of any format: dates, spans and cells. */
/* link: gen-workload */
#include "fuzz/fuzz.h"

void
fuzz_one(const char *text, size_t length)
{
	fuzz_tool("gen-workload", "log", "--machine", "torus:k=4x4", "--regex",
		"^(?<job>\\S+) (?<nodes>\\S*) (?<submit>\\S*) (?<start>\\S*) (?<end>\\S*) (?<runtime>\\S*) (?<walltime>\\S*) ?(?<queue>\\S*) ?(?<node_list>.*)",
		"--match", "queue=.*", fuzz_file(0, text, length), (char *)NULL);
}
