/* fuzz: a topology.conf of Slurm, of an odd length with two interfaces a node. */
#include "fuzz/fuzz.h"
#include "lib/machine/machine.h"

void
fuzz_one(const char *text, size_t length)
{
	char spec[64];
	machine *m;

	snprintf(spec, sizeof spec, "graph:topology=%s%s", fuzz_file(0, text, length), length & 1 ? ",nics=2" : "");
	m = machine_build(spec, NULL, 0, "input", 1);
	for (uint32_t v = 0; v < m->nodes; v++)
		FUZZ_LAW(m->node_router[v] < m->routers);
}
