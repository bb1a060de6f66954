/* jokanovic -- small jobs into one group, large ones from the machine's end.
 *
 * The policy of Jokanovic et al. ("Quiet neighborhoods", IPDPS 2015) as the program
 * of the Level-Spread paper's authors adapts it to dragonflies: a job that could fit a
 * group gets the first group with room, else the machine's lowest idle nodes; a larger
 * one the highest, descending.  The paper's text adds a boundary:
 * jokanovic-boundary. */
#include "alloc/shapes/domains.h"
#include "alloc/pick.h"
#include "alloc/policy.h"

static bool
choose(const occupancy *o, const request *q, rng *r, void *state, grant *g)
{
	const level *groups = machine_level(o->machine, "group");
	uint32_t fit;

	(void)r, (void)state;
	if (q->nodes > largest_domain(groups))
		pick_highest(o, q->nodes, g->node);
	else if ((fit = first_fit(o, groups, groups->domains, q->nodes)) != NONE)
		pick_whole(o, groups, &fit, q->nodes, g->node);
	else
		pick_lowest(o, q->nodes, g->node);
	return true;
}

const policy policy_jokanovic = {
	.name = "jokanovic",
	.about = "small jobs in the first group with room, large ones from the end",
	.level = "group",
	.choose = choose,
};
