/* jokanovic-boundary -- jokanovic with the moving boundary of the Level-Spread
 * paper's text (section IV): two partitions, small jobs in the first, large jobs in
 * the second from the machine's end.
 *
 * The text says that the boundary moves with the history of allocations, not how.
 * Here it is the lowest group that any large job holds a node of, those
 * that came with nodes included; without one, all groups are the first partition.
 * A large job takes the highest idle nodes and so moves the boundary down as far as it
 * must, past small jobs too; when it leaves, the boundary moves up to what large jobs still hold.  A small job that no group
 * below the boundary has room for takes the machine's lowest idle nodes: what is left of the first partition, and
 * only then nodes of the second.  Small is, as in jokanovic, what could fit a group;
 * the text leaves a job of just a group's size open. */
#include "alloc/shapes/domains.h"
#include "alloc/pick.h"
#include "alloc/policy.h"

/* The state: by group, the nodes that large jobs hold. */

static size_t
room(const machine *m)
{
	return machine_level(m, "group")->domains * sizeof(uint32_t);
}

/* The first group of the second partition. */
static uint32_t
boundary(const level *groups, const uint32_t *large)
{
	uint32_t d = 0;

	while (d < groups->domains && large[d] == 0)
		d++;
	return d;
}

static bool
choose(const occupancy *o, const request *q, rng *r, void *state, grant *g)
{
	const level *groups = machine_level(o->machine, "group");
	uint32_t fit;

	(void)r;
	if (q->nodes > largest_domain(groups))
		pick_highest(o, q->nodes, g->node);
	else if ((fit = first_fit(o, groups, boundary(groups, state), q->nodes)) != NONE)
		pick_whole(o, groups, &fit, q->nodes, g->node);
	else
		pick_lowest(o, q->nodes, g->node);
	return true;
}

static void
placed(const occupancy *o, const request *q, const uint32_t *node, void *state)
{
	const level *groups = machine_level(o->machine, "group");
	uint32_t *large = state;

	for (uint32_t i = 0; q->nodes > largest_domain(groups) && i < q->nodes; i++)
		large[groups->of[node[i]]]++;
}

static void
left(const occupancy *o, const request *q, const uint32_t *node, void *state)
{
	const level *groups = machine_level(o->machine, "group");
	uint32_t *large = state;

	for (uint32_t i = 0; q->nodes > largest_domain(groups) && i < q->nodes; i++)
		large[groups->of[node[i]]]--;
}

const policy policy_jokanovic_boundary = {
	.name = "jokanovic-boundary",
	.about = "jokanovic, small jobs kept out of the groups that large ones hold",
	.level = "group",
	.room = room,
	.choose = choose,
	.placed = placed,
	.left = left,
};
