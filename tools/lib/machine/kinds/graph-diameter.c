/* graph-diameter -- searches from 64 routers side by side, a bit a search (Then and others, "The more the merrier:
 * efficient multi-source graph traversal", PVLDB 2014), and how many steps the longest takes. */
#include <stdlib.h>
#include <string.h>

#include "lib/machine/kinds/graph.h"

/* Which of the searches have come to a router: at all, with the last step, with this one. */
typedef struct visits {
	uint64_t seen, fresh, next;
} visits;

/* One step of all searches; did any of them come to a new router? */
static bool
step(const machine *m, visits *at)
{
	uint64_t any = 0;

	for (uint32_t r = 0; r < m->routers; r++)
		for (uint32_t l = m->first[r]; at[r].fresh && l < m->first[r + 1]; l++)
			if (m->class[l] != CLASS_NODE)
				at[m->to[l]].next |= at[r].fresh;
	for (uint32_t r = 0; r < m->routers; r++) {
		at[r].fresh = at[r].next & ~at[r].seen;
		at[r].seen |= at[r].fresh;
		at[r].next = 0;
		any |= at[r].fresh;
	}
	return any != 0;
}

uint32_t
graph_find_diameter(const machine *m)
{
	visits *at = xalloc(m->routers, sizeof *at);
	uint32_t longest = 0;

	for (uint32_t start = 0; start < m->routers && longest < GRAPH_LONG; start += 64) {
		memset(at, 0, m->routers * sizeof *at);
		for (uint32_t i = 0; i < 64 && start + i < m->routers; i++)
			at[start + i].seen = at[start + i].fresh = UINT64_C(1) << i;
		for (uint32_t steps = 1; longest < GRAPH_LONG && step(m, at); steps++)
			longest = steps > longest ? steps : longest;
	}
	free(at);
	return longest;
}
