/* own-domain -- each job in a group or subgroup of its own (Jain, Bhatele, Ni, Gamblin and Kale, "Partitioning
 * low-diameter networks to eliminate inter-job interference", IPDPS 2017, IV-B.1 and Fig. 11).
 *
 * df-group: no routing of the dragonfly takes a packet out of the group that its ends are in, so jobs share no link.
 *
 * sf-subgroup: with minimal routing jobs share no link: two routers of a Slim Fly's subgroup have a link, or else all their common
 * neighbours are in it too, since no router elsewhere has links to both.  Detours (valiant, ugal-l) leave the subgroup.
 *
 * Of the domains that no other job has a node of, the one with the fewest nodes that are enough; the nodes that the job
 * does not want stay idle.  A job that no domain holds is refused. */
#include "alloc/pick.h"
#include "alloc/policy.h"
#include "alloc/shapes/domains.h"

static const level *
domains_of(const occupancy *o, const request *q)
{
	return machine_level(o->machine, q->policy->level);
}

static bool
choose(const occupancy *o, const request *q, selection *out)
{
	const level *l = domains_of(o, q);
	uint32_t fit = best_fit(o, l, q->nodes);	/* one with another job is reserved: it has no idle nodes */

	if (fit == NONE)
		return selection_refused(out, q->nodes > most_available(o, l) ? "more than a %s has" : "no %s without another job is large enough",
			l->name);
	pick_whole(o, l, &fit, q->nodes, out->node);
	return true;
}

static uint32_t
reserves(const occupancy *o, const request *q, const uint32_t *node, uint32_t *out)
{
	return reserve_domains(o, domains_of(o, q), node, q->nodes, out);
}

#define OWN_DOMAIN .choose = choose, .reserves = reserves, .refuses = true, .whole = true

const policy policy_df_group = {
	.name = "df-group",
	.about = "a dragonfly's group for each job, which shares no link with another",
	.level = "group",
	.kind = "dragonfly",
	OWN_DOMAIN
};

const policy policy_sf_subgroup = {
	.name = "sf-subgroup",
	.about = "a Slim Fly's subgroup for each job, which with minimal routing shares no link with another",
	.level = "subgroup",
	.kind = "slimfly",
	OWN_DOMAIN
};
