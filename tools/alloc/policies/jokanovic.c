/* jokanovic -- small jobs into one group, large ones from the machine's end (Jokanovic et al., "Quiet neighborhoods", IPDPS 2015), as the
 * program of the Level-Spread paper's authors adapts it to dragonflies.
 *
 * jokanovic-as-published: what that program does (sst-elements 9.1.0, scheduler/allocators/DflyJokanovicAllocator.cc): where a group has
 * room it goes on to the lowest idle nodes all the same, passing over those of the group, and these replace them one by one.
 *
 * jokanovic-boundary: with the moving boundary of the paper's section IV, which says that it moves with the history of allocations, not
 * how.  Here it is the lowest group that any large job holds a node of, preplaced jobs included; without one, all groups are before it.
 * Small is what could fit a group; the text leaves a job of just a group's size open. */
#include "alloc/pick.h"
#include "alloc/policy.h"
#include "alloc/shapes/domains.h"

/* The memory: by group, the nodes that large jobs hold. */
static size_t
memory(const machine *m)
{
	return machine_level(m, "group")->domains * sizeof(uint32_t);
}

/* The lowest idle nodes but the n in out, which follow one another among the idle ones, replace them in turn, as far as there are such. */
static void
overwrite(const occupancy *o, uint32_t n, uint32_t *out)
{
	uint32_t low = out[0], high = out[n - 1];

	for (uint32_t v = 0, i = 0; v < o->machine->nodes && i < n; v++)
		if (!o->busy[v] && (v < low || v > high))
			out[i++] = v;
}

/* The first group of the second partition; without a boundary there is none. */
static uint32_t
boundary(const level *groups, const uint32_t *large)
{
	uint32_t d = 0;

	while (d < groups->domains && (!large || large[d] == 0))
		d++;
	return d;
}

extern const policy policy_jokanovic_as_published;

static bool
choose(const occupancy *o, const request *q, selection *out)
{
	const level *groups = machine_level(o->machine, "group");
	uint32_t fit = NONE;

	if (q->nodes > largest_domain(groups))
		pick_highest(o, q->nodes, out->node);
	else if ((fit = first_fit(o, groups, boundary(groups, q->policy->memory ? o->memory : NULL), q->nodes)) == NONE)
		pick_lowest(o, q->nodes, out->node);
	else
		pick_whole(o, groups, &fit, q->nodes, out->node);
	if (q->policy == &policy_jokanovic_as_published && fit != NONE)
		overwrite(o, q->nodes, out->node);
	return true;
}

static void
track(const occupancy *o, const request *q, const uint32_t *node, bool arrives)
{
	const level *groups = machine_level(o->machine, "group");
	uint32_t *large = o->memory;

	for (uint32_t i = 0; q->nodes > largest_domain(groups) && i < q->nodes; i++)
		large[groups->of[node[i]]] += arrives ? 1 : UINT32_MAX;
}

const policy policy_jokanovic = {
	.name = "jokanovic", .about = "small jobs in the first group with room, large ones from the end", .level = "group",
	.choose = choose,
};

const policy policy_jokanovic_as_published = {
	.name = "jokanovic-as-published", .about = "jokanovic, as its authors' program has it: small jobs beside the group found",
	.level = "group", .choose = choose,
};

const policy policy_jokanovic_boundary = {
	.name = "jokanovic-boundary", .about = "jokanovic, small jobs kept out of the groups that large ones hold", .level = "group",
	.memory = memory, .choose = choose, .track = track,
};
