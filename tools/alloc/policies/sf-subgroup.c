/* sf-subgroup -- each job in a subgroup of its own (Jain, Bhatele, Ni, Gamblin and Kale, "Partitioning
 * low-diameter networks to eliminate inter-job interference", IPDPS 2017, IV-B.1 and Fig. 11).
 *
 * With minimal routing jobs share no link: two routers of a subgroup have a link, or else all their common neighbours are
 * in it too, since no router elsewhere has links to both.  Detours (valiant, ugal-l) leave the
 * subgroup.  Of the subgroups that no other job has a node of, the one with the fewest nodes that are
 * enough; the nodes that the job does not want stay idle.  A job that no subgroup holds is refused. */
#include "alloc/shapes/domains.h"
#include "alloc/shapes/isolate.h"
#include "alloc/pick.h"
#include "alloc/policy.h"

static bool
choose(const occupancy *o, const request *q, rng *r, void *state, grant *g)
{
	const level *subgroups = machine_level(o->machine, "subgroup");
	uint32_t fit = best_fit(o, subgroups, q->nodes);

	(void)r, (void)state;	/* one with another job is closed: it has no idle nodes */
	if (fit == NONE) {
		g->why = q->nodes > most_available(o, subgroups) ? "more than a subgroup has" : "no subgroup without another job has so many";
		return false;
	}
	pick_whole(o, subgroups, &fit, q->nodes, g->node);
	return true;
}

static uint32_t
closes(const occupancy *o, const request *q, const uint32_t *node, uint32_t *out)
{
	return close_domains(o, machine_level(o->machine, "subgroup"), node, q->nodes, out);
}

const policy policy_sf_subgroup = {
	.name = "sf-subgroup",
	.about = "a Slim Fly's subgroup for each job, which with minimal routing shares no link with another",
	.level = "subgroup",
	.kind = "slimfly",
	.choose = choose,
	.closes = closes,
	.refuses = true,
};
