/* df-group -- each job in a group of its own (Jain, Bhatele, Ni, Gamblin and Kale, "Partitioning
 * low-diameter networks to eliminate inter-job interference", IPDPS 2017, IV-B.1 and Fig. 11).
 *
 * No routing of the dragonfly takes a packet out of the group that its ends are in, so jobs share no
 * link.  Of the groups that no other job has a node of, the one with the fewest nodes that are enough; the
 * nodes that the job does not want stay idle.  A job that no group holds is refused. */
#include "alloc/shapes/domains.h"
#include "alloc/shapes/isolate.h"
#include "alloc/pick.h"
#include "alloc/policy.h"

static bool
choose(const occupancy *o, const request *q, rng *r, void *state, grant *g)
{
	const level *groups = machine_level(o->machine, "group");
	uint32_t fit = best_fit(o, groups, q->nodes);

	(void)r, (void)state;	/* one with another job is closed: it has no idle nodes */
	if (fit == NONE) {
		g->why = q->nodes > most_available(o, groups) ? "more than a group has" : "no group without another job has so many";
		return false;
	}
	pick_whole(o, groups, &fit, q->nodes, g->node);
	return true;
}

static uint32_t
closes(const occupancy *o, const request *q, const uint32_t *node, uint32_t *out)
{
	return close_domains(o, machine_level(o->machine, "group"), node, q->nodes, out);
}

const policy policy_df_group = {
	.name = "df-group",
	.about = "a dragonfly's group for each job, which shares no link with another",
	.level = "group",
	.kind = "dragonfly",
	.choose = choose,
	.closes = closes,
	.refuses = true,
};
