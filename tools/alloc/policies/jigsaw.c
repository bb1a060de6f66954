/* jigsaw -- each job in a part of a fat-tree with links of its own (Smith and Lowenthal, "Jigsaw: a high-utilization, interference-free
 * job scheduler for fat-tree clusters", HPDC 2021): what parts there are says alloc/jigsaw/partition.h.  Links of one leaf, or switch, may
 * belong to several jobs; so, unlike ft-isolated's, parts need not be whole leaves or pods, and little stays idle.
 *
 * The memory is who has a link: 0, or one more than the first node of its job.  Its links follow from a job's nodes and the links that
 * were free when it came.  A job that came with nodes that are no such part has all links that were free where it may need some. */
#include <inttypes.h>

#include "alloc/jigsaw/partition.h"
#include "alloc/policy.h"
#include "lib/cli/cli.h"
#include "lib/machine/kinds/fattree.h"

static char *
check(const machine *m, const char *argument)
{
	const fattree *t = m->shape;

	(void)argument;
	if (t->height > 3)
		return xprintf("is defined for fat-trees of at most 3 heights of switches, and '%s' has %" PRIu32, m->spec, t->height);
	for (uint32_t i = 1; i < t->height; i++)
		if (t->up[i] != t->down[i] || t->up[i] > JIGSAW_PORTS)
			return xprintf("wants switches with as many links up as down, at most %d, and those of '%s' have %" PRIu32 " and %" PRIu32, JIGSAW_PORTS,
				m->spec, t->up[i], t->down[i]);
	return NULL;
}

/* Owners of the links of leaves, then of those above; how many. */
static size_t
links(const machine *m)
{
	const fattree *t = m->shape;
	size_t leaves = m->level[0].domains, up = t->height > 1 ? t->up[1] : 0, pods = t->height > 2 ? leaves / t->down[2] : 0;

	return leaves * up + (t->height > 2 ? pods * up * t->up[2] : 0);
}

static size_t
memory(const machine *m)
{
	return links(m) * sizeof(uint32_t);
}

/* The links that no job has. */
static jigsaw_links
read_free(const occupancy *o)
{
	jigsaw_links l = jigsaw_links_of(o->machine);
	const uint32_t *owner = o->memory;

	for (uint32_t i = 0; i < l.sets; i++)
		for (uint32_t k = 0; k < links_up(&l, i); k++)
			l.leaf[i] |= (uint64_t)(*owner++ == 0) << k;
	return l;
}

static void
write_owner(const occupancy *o, const jigsaw_links *own, uint32_t job)
{
	uint32_t *owner = o->memory;

	for (uint32_t i = 0; i < own->sets; i++)
		for (uint32_t k = 0; k < links_up(own, i); k++, owner++)
			if (own->leaf[i] >> k & 1)
				*owner = job;
}

/* All free links of the leaves and pods of a job that is no part. */
static void
take_all(const jigsaw_links *available, const uint32_t *take, jigsaw_links *own)
{
	uint32_t last = NONE, first = NONE;

	for (uint32_t i = 0; i < own->leaves; i++)
		if (take[i]) {
			own->leaf[i] = available->leaf[i];
			last = i / own->pod_leaves;
			first = first == NONE ? last : first;
		}
	for (uint32_t i = 0; i < own->pods * own->ports; i++)
		own->pod[i] = 0;
	for (uint32_t i = 0; i < own->leaves && first != last; i++)
		for (uint32_t k = 0; k < own->ports && take[i]; k++) {
			size_t at = (size_t)(i / own->pod_leaves) * own->ports + k;

			own->pod[at] = available->pod[at];
		}
}

static bool
choose(const occupancy *o, const request *q, selection *out)
{
	const level *leaves = &o->machine->level[0];
	uint32_t *take = xcalloc(leaves->domains, sizeof *take), n = 0;
	jigsaw_links l = read_free(o);
	bool found = jigsaw_find(o, &l, q->nodes, take);

	for (uint32_t i = 0; i < leaves->domains && found; i++)
		n += occupancy_domain(o, leaves, i, out->node + n, take[i]);
	out->why = "no part of the tree has enough idle nodes with links of their own";
	free_all(l.leaf, take);
	return found;
}

static void
arrive(const occupancy *o, const request *q, const uint32_t *node)
{
	const level *leaves = &o->machine->level[0];
	uint32_t *take = xcalloc(leaves->domains, sizeof *take);
	jigsaw_links l = read_free(o), own = jigsaw_links_of(o->machine);

	for (uint32_t i = 0; i < q->nodes; i++)
		take[leaves->of[node[i]]]++;
	if (!jigsaw_assign(&l, take, leaves->first[1], &own))
		take_all(&l, take, &own);
	write_owner(o, &own, node[0] + 1);
	free_all(l.leaf, own.leaf, take);
}

static void
track(const occupancy *o, const request *q, const uint32_t *node, bool arrives)
{
	uint32_t *owner = o->memory;

	if (arrives) {
		arrive(o, q, node);
		return;
	}
	for (size_t i = links(o->machine); i-- > 0;)
		if (owner[i] == node[0] + 1)
			owner[i] = 0;
}

const policy policy_jigsaw = {
	.name = "jigsaw", .about = "a part of a fat-tree with links of its own for each job", .kind = "fattree", .memory = memory,
	.check = check, .choose = choose, .track = track, .refuses = true, .whole = true, .demands = (const char *const[]){ NULL },
};
