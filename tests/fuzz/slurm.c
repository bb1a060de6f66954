/* fuzz: the tables of Slurm: first byte s, what squeue writes; else what sacct does. */
/* link: gen-workload */
#include "fuzz/fuzz.h"

static const char topology[] = "SwitchName=s0 Nodes=n[0-3]\nSwitchName=s1 Nodes=n[4-7]\nSwitchName=t Switches=s[0-1]\n";

void
fuzz_one(const char *text, size_t length)
{
	char machine[4096];

	if (!length)
		return;
	snprintf(machine, sizeof machine, "graph:topology=%s", fuzz_file(1, topology, sizeof topology - 1));
	fuzz_tool("gen-workload", "log", "--machine", machine, "--format", *text == 's' ? "squeue" : "sacct", "--procs-per-node", "2",
		*text == 'n' || *text == 's' ? "--at=now" : "--min-nodes=1", fuzz_file(0, text + 1, length - 1), (char *)NULL);
}
