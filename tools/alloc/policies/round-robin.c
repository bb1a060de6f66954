/* round-robin -- group after group in turn, and round again; full groups are skipped (Jain et al., "Maximizing throughput on a dragonfly
 * network", SC 2014).
 *
 * rrn: a group gives its lowest idle node.  rrr: a group gives all idle nodes of its lowest router that has one. */

#include "alloc/pick.h"
#include "alloc/policy.h"
#include "lib/cli/cli.h"

static bool
choose_nodes(const occupancy *o, const request *q, selection *out)
{
	pick_round_robin(o, machine_level(o->machine, "group"), NULL, 0, q->nodes, out->node);
	return true;
}

/* Sort n ascending routers by group: those of group d are sorted[start[d]] … sorted[start[d+1]-1], ascending. */
static void
by_group(const machine *m, const level *groups, const uint32_t *router, uint32_t n, uint32_t *sorted, uint32_t *start)
{
	const level *routers = &m->level[0];

	for (uint32_t i = 0; i < n; i++)
		start[groups->of[routers->member[routers->first[router[i]]]] + 2]++;
	for (uint32_t d = 0; d < groups->domains; d++)
		start[d + 2] += start[d + 1];
	for (uint32_t i = 0; i < n; i++)
		sorted[start[groups->of[routers->member[routers->first[router[i]]]] + 1]++] = router[i];
}

static bool
choose_routers(const occupancy *o, const request *q, selection *out)
{
	const level *routers = &o->machine->level[0], *groups = machine_level(o->machine, "group");
	uint32_t *router = xalloc(routers->domains, sizeof *router);
	uint32_t *sorted = xalloc(routers->domains, sizeof *sorted);
	uint32_t *start = xcalloc((size_t)groups->domains + 2, sizeof *start);
	uint32_t n = 0;

	by_group(o->machine, groups, router, idle_domains(o, routers, NULL, 0, router), sorted, start);
	for (uint32_t round = 0; n < q->nodes; round++)
		for (uint32_t d = 0; d < groups->domains; d++)
			if (round < start[d + 1] - start[d])
				n += occupancy_domain(o, routers, sorted[start[d] + round], out->node + n, q->nodes - n);
	free_all(router, sorted, start);
	return true;
}

const policy policy_rrn = {
	.name = "rrn", .aliases = (const char *const[]){ "round-robin-nodes", "round-robin", NULL },
	.about = "round-robin over groups, a node each", .level = "group", .choose = choose_nodes,
};

const policy policy_rrr = {
	.name = "rrr", .aliases = (const char *const[]){ "round-robin-routers", NULL }, .about = "round-robin over groups, a router each",
	.level = "group", .choose = choose_routers,
};
