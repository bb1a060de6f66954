/* tornado -- each node sends half-way round (Dally and Towles, table 3.1; Singh's
 * adversary of tori).
 *
 * What "round" means is the machine's: where it has groups, half the groups that have
 * nodes of the job on, to the same place there (modulo that group's nodes); else half
 * the job's nodes on. */
#include "lib/pattern/fixed.h"
#include "lib/pattern/groups.h"

static void
over_groups(uint32_t *to, const groups *g, uint32_t nodes)
{
	for (uint32_t v = 0; v < nodes; v++) {
		uint32_t there = (g->of[v] + g->count / 2) % g->count;
		to[v] = g->member[g->first[there] + g->place[v] % (g->first[there + 1] - g->first[there])];
	}
}

static void
over_nodes(uint32_t *to, uint32_t nodes)
{
	for (uint32_t v = 0; v < nodes; v++)
		to[v] = (uint32_t)(((uint64_t)v + nodes / 2) % nodes);
}

static bool
prepare(endpoints *e, const char **why)
{
	uint32_t *to = fixed_table(e);
	groups *g = groups_of(e);
	bool good = !g || g->count >= 2;

	if (!good)
		*why = "needs nodes in at least two groups";
	else if (g)
		over_groups(to, g, e->nodes);
	else
		over_nodes(to, e->nodes);
	groups_free(g);
	return good;
}

extern const pattern pattern_tornado;

const pattern pattern_tornado = {
	.name = "tornado",
	.about = "open loop: each node sends half-way round the groups, or the nodes",
	.prepare_open = prepare,
	.target = fixed_target,
	.release = free,
};
