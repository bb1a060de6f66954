/* fuzz: logs with a format, by the first byte: s, what squeue writes; b, Batsim's; p, l and a, those of PBS, LSF and Argonne; else what sacct
 * does. */
/* link: gen-workload */
#include <limits.h>

#include "fuzz/fuzz.h"

static const char topology[] = "SwitchName=s0 Nodes=n[0-3]\nSwitchName=s1 Nodes=n[4-7]\nSwitchName=t Switches=s[0-1]\n";

void
fuzz_one(const char *text, size_t length)
{
	static const char *const format[UCHAR_MAX + 1] = { ['s'] = "squeue", ['b'] = "batsim", ['p'] = "pbs", ['l'] = "lsf", ['a'] = "alcf" };
	char machine[4096];
	const char *name;

	if (!length)
		return;
	name = format[(unsigned char)*text] ? format[(unsigned char)*text] : "sacct";
	snprintf(machine, sizeof machine, "graph:topology=%s", fuzz_file(1, topology, sizeof topology - 1));
	fuzz_tool("gen-workload", "log", "--machine", machine, "--format", name, "--procs-per-node", "2",
		*text == 'n' || *text == 's' ? "--at=now" : "--min-nodes=1", fuzz_file(0, text + 1, length - 1), (char *)NULL);
}
