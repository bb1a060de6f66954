/* random -- random nodes, routers or groups (Jain et al., "Maximizing throughput on a dragonfly network", SC 2014).
 *
 * rdn: idle nodes drawn uniformly without replacement, in the order drawn.  rdr, rdg: a router or group drawn uniformly gives its idle
 * nodes in label order, then another.  A full one is drawn again: uniform over those with an idle node. */
#include <stdlib.h>

#include "alloc/pick.h"
#include "alloc/policy.h"
#include "lib/cli/cli.h"

static bool
choose_nodes(const occupancy *o, const request *q, selection *out)
{
	uint32_t *pool = xalloc(o->idle, sizeof *pool);

	pick_lowest(o, o->idle, pool);
	pick_random(pool, o->idle, q->random, q->nodes, out->node);
	free(pool);
	return true;
}

static bool
choose_domains(const occupancy *o, const request *q, selection *out)
{
	const level *l = q->policy->level ? machine_level(o->machine, q->policy->level) : &o->machine->level[0];
	uint32_t *pool = xalloc(l->domains, sizeof *pool), left = idle_domains(o, l, NULL, 0, pool);

	for (uint32_t n = 0; n < q->nodes;) {
		uint32_t i = (uint32_t)rng_below(q->random, left);

		n += occupancy_domain(o, l, pool[i], out->node + n, q->nodes - n);
		pool[i] = pool[--left];
	}
	free(pool);
	return true;
}

const policy policy_rdn = {
	.name = "rdn", .aliases = (const char *const[]){ "random-nodes", "random", NULL }, .about = "random nodes of the whole machine",
	.choose = choose_nodes,
};

const policy policy_rdr = {
	.name = "rdr", .aliases = (const char *const[]){ "random-routers", NULL }, .about = "random routers, each with all its idle nodes",
	.choose = choose_domains,
};

const policy policy_rdg = {
	.name = "rdg", .aliases = (const char *const[]){ "random-groups", NULL }, .about = "random groups, each with all its idle nodes",
	.level = "group", .choose = choose_domains,
};
