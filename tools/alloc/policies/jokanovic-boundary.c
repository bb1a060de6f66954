/* jokanovic-boundary -- jokanovic with the moving boundary of the Level-Spread
 * paper's text (section IV): two partitions, small jobs in the first, large jobs in
 * the second from the machine's end.
 *
 * The text says that the boundary moves with the history of allocations, not how.
 * Here it is the lowest group that any large job of the case holds a node of, those
 * that came with nodes included; without one, all groups are the first partition.
 * A large job takes the highest idle nodes and so moves the boundary down as far as it
 * must, past small jobs too.  A small job that no group below the boundary has room
 * for takes the machine's lowest idle nodes: what is left of the first partition, and
 * only then nodes of the second.  Small is, as in jokanovic, what could fit a group;
 * the text leaves a job of just a group's size open. */
#include "alloc/fit.h"
#include "alloc/pick.h"
#include "alloc/policy.h"

typedef struct history {
	uint32_t second;	/* groups of the second partition, the last ones */
} history;

static bool
choose(const occupancy *o, const request *q, rng *r, void *state, grant *g)
{
	const level *groups = machine_level(o->machine, "group");
	const history *past = state;
	uint32_t fit;

	(void)r;
	if (q->nodes > largest_domain(groups))
		pick_highest(o, q->nodes, g->node);
	else if ((fit = first_fit(o, groups, groups->domains - past->second, q->nodes)) != NONE)
		pick_whole(o, groups, &fit, q->nodes, g->node);
	else
		pick_lowest(o, q->nodes, g->node);
	return true;
}

static void
placed(const occupancy *o, const request *q, const uint32_t *node, void *state)
{
	const level *groups = machine_level(o->machine, "group");
	history *past = state;

	if (q->nodes <= largest_domain(groups))
		return;
	for (uint32_t i = 0; i < q->nodes; i++)
		if (groups->domains - groups->of[node[i]] > past->second)
			past->second = groups->domains - groups->of[node[i]];
}

const policy policy_jokanovic_boundary = {
	.name = "jokanovic-boundary",
	.about = "jokanovic, small jobs kept out of the groups that large ones hold",
	.level = "group",
	.state = sizeof(history),
	.choose = choose,
	.placed = placed,
};
