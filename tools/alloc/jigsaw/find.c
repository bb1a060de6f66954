/* find -- see partition.h: where a job finds nodes and links.
 *
 * First in one leaf, that with the fewest idle nodes that are enough.  Then in one pod: with as many nodes a leaf as can be, in the pod
 * with the fewest idle nodes that are enough, on its leaves with the fewest.  Then in several: with as many leaves a pod as can be, in the
 * pods with the fewest whole leaves.  Leaves, or pods, are tried in that order, one with the next, as long as they have enough links in
 * common; a job for which nothing is found in TRIES tries must wait. */
#include <stdlib.h>
#include <string.h>

#include "alloc/jigsaw/partition.h"
#include "alloc/pick.h"
#include "alloc/shapes/domains.h"
#include "lib/cli/cli.h"

enum { TRIES = 20000 };

typedef struct partition_search {
	const jigsaw_links *links;
	const uint32_t *idle;	/* [leaves] */
	uint32_t leaf_nodes;
	uint32_t *whole;	/* [pods]: leaves that are idle as a whole, with all their links */
	uint32_t *take;
	jigsaw_links own;
	uint32_t *item;		/* leaves, or pods, that are tried */
	uint32_t items;
	uint32_t part, leaves;	/* in a pod: nodes a leaf, and how many leaves; in several: leaves a pod, and how many pods */
	uint32_t less, rest;	/* leaves and nodes of the smaller pod, nodes of the smaller leaf */
	int tries;
} partition_search;

static bool
is_whole_leaf(const partition_search *s, uint32_t leaf)
{
	return s->idle[leaf] == s->leaf_nodes && links_count(s->links->leaf[leaf]) == s->links->ports;
}

/* The smaller leaf of the leaves `from` to `to`-1, one that gives nothing yet; then all is there. */
static bool
add_rest(partition_search *s, uint32_t from, uint32_t to)
{
	if (s->rest == 0)
		return jigsaw_assign(s->links, s->take, s->leaf_nodes, &s->own);
	for (uint32_t size = s->rest; size <= s->leaf_nodes; size++)
		for (uint32_t i = from; i < to; i++) {
			if (s->take[i] || s->idle[i] != size || links_count(s->links->leaf[i]) < s->rest)
				continue;
			s->take[i] = s->rest;
			if (jigsaw_assign(s->links, s->take, s->leaf_nodes, &s->own))
				return true;
			s->take[i] = 0;
		}
	return false;
}

/* `left` leaves more, of those from item `at` on, that have these links in common with those before. */
static bool
add_leaves(partition_search *s, uint32_t at, uint32_t left, uint64_t common)
{
	uint32_t pod = s->item[0] / s->links->pod_leaves;

	if (left == 0)
		return add_rest(s, pod * s->links->pod_leaves, (pod + 1) * s->links->pod_leaves);
	for (; at + left <= s->items && s->tries > 0; at++) {
		uint32_t leaf = s->item[at];
		uint64_t both = common & s->links->leaf[leaf];

		s->tries--;
		if (links_count(both) < s->part)
			continue;
		s->take[leaf] = s->part;
		if (add_leaves(s, at + 1, left - 1, both))
			return true;
		s->take[leaf] = 0;
	}
	return false;
}

static bool
find_in_pod(partition_search *s, uint32_t pod)
{
	uint32_t first = pod * s->links->pod_leaves;

	s->items = 0;
	for (uint32_t i = first; i < first + s->links->pod_leaves; i++)
		if (s->idle[i] >= s->part)
			s->item[s->items++] = i;
	if (s->items < s->leaves)
		return false;
	sort_by_key(s->idle, s->item, s->items, false);
	return add_leaves(s, 0, s->leaves, UINT64_MAX);
}

static bool
find_in_pods(partition_search *s, const uint32_t *pod_idle, uint32_t need)
{
	uint32_t *pod = xalloc(s->links->pods, sizeof *pod), pods = 0;
	bool found = false;

	for (uint32_t p = 0; p < s->links->pods; p++)
		if (pod_idle[p] >= need)
			pod[pods++] = p;
	sort_by_key(pod_idle, pod, pods, false);
	for (s->part = need < s->leaf_nodes ? need : s->leaf_nodes; s->part > 0 && pods > 0 && !found; s->part--) {
		s->leaves = need / s->part;
		s->rest = need % s->part;
		if (s->leaves + (s->rest > 0) > s->links->pod_leaves)
			break;
		for (uint32_t i = 0; i < pods && !found; i++)
			found = find_in_pod(s, pod[i]);
	}
	free(pod);
	return found;
}

/* So many whole leaves of a pod; or none again. */
static void
take_whole(partition_search *s, uint32_t pod, uint32_t n)
{
	uint32_t first = pod * s->links->pod_leaves;

	for (uint32_t i = first; i < first + s->links->pod_leaves; i++) {
		bool gives = n > 0 && is_whole_leaf(s, i);

		s->take[i] = gives ? s->leaf_nodes : 0;
		n -= gives;
	}
}

/* The smaller pod. */
static bool
add_less(partition_search *s)
{
	if (s->less == 0 && s->rest == 0)
		return add_rest(s, 0, 0);
	for (uint32_t i = 0; i < s->links->pods && s->tries > 0; i++) {
		uint32_t first = i * s->links->pod_leaves;
		bool used = false;

		s->tries--;
		for (uint32_t k = first; k < first + s->links->pod_leaves; k++)
			used = used || s->take[k];
		if (used || s->whole[i] < s->less)
			continue;
		take_whole(s, i, s->less);
		if (add_rest(s, first, first + s->links->pod_leaves))
			return true;
		take_whole(s, i, 0);
	}
	return false;
}

/* `left` pods more, of those from item `at` on, whose switches have these links in common with those before. */
static bool
add_pods(partition_search *s, uint32_t at, uint32_t left, const uint64_t *common)
{
	uint64_t both[JIGSAW_PORTS];
	uint32_t ports = s->links->ports;

	if (left == 0)
		return add_less(s);
	for (; at + left <= s->items && s->tries > 0; at++) {
		uint32_t pod = s->item[at];
		bool enough = true;

		s->tries--;
		for (uint32_t i = 0; i < ports && enough; i++) {
			both[i] = common[i] & s->links->pod[(size_t)pod * ports + i];
			enough = links_count(both[i]) >= s->part;
		}
		if (!enough)
			continue;
		take_whole(s, pod, s->part);
		if (add_pods(s, at + 1, left - 1, both))
			return true;
		take_whole(s, pod, 0);
	}
	return false;
}

/* In several pods. */
static bool
find_across(partition_search *s, uint32_t need)
{
	uint64_t all[JIGSAW_PORTS];

	memset(all, 0xff, sizeof all);
	for (s->part = s->links->pod_leaves; s->part > 0 && s->tries > 0; s->part--) {
		uint32_t each = s->part * s->leaf_nodes;

		s->leaves = need / each;
		s->less = need % each / s->leaf_nodes;
		s->rest = need % s->leaf_nodes;
		if (s->leaves == 0)
			continue;
		if (s->leaves + (need % each > 0) > s->links->pods)
			return false;
		s->items = 0;
		for (uint32_t p = 0; p < s->links->pods; p++)
			if (s->whole[p] >= s->part)
				s->item[s->items++] = p;
		sort_by_key(s->whole, s->item, s->items, false);
		if (s->items >= s->leaves && add_pods(s, 0, s->leaves, all))
			return true;
	}
	return false;
}

bool
jigsaw_find(const occupancy *o, const jigsaw_links *available, uint32_t need, uint32_t *take)
{
	const level *leaves = &o->machine->level[0];
	uint32_t leaf = best_fit(o, leaves, need), *pod_idle;
	partition_search s = { .links = available, .idle = occupancy_idle(o, leaves), .leaf_nodes = leaves->first[1], .take = take,
		.tries = TRIES };
	bool found;

	if (leaf != NONE) {
		take[leaf] = need;
		return true;
	}
	s.own = jigsaw_links_of(o->machine);
	s.whole = xcalloc(available->pods, sizeof *s.whole);
	s.item = xalloc(available->leaves, sizeof *s.item);
	pod_idle = xcalloc(available->pods, sizeof *pod_idle);
	for (uint32_t i = 0; i < available->leaves; i++) {
		s.whole[i / available->pod_leaves] += is_whole_leaf(&s, i);
		pod_idle[i / available->pod_leaves] += s.idle[i];
	}
	found = find_in_pods(&s, pod_idle, need) || (available->pods > 1 && find_across(&s, need));
	free_all(s.own.leaf, s.whole, s.item, pod_idle);
	return found;
}
