/* fuzz: the tables of a graph: links, then behind a line "--" nodes. */
#include "fuzz/fuzz.h"
#include "lib/machine/machine.h"

void
fuzz_one(const char *text, size_t length)
{
	const char *cut = strstr(text, "--\n");
	char spec[128];
	machine *m;

	if (cut)
		snprintf(spec, sizeof spec, "graph:links=%s,nodes=%s", fuzz_file(0, text, (size_t)(cut - text)),
			fuzz_file(1, cut + 3, length - (size_t)(cut + 3 - text)));
	else
		snprintf(spec, sizeof spec, "graph:links=%s", fuzz_file(0, text, length));
	m = machine_build(spec, NULL, 0, "input", 1);
	for (uint32_t v = 0; v < m->nodes; v++)
		FUZZ_LAW(m->node_router[v] < m->routers);
	for (uint32_t l = 0; l < m->router_links; l++)
		FUZZ_LAW(m->to[l] == NONE || m->to[m->reverse[l]] == m->from[l]);
}
