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

static bool
choose_routers(const occupancy *o, const request *q, selection *out)
{
	const level *routers = &o->machine->level[0], *groups = machine_level(o->machine, "group");
	uint32_t *router = xalloc(routers->domains, sizeof *router), n = idle_domains(o, routers, NULL, 0, router);
	uint32_t *group = xalloc(routers->domains, sizeof *group), *turn = xalloc(routers->domains, sizeof *turn);

	for (uint32_t i = 0; i < n; i++)
		group[router[i]] = groups->of[routers->member[routers->first[router[i]]]];
	sort_by_key(group, router, n, false);
	for (uint32_t i = 0; i < n; i++)
		turn[router[i]] = i > 0 && group[router[i]] == group[router[i - 1]] ? turn[router[i - 1]] + 1 : 0;
	sort_by_key(turn, router, n, false);
	pick_whole(o, routers, router, q->nodes, out->node);
	free_all(router, group, turn);
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
