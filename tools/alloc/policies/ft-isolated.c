/* ft-isolated -- jobs on a fat-tree that share no link, by the four conditions of Jain, Bhatele, Ni, Gamblin and Kale, "Partitioning
 * low-diameter networks to eliminate inter-job interference", IPDPS 2017, IV-B.2: i one leaf; ii all nodes of leaves of one pod; iii nodes
 * in several pods whose other nodes belong to jobs of i or ii; iv all nodes of pods.  hopline-policies(7) says which of them serves a job.
 *
 * Up from a leaf then go only packets of the one job on it that is not all on it, and up from a pod those of the one job that is not all
 * in it.  A tree of two heights, or one, is one pod. */
#include <inttypes.h>
#include <stdlib.h>

#include "alloc/pick.h"
#include "alloc/policy.h"
#include "alloc/shapes/domains.h"
#include "lib/cli/cli.h"
#include "lib/machine/kinds/fattree.h"

static char *
check(const machine *m, const char *argument)
{
	const fattree *t = m->shape;

	(void)argument;
	if (t->height <= 3)
		return NULL;
	return xprintf("is defined for fat-trees of at most 3 heights of switches, and '%s' has %" PRIu32, m->spec, t->height);
}

/* The memory: by pod, the nodes there of jobs that have nodes elsewhere too. */
static size_t
memory(const machine *m)
{
	const level *pods = machine_level(m, "pod");

	return pods ? pods->domains * sizeof(uint32_t) : 0;
}

/* The pod of a node; 0 where the machine is one. */
static uint32_t
pod_of(const level *pods, uint32_t node)
{
	return pods ? pods->of[node] : 0;
}

/* Condition ii: whole leaves of a pod. */
static bool
choose_leaves(const occupancy *o, const level *pods, uint32_t need, uint32_t *out)
{
	const level *leaves = &o->machine->level[0];
	uint32_t count = pods ? pods->domains : 1, best = NONE, whole = 0;
	uint32_t *idle = xcalloc(count, sizeof *idle), *leaf = xalloc(leaves->domains, sizeof *leaf);

	for (uint32_t d = 0; d < leaves->domains; d++)
		if (is_whole(o, leaves, d))
			idle[pod_of(pods, leaves->member[leaves->first[d]])] += occupancy_idle(o, leaves)[d];
	for (uint32_t pod = 0; pod < count; pod++)
		if (idle[pod] >= need && (best == NONE || idle[pod] < idle[best]))
			best = pod;
	for (uint32_t d = 0; d < leaves->domains && best != NONE; d++)
		if (is_whole(o, leaves, d) && pod_of(pods, leaves->member[leaves->first[d]]) == best)
			leaf[whole++] = d;
	if (best != NONE)
		pick_whole(o, leaves, leaf, need, out);
	free_all(idle, leaf);
	return best != NONE;
}

/* Conditions iii and iv: several pods.  `outward` is the memory. */
static bool
choose_pods(const occupancy *o, const level *pods, const uint32_t *outward, uint32_t need, uint32_t *out)
{
	const uint32_t *idle = occupancy_idle(o, pods);
	uint32_t *pod = xalloc(pods->domains, sizeof *pod), count = 0, left = need;

	for (uint32_t d = 0; d < pods->domains; d++)
		if (!outward[d] && idle[d] > 0)
			pod[count++] = d;
	sort_by_key(idle, pod, count, false);
	while (count > 0 && left > 0) {
		uint32_t at = 0, most = idle[pod[count - 1]], want = most < left ? most : left;

		while (idle[pod[at]] < want)	/* the fewest that are enough, else the lowest of those with the most */
			at++;
		left -= occupancy_domain(o, pods, pod[at], out + (need - left), left);
		count--;
		for (; at < count; at++)
			pod[at] = pod[at + 1];
	}
	free(pod);
	return left == 0;
}

static bool
choose(const occupancy *o, const request *q, selection *out)
{
	const level *leaves = &o->machine->level[0], *pods = machine_level(o->machine, "pod");
	uint32_t leaf = best_fit(o, leaves, q->nodes);

	if (leaf != NONE) {
		pick_whole(o, leaves, &leaf, q->nodes, out->node);
		return true;
	}
	if (choose_leaves(o, pods, q->nodes, out->node))
		return true;
	if (!pods || q->nodes <= most_available(o, pods)) {
		out->why = pods ? "no leaf has enough idle nodes, and no pod on leaves without another job" :
			"no leaf has enough idle nodes, nor have all leaves without another job";
		return false;
	}
	out->why = "more than a pod has, and more than is idle in pods without a job that has nodes elsewhere";
	return choose_pods(o, pods, o->memory, q->nodes, out->node);
}

/* Is the whole job on one leaf, in one pod? */
static bool
all_in_one(const level *l, const uint32_t *node, uint32_t n)
{
	for (uint32_t i = 1; i < n; i++)
		if (l->of[node[i]] != l->of[node[0]])
			return false;
	return true;
}

static uint32_t
reserves(const occupancy *o, const request *q, const uint32_t *node, uint32_t *out)
{
	const level *leaves = &o->machine->level[0], *pods = machine_level(o->machine, "pod");

	if (all_in_one(leaves, node, q->nodes) || (pods && !all_in_one(pods, node, q->nodes)))
		return 0;
	return reserve_domains(o, leaves, node, q->nodes, out);
}

static void
track(const occupancy *o, const request *q, const uint32_t *node, bool arrives)
{
	const level *pods = machine_level(o->machine, "pod");
	uint32_t *outward = o->memory;

	if (pods && !all_in_one(pods, node, q->nodes))
		for (uint32_t i = 0; i < q->nodes; i++)
			outward[pods->of[node[i]]] += arrives ? 1 : UINT32_MAX;
}

const policy policy_ft_isolated = {
	.name = "ft-isolated",
	.about = "a leaf, whole leaves of a pod, or pods of a fat-tree for each job, which shares no link with another", .kind = "fattree",
	.memory = memory, .check = check, .choose = choose, .reserves = reserves, .whole = true, .refuses = true, .track = track,
};
