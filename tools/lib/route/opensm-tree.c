#include "lib/route/opensm-tree.h"

#include <stdlib.h>
#include <string.h>

#include "lib/machine/graph-search.h"

static bool
to_switch(const machine *m, uint32_t link)
{
	return m->class[link] != CLASS_NODE && m->to[link] != NONE;
}

/* rank[] by distance from the switches that have 0 already; the largest. */
static uint32_t
spread_ranks(switch_tree *t, uint32_t *queue)
{
	uint32_t tail = 0;

	for (uint32_t i = 0; i < t->f->switches; i++)
		if (t->rank[t->f->order[i]] == 0)
			queue[tail++] = t->f->order[i];
	tail = graph_spread(t->f->machine, t->rank, queue, tail);
	return tail ? t->rank[queue[tail - 1]] : 0;
}

static void
find_ranks(switch_tree *t)
{
	const opensm_fabric *f = t->f;
	uint32_t routers = f->machine->routers, *queue = xalloc(routers, sizeof *queue), most;

	for (uint32_t r = 0; r < routers; r++)
		t->rank[r] = f->adapters[r] ? 0 : NONE;
	most = spread_ranks(t, queue);
	for (uint32_t r = 0; r < routers; r++)
		t->rank[r] = f->part[r] && t->rank[r] == most ? 0 : NONE;
	t->leaf_rank = spread_ranks(t, queue);
	free(queue);
}

/* The groups of r that lead up, or those that lead down, in the order of their first ports; false: a link leads to a switch of the same
 * rank. */
static bool
add_groups(switch_tree *t, uint32_t r, bool up, uint32_t *groups, uint32_t *links)
{
	const machine *m = t->f->machine;
	uint32_t begin = *groups;

	for (uint32_t l = m->first[r]; l < m->first[r + 1]; l++) {
		uint32_t to = m->to[l], k = begin;

		if (!to_switch(m, l))
			continue;
		if (t->rank[to] == t->rank[r])
			return false;
		while (k < *groups && t->groups[k].to != to)
			k++;
		if (up != (t->rank[to] < t->rank[r]) || k < *groups)
			continue;
		t->groups[*groups] = (link_group){ .to = to, .first = *links };
		for (uint32_t other = l; other < m->first[r + 1]; other++)
			if (to_switch(m, other) && m->to[other] == to)
				t->link[(*links)++] = other;
		t->groups[*groups].links = *links - t->groups[*groups].first;
		++*groups;
	}
	return true;
}

static bool
find_groups(switch_tree *t)
{
	uint32_t groups = 0, links = 0;

	for (uint32_t i = 0; i < t->f->switches; i++) {
		uint32_t r = t->f->order[i];

		t->up[r] = groups;
		if (!add_groups(t, r, true, &groups, &links))
			return false;
		t->down[r] = groups;
		add_groups(t, r, false, &groups, &links);
		t->end[r] = groups;
	}
	return true;
}

switch_tree *
tree_new(opensm_fabric *f)
{
	const machine *m = f->machine;
	switch_tree *t = xcalloc(1, sizeof *t);

	t->f = f;
	t->rank = xalloc(m->routers, sizeof *t->rank);
	t->index = xalloc(m->routers, sizeof *t->index);
	t->groups = xalloc(m->router_links, sizeof *t->groups);
	t->link = xalloc(m->router_links, sizeof *t->link);
	t->count = xcalloc(m->router_links, sizeof *t->count);
	t->up = xalloc(m->routers, sizeof *t->up);
	t->down = xalloc(m->routers, sizeof *t->down);
	t->end = xalloc(m->routers, sizeof *t->end);
	t->leaf = xalloc(m->routers, sizeof *t->leaf);
	t->hops = xalloc(m->routers, 1);
	find_ranks(t);
	return t;
}

void
tree_free(switch_tree *t)
{
	free_all(t->rank, t->index, t->groups, t->link, t->count, t->up, t->down, t->end, t->leaf, t->hops, t);
}

void
tree_sort(const switch_tree *t, uint32_t begin, uint32_t end)
{
	link_group *g = t->groups;

	for (uint32_t i = begin + 1; i < end; i++) {
		link_group moved = g[i];
		uint32_t k = i;

		for (; k > begin && (g[k - 1].count > moved.count ||
			(g[k - 1].count == moved.count && memcmp(t->index[g[k - 1].to], t->index[moved.to], TREE_RANKS) > 0)); k--)
			g[k] = g[k - 1];
		g[k] = moved;
	}
}

/* The index of `to`, come to from r: digit `digit` is the least that is free.  False: none is. */
static bool
take_index(switch_tree *t, uint32_t r, uint32_t to, uint32_t digit)
{
	uint8_t taken[256] = { 0 }, index[TREE_RANKS];
	uint32_t least = 0;

	memcpy(index, t->index[r], TREE_RANKS);
	index[0] = (uint8_t)t->rank[to];
	for (uint32_t i = 0; i < t->f->switches; i++) {
		const uint8_t *other = t->index[t->f->order[i]];

		if (memcmp(other, index, digit) == 0 && memcmp(other + digit + 1, index + digit + 1, TREE_RANKS - digit - 1) == 0)
			taken[other[digit]] = 1;
	}
	while (least < 255 && taken[least])
		least++;
	index[digit] = (uint8_t)least;
	memcpy(t->index[to], index, TREE_RANKS);
	return least < 255;
}

/* Index what the groups from `begin` to `end` of r lead to. */
static bool
index_groups(switch_tree *t, uint32_t r, uint32_t begin, uint32_t end, uint32_t *queue, uint32_t *tail)
{
	for (uint32_t k = begin; k < end; k++) {
		uint32_t to = t->groups[k].to;

		if (t->index[to][0] != TREE_NO_INDEX)
			continue;
		if (!take_index(t, r, to, t->rank[to] > t->rank[r] ? t->rank[to] : t->rank[r]))
			return false;
		queue[(*tail)++] = to;
	}
	return true;
}

/* The index of all switches; false: some switch has more than 255 in one direction. */
static bool
find_index(switch_tree *t)
{
	const opensm_fabric *f = t->f;
	uint32_t *queue = xalloc(f->machine->routers, sizeof *queue), tail = 0;
	bool good = true;

	memset(t->index, TREE_NO_INDEX, f->machine->routers * sizeof *t->index);
	while (!f->adapters[f->order[tail]])
		tail++;
	queue[0] = f->order[tail];
	tail = 1;
	memset(t->index[queue[0]], 0, t->leaf_rank + 1);
	t->index[queue[0]][0] = (uint8_t)t->rank[queue[0]];
	for (uint32_t head = 0; head < tail && good; head++) {
		uint32_t r = queue[head];

		good = index_groups(t, r, t->down[r], t->end[r], queue, &tail) && index_groups(t, r, t->up[r], t->down[r], queue, &tail);
	}
	free(queue);
	return good;
}

/* Switches of the rank of leaves by index, from the first that has adapters to the last. */
static void
find_leaves(switch_tree *t)
{
	const opensm_fabric *f = t->f;
	uint32_t first = 0;

	for (uint32_t i = 0; i < f->switches; i++) {
		uint32_t r = f->order[i], k = t->leaves;

		if (t->rank[r] != t->leaf_rank)
			continue;
		for (; k > 0 && memcmp(t->index[t->leaf[k - 1]], t->index[r], TREE_RANKS) > 0; k--)
			t->leaf[k] = t->leaf[k - 1];
		t->leaf[k] = r;
		t->leaves++;
	}
	while (t->leaves > 0 && !f->adapters[t->leaf[t->leaves - 1]])
		t->leaves--;
	while (first < t->leaves && !f->adapters[t->leaf[first]])
		first++;
	t->leaves -= first;
	memmove(t->leaf, t->leaf + first, t->leaves * sizeof *t->leaf);
}

/* How the groups up, or down, of switch r differ from those of `model`: in number, or in links from its first one. */
static const char *
groups_differ(const switch_tree *t, uint32_t r, uint32_t model, bool up)
{
	uint32_t begin = up ? t->up[r] : t->down[r], end = up ? t->down[r] : t->end[r];
	uint32_t from = up ? t->up[model] : t->down[model], to = up ? t->down[model] : t->end[model];
	const char *way = up ? "up" : "down";

	if (end - begin != to - from)
		return xprintf("routers %u and %u, as far from the leaves, have %u and %u switches %s", model, r, to - from, end - begin, way);
	for (uint32_t k = begin; k < end; k++)
		if (t->groups[up ? k : begin].links != t->groups[from].links)	/* of those down OpenSM looks at the first alone */
			return xprintf("routers %u and %u, as far from the leaves, have %u and %u links to a switch %s", model, r,
				t->groups[from].links, t->groups[up ? k : begin].links, way);
	return NULL;
}

/* Switches of one rank must be like the first of them. */
static const char *
ranks_differ(switch_tree *t)
{
	uint32_t model[TREE_RANKS];
	const char *wrong = NULL;

	memset(model, 0xff, sizeof model);
	for (uint32_t i = 0; i < t->f->switches; i++) {
		tree_sort(t, t->up[t->f->order[i]], t->down[t->f->order[i]]);
		tree_sort(t, t->down[t->f->order[i]], t->end[t->f->order[i]]);
	}
	for (uint32_t i = 0; i < t->f->switches && !wrong; i++) {
		uint32_t r = t->f->order[i], rank = t->rank[r];

		if (model[rank] == NONE) {
			model[rank] = r;
			continue;
		}
		wrong = groups_differ(t, r, model[rank], true);
		if (!wrong && rank != t->leaf_rank)
			wrong = groups_differ(t, r, model[rank], false);
	}
	return wrong;
}

/* Mark r, what is below it, and where `up` what can be come to after a way up. */
static void
mark(const switch_tree *t, uint32_t r, bool up, uint8_t *seen)
{
	uint8_t bit = up ? 3 : 1;

	if ((seen[r] & bit) == bit)
		return;
	seen[r] |= bit;
	for (uint32_t k = t->down[r]; k < t->end[r]; k++)
		mark(t, t->groups[k].to, false, seen);
	for (uint32_t k = t->up[r]; up && k < t->down[r]; k++)
		mark(t, t->groups[k].to, true, seen);
}

/* Two leaves without a way up and then down. */
static const char *
leaves_apart(const switch_tree *t)
{
	uint8_t *seen = xalloc(t->f->machine->routers, 1);
	const char *wrong = NULL;

	for (uint32_t i = 0; i < t->leaves && !wrong; i++) {
		memset(seen, 0, t->f->machine->routers);
		mark(t, t->leaf[i], true, seen);
		for (uint32_t k = 0; k < t->leaves && !wrong; k++)
			if (!seen[t->leaf[k]])
				wrong = xprintf("no way leads from router %u up and then down to router %u", t->leaf[i], t->leaf[k]);
	}
	free(seen);
	return wrong;
}

const char *
tree_build(switch_tree *t)
{
	const opensm_fabric *f = t->f;
	const char *wrong;

	if (t->leaf_rank < 1 || t->leaf_rank >= TREE_RANKS)
		return xprintf("a tree has 2 to %d levels of switches, not %u", TREE_RANKS, t->leaf_rank + 1);
	for (uint32_t r = 0; r < f->machine->routers; r++)
		if (f->adapters[r] && t->rank[r] != t->leaf_rank)
			return xprintf("router %u has nodes, but is not as far from the top as others", r);
	if (!find_groups(t))
		return "two routers as far from the nodes are linked";
	if (!find_index(t))
		return "a router has more than 255 switches in one direction";
	find_leaves(t);
	if (t->leaves < 2)
		return "a single router has nodes";
	wrong = ranks_differ(t);
	return wrong ? wrong : leaves_apart(t);
}

const char *
opensm_no_ftree(const machine *m)
{
	const char *wrong = opensm_unaddressed(m);
	opensm_fabric *f;
	switch_tree *t;

	if (wrong)
		return wrong;
	f = opensm_fabric_new(m);
	t = tree_new(f);
	wrong = tree_build(t);
	tree_free(t);
	opensm_fabric_free(f);
	return wrong;
}
