/* opensm-ftree -- the tables of OpenSM's engine ftree (osm_ucast_ftree.c of 3.3.23; Zahavi, Johnson, Kerbyson and Lang, "Optimized
 * InfiniBand fat-tree routing for shift all-to-all communication patterns", Concurrency and Computation 22, 2010).
 *
 * Ranks: switches with adapters are leaves, the farthest from them roots, of rank 0; the rank of the others is their distance from a
 * root.  Each switch gets an index: the rank, then a digit a rank.  From the first leaf on, breadth first, down and then up, a
 * switch takes the index of the one that it is come to from, with the digit of the rank between the two the least that is free.
 * Links between the same two switches are a group.
 *
 * Leaves come by index, their adapters by port; each adapter's tree of ways is laid
 * upwards from its leaf: by the group up that has the fewest adapters so far (ties go to the least index), by its port that has the fewest;
 * the switch above then sends down by that cable.  There the same goes on.  The other groups up get ways too, but are not counted.  At each
 * switch so reached ways go down as well, to all switches that have none yet, or a longer one: by the groups in the order of how often they
 * had been taken, then of index, and by their least taken port; a taking counts where a leaf with adapters comes below.  A leaf with fewer
 * adapters than others lays ways for the missing ones too, which are forgotten but for what they count. */
#include <stdlib.h>
#include <string.h>

#include "lib/machine/graph-search.h"
#include "lib/route/opensm.h"

enum { TREE_RANKS = 8, TREE_NO_INDEX = 255, NO_HOPS = 255 };

/* The links of a switch to another one. */
typedef struct link_group {
	uint32_t to, count;	/* switch; ways that go by it */
	uint32_t first, links;	/* in tree.link */
} link_group;

typedef struct switch_tree {
	opensm_fabric *f;
	uint32_t *rank;		/* [routers] */
	uint32_t leaf_rank;
	uint8_t (*index)[TREE_RANKS];	/* [routers] */
	link_group *groups;		/* of each router those up, then those down */
	uint32_t *up, *down, *end;	/* [routers] where they begin and end */
	uint32_t *link, *count;	/* by group; ways by each */
	uint32_t *leaf, leaves;	/* by index */
	uint8_t *hops;		/* [routers] of the way to the target so far */
	uint8_t *port;		/* [routers] of the target, as opensm_fabric.port */
} switch_tree;

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

/* The groups of r that lead up, or those that lead down, in the order of their first ports; false: a link leads to a switch of the same
 * rank. */
static bool
add_groups(switch_tree *t, uint32_t r, bool up, uint32_t *groups, uint32_t *links)
{
	const machine *m = t->f->machine;
	uint32_t begin = *groups;

	for (uint32_t l = m->first[r]; l < m->first[r + 1]; l++) {
		uint32_t to = m->to[l], k = begin;

		if (!is_cable(m, l))
			continue;
		if (t->rank[to] == t->rank[r])
			return false;
		while (k < *groups && t->groups[k].to != to)
			k++;
		if (up != (t->rank[to] < t->rank[r]) || k < *groups)
			continue;
		t->groups[*groups] = (link_group){ .to = to, .first = *links };
		for (uint32_t other = l; other < m->first[r + 1]; other++)
			if (is_cable(m, other) && m->to[other] == to)
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

/* The tree of a fabric, with its ranks alone. */
static switch_tree *
tree_new(opensm_fabric *f)
{
	const machine *m = f->machine;
	switch_tree *t = xcalloc(1, sizeof *t);
	uint32_t *queue = xalloc(m->routers, sizeof *queue), most;

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
	for (uint32_t r = 0; r < m->routers; r++)
		t->rank[r] = f->adapters[r] ? 0 : NONE;
	most = spread_ranks(t, queue);
	for (uint32_t r = 0; r < m->routers; r++)
		t->rank[r] = f->part[r] && t->rank[r] == most ? 0 : NONE;
	t->leaf_rank = spread_ranks(t, queue);
	free(queue);
	return t;
}

/* Sort the groups from `begin` to before `end` by count, then by index: groups that only lately gained a count, so nearly in order. */
static void
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

static int
by_index(const void *a, const void *b, void *of)
{
	const switch_tree *t = of;

	return memcmp(t->index[*(const uint32_t *)a], t->index[*(const uint32_t *)b], TREE_RANKS);
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
		uint32_t r = t->f->order[i], *like = &model[t->rank[r]];

		*like = *like == NONE ? r : *like;
		wrong = groups_differ(t, r, *like, true);
		if (!wrong && t->rank[r] != t->leaf_rank)
			wrong = groups_differ(t, r, *like, false);
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

/* Complete it, or say why it is none; the text lives to the end of the tool. */
static const char *
tree_build(switch_tree *t)
{
	const opensm_fabric *f = t->f;
	const char *wrong;
	uint32_t first = 0;

	if (t->leaf_rank < 1 || t->leaf_rank >= TREE_RANKS)
		return xprintf("a tree has 2 to %d levels of switches, not %u", TREE_RANKS, t->leaf_rank + 1);
	for (uint32_t r = 0; r < f->machine->routers; r++)
		if (f->adapters[r] && t->rank[r] != t->leaf_rank)
			return xprintf("router %u has nodes, but is not as far from the top as others", r);
	if (!find_groups(t))
		return "two routers as far from the nodes are linked";
	if (!find_index(t))
		return "a router has more than 255 switches in one direction";
	/* Switches of the rank of leaves by index, from the first that has adapters to the last. */
	for (uint32_t i = 0; i < f->switches; i++)
		if (t->rank[f->order[i]] == t->leaf_rank)
			t->leaf[t->leaves++] = f->order[i];
	qsort_r(t->leaf, t->leaves, sizeof *t->leaf, by_index, t);
	while (t->leaves > 0 && !f->adapters[t->leaf[t->leaves - 1]])
		t->leaves--;
	while (first < t->leaves && !f->adapters[t->leaf[first]])
		first++;
	t->leaves -= first;
	memmove(t->leaf, t->leaf + first, t->leaves * sizeof *t->leaf);
	if (t->leaves < 2)
		return "a single router has nodes";
	wrong = ranks_differ(t);
	return wrong ? wrong : leaves_apart(t);
}

const char *
opensm_no_ftree(const machine *m)
{
	const char *wrong = opensm_unaddressed(m);

	return wrong ? wrong : tree_build(tree_new(opensm_fabric_new(m)));
}

/* The link of group k that the fewest ways go by, the first of several. */
static uint32_t
least_link(const switch_tree *t, uint32_t k)
{
	const link_group *g = &t->groups[k];
	uint32_t best = g->first;

	for (uint32_t i = g->first + 1; i < g->first + g->links; i++)
		if (t->count[i] < t->count[best])
			best = i;
	return best;
}

/* The switch at the end of the link sends to the target over it. */
static void
send_back(switch_tree *t, uint32_t link, uint32_t hops)
{
	const machine *m = t->f->machine;
	uint32_t to = m->to[link];

	t->port[to] = (uint8_t)(m->reverse[link] - m->first[to]);
	t->hops[to] = (uint8_t)hops;
}

/* Ways from switches below r, `hops` from the target, but not by way of `from`; do they come to adapters? */
static bool
lay_down(switch_tree *t, uint32_t r, uint32_t from, uint32_t hops)
{
	bool used = t->f->adapters[r] > 0;

	tree_sort(t, t->down[r], t->end[r]);
	for (uint32_t k = t->down[r]; k < t->end[r]; k++) {
		uint32_t to = t->groups[k].to, link;

		if (to == from || hops + 1 >= t->hops[to])
			continue;
		link = least_link(t, k);
		send_back(t, t->link[link], hops + 1);
		if (lay_down(t, to, NONE, hops + 1)) {
			t->count[link]++;
			t->groups[k].count++;
			used = true;
		}
	}
	return used;
}

/* Ways from all switches below r, or above it and below those; those by the least taken group are counted where `counts`. */
static void
lay_up(switch_tree *t, uint32_t r, uint32_t from, bool counts, uint32_t hops)
{
	lay_down(t, r, from, hops);
	tree_sort(t, t->up[r], t->down[r]);
	for (uint32_t k = t->up[r]; k < t->down[r]; k++) {
		uint32_t to = t->groups[k].to, link = least_link(t, k);
		bool counted = counts && k == t->up[r];

		if (counted) {
			t->groups[k].count++;
			t->count[link]++;
		}
		if (hops + 1 < t->hops[to])
			send_back(t, t->link[link], hops + 1);
		else if (!counted)
			continue;
		lay_up(t, to, r, counted, hops + 1);
	}
}

/* All ways to the adapter at port `port` of a leaf. */
static void
lay_ways(switch_tree *t, uint32_t leaf, uint32_t port, uint8_t *ports)
{
	memset(t->hops, NO_HOPS, t->f->machine->routers);
	memset(ports, OPENSM_NO_WAY, t->f->machine->routers);
	t->port = ports;
	ports[leaf] = (uint8_t)port;
	t->hops[leaf] = 1;
	lay_up(t, leaf, NONE, true, 1);
}

void
opensm_ftree(opensm_fabric *f)
{
	const machine *m = f->machine;
	uint8_t *missing = xalloc(m->routers, 1);
	switch_tree *t = tree_new(f);
	const char *wrong = tree_build(t);
	uint32_t most;

	if (wrong)
		die(FAIL_DATA, "no fat-tree for OpenSM: %s", wrong);
	most = opensm_begin(f);
	for (uint32_t i = 0; i < t->leaves; i++) {
		uint32_t r = t->leaf[i];

		for (uint32_t l = m->first[r]; l < m->first[r + 1]; l++)
			if (m->class[l] == CLASS_NODE && opensm_link_up(f, l))
				lay_ways(t, r, l - m->first[r], f->port + (size_t)m->to[l] * m->routers);
		for (uint32_t k = f->adapters[r]; k < most; k++)
			lay_ways(t, r, OPENSM_NO_WAY, missing);
	}
}
