/* slurm-tree -- what Slurm's topology/tree does under select/cons_tres, by observation (data/reference/slurm).
 *
 * Each switch has a count c, at first its idle nodes.  Each leaf has a distance d, at first 0, and w nodes are still wanted.  Until none
 * is:
 *
 * a. The leaves with c > 0 are gone through in their order.  The first is the best so far; another one, i, is compared with it, b: the
 *    leaves, then the switches above them, and so on, until one of a pair has c >= w or both are below one switch.  This pair decides:
 *    it suits i better if both have c >= w and i's is smaller, if only i's has, or if none has and i's c is greater.
 * b. Leaf i replaces b if d(i) = d(b) and the pair suits i better; or if d(i) < d(b) and i's of the pair has c >= w (22.05: and it suits b
 *    no better).
 * c. The best gives min(c, w) nodes.  Its c is taken from that of the leaf and of all switches above it (22.05: of the leaf alone).  The
 *    links between it and each leaf are added to that leaf's d.
 *
 * It is no total order, so the order of the leaves decides, too.  A job that one leaf holds gets the fullest such leaf.  On two levels
 * the leaves with the most idle nodes give all, until one leaf can hold the rest.  On three the job may leave a middle
 * switch that could hold all of it: the manual's rule is slurm-tree-fit's. */
#include <string.h>

#include "alloc/slurm/slurm.h"
#include "lib/cli/cli.h"

typedef struct tree_scan {
	const slurm_view *view;
	uint32_t *count;	/* c */
	uint64_t *far;		/* [switches + 1] d of the leaves below each; last, of a leaf below none */
	uint32_t *first, *next;	/* [switches + 1], [leaves]: the leaves below each with idle nodes, in their order; NONE */
	uint32_t *parent, parents;	/* the switches above such leaves */
	uint32_t want, most;	/* w; idle nodes of a leaf */
} tree_scan;

static uint32_t
parent_of(const tree_scan *s, uint32_t leaf)
{
	const switches *t = s->view->tree;

	return t->above[leaf] == NONE ? t->count : t->above[leaf];
}

/* Does leaf i replace leaf b? */
static bool
replaces(const tree_scan *s, uint32_t i, uint32_t b)
{
	const uint32_t *above = s->view->tree->above, *c = s->count;
	uint64_t here = s->far[parent_of(s, i)], there = s->far[parent_of(s, b)];

	if (here > there)
		return false;
	while (c[i] < s->want && c[b] < s->want && above[i] != above[b] && above[i] != NONE && above[b] != NONE) {
		i = above[i];
		b = above[b];
	}
	if (here == there)
		return slurm_suits(c[i], c[b], s->want) > 0;
	return s->view->release == SLURM_22_05 ? slurm_suits(c[i], c[b], s->want) >= 0 : c[i] >= s->want;
}

/* The first leaf behind b, of those below another switch, that replaces it, where no leaf has c >= w: then all below one switch do or none
 * does.  NONE: there is none; b is NONE at first. */
static uint32_t
next_best(const tree_scan *s, uint32_t b)
{
	uint32_t best = NONE;

	for (uint32_t k = 0; k < s->parents; k++) {
		uint32_t i = s->first[s->parent[k]];

		if (i == NONE || (b != NONE && (parent_of(s, b) == s->parent[k] || !replaces(s, i, b))))
			continue;
		while (i != NONE && b != NONE && i < b)
			i = s->next[i];
		best = i < best ? i : best;
	}
	return best;
}

static uint32_t
best_leaf(const tree_scan *s)
{
	uint32_t best = NONE, better = s->most < s->want ? next_best(s, NONE) : NONE;

	for (; better != NONE; better = next_best(s, best))
		best = better;
	for (uint32_t i = best; i != NONE; i = s->next[i])
		best = s->count[i] > s->count[best] ? i : best;
	for (uint32_t i = 0; i < s->view->tree->leaves && s->most >= s->want; i++)
		if (s->count[i] > 0 && (best == NONE || replaces(s, i, best)))
			best = i;
	return best;
}

/* A leaf gives what it has, or all that is wanted; the others are so much farther from what is chosen. */
static void
give(tree_scan *s, uint32_t leaf, uint32_t *take)
{
	const switches *t = s->view->tree;
	uint32_t n = s->count[leaf], *at = &s->first[parent_of(s, leaf)];

	take[leaf] = n < s->want ? n : s->want;
	s->want -= take[leaf];
	for (uint32_t i = leaf; i != NONE; i = s->view->release == SLURM_22_05 ? NONE : t->above[i])
		s->count[i] -= n;
	while (*at != leaf)
		at = &s->next[*at];
	*at = s->next[leaf];
	for (uint32_t k = 0; k < s->parents && t->above[leaf] != NONE; k++)
		s->far[s->parent[k]] += 2 + switches_links(t, s->parent[k], t->above[leaf]);
}

/* The leaves with idle nodes, by the switches above them. */
static void
group_leaves(tree_scan *s)
{
	uint32_t last = s->view->tree->count;

	for (uint32_t i = 0; i <= last; i++)
		s->first[i] = NONE;
	for (uint32_t i = s->view->tree->leaves; i-- > 0;) {
		uint32_t *first = &s->first[parent_of(s, i)];

		if (s->count[i] == 0)
			continue;
		if (*first == NONE)
			s->parent[s->parents++] = parent_of(s, i);
		s->next[i] = *first;
		*first = i;
		s->most = s->count[i] > s->most ? s->count[i] : s->most;
	}
}

static void
share(const slurm_view *v, uint32_t *take)
{
	uint32_t n = v->tree->count + 1;
	tree_scan s = { .view = v, .want = v->need, .count = xalloc(4 * (size_t)n, sizeof *s.count), .far = xcalloc(n, sizeof *s.far) };

	s.first = s.count + n;
	s.next = s.first + n;
	s.parent = s.next + n;
	memcpy(s.count, v->idle, v->tree->count * sizeof *s.count);
	group_leaves(&s);
	while (s.want > 0)
		give(&s, best_leaf(&s), take);
	free_all(s.count, s.far);
}

const policy policy_slurm_tree = {
	.name = "slurm-tree",
	.about = "Slurm's topology/tree under cons_tres",
	.argument = "26.05",
	.check = slurm_check,
	.setting = &(const slurm_setting){ .rule = share, .binding = UINT32_MAX, .contiguous = true },
	.spans = slurm_spans,
	.wishes = slurm_wishes,
	SLURM_POLICY
};
