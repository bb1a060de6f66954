/* slurm-tree -- what Slurm 22.05's topology/tree does under select/cons_tres, by observation (data/reference/slurm).
 *
 * Each switch has a count c, at first its idle nodes.  When a leaf gives nodes, its own c becomes 0; those of the switches
 * above are never lowered.  Each leaf has a distance d, at first 0, and w nodes are still wanted.  Until none is:
 *
 * a. The leaves with c > 0 are gone through in their order.  The first is the best so far; leaf i replaces the best, b, if d(i) <
 *    d(b) and i suits no worse, or d(i) = d(b) and i suits better.
 * b. What suits: look at the pair (i, b), then at their parents, their parents' parents and so on.  Both the same switch, or beyond
 *    the top: what the pair below said, the greater c suits better.  Both have c >= w: the smaller c.  One has: that one.
 * c. The best gives min(c, w) nodes.  The links between it and each leaf are added to that leaf's d.
 *
 * It is no total order, so the order of the leaves decides, too.  A job that one leaf holds gets the fullest such leaf.  On two levels
 * the leaves with the most idle nodes give all, until one leaf can hold the rest.  On three the job may leave a middle
 * switch that could hold all of it: the manual's rule is slurm-tree-fit's.
 *
 * All leaves of one parent that follow each other (a row) have one d.  When none of them has c >= w they are alike to all leaves
 * of other parents, and of themselves the one with the greatest c wins: it alone is looked at. */
#include <stdlib.h>
#include <string.h>

#include "alloc/pick.h"
#include "alloc/slurm/slurm.h"
#include "lib/cli/cli.h"

/* Leaves of one parent that follow each other. */
typedef struct leaf_row {
	uint32_t first, end;	/* leaves */
	uint32_t next;		/* in by_count[], from `first` on: those before it have given all */
	uint64_t far;		/* d */
} leaf_row;

typedef struct scan {
	const switches *tree;
	uint32_t *count;	/* c */
	uint32_t want;		/* w */
	leaf_row *row;
	uint32_t rows;
	uint32_t *by_count;	/* [leaves], those of a row by c, the greatest first */
	uint32_t best, best_row;	/* so far */
} scan;

/* > 0: a suits better than b. */
static int
suits(const scan *s, uint32_t a, uint32_t b)
{
	int said = 0;

	for (; a != b && a != NONE && b != NONE; a = s->tree->above[a], b = s->tree->above[b]) {
		uint32_t x = s->count[a], y = s->count[b];

		if (x >= s->want && y >= s->want)
			return (x < y) - (x > y);
		if (x >= s->want || y >= s->want)
			return x >= s->want ? 1 : -1;
		said = (x > y) - (x < y);
	}
	return said;
}

static void
weigh(scan *s, uint32_t at, uint32_t leaf)
{
	if (s->best != NONE) {
		uint64_t here = s->row[at].far, there = s->row[s->best_row].far;
		int better;

		if (here > there)
			return;
		better = suits(s, leaf, s->best);
		if (better < 0 || (better == 0 && here == there))
			return;
	}
	s->best = leaf;
	s->best_row = at;
}

/* Look through a row. */
static void
weigh_row(scan *s, uint32_t at)
{
	leaf_row *r = &s->row[at];

	while (r->next < r->end && s->count[s->by_count[r->next]] == 0)
		r->next++;
	if (r->next == r->end)
		return;
	if (s->count[s->by_count[r->next]] < s->want) {
		weigh(s, at, s->by_count[r->next]);
		return;
	}
	for (uint32_t i = r->first; i < r->end; i++)
		if (s->count[i] > 0)
			weigh(s, at, i);
}

static void
make_rows(scan *s)
{
	const switches *t = s->tree;

	s->row = xalloc(t->leaves, sizeof *s->row);
	s->by_count = xalloc(t->leaves, sizeof *s->by_count);
	for (uint32_t i = 0; i < t->leaves;) {
		uint32_t end = i + 1;

		while (end < t->leaves && t->above[end] == t->above[i])
			end++;
		s->row[s->rows++] = (leaf_row){ .first = i, .end = end, .next = i };
		for (uint32_t k = i; k < end; k++)
			s->by_count[k] = k;
		sort_by_key(s->count, s->by_count + i, end - i, true);
		i = end;
	}
}

/* Leaf s->best has given nodes. */
static void
move_away(scan *s)
{
	const uint32_t *above = s->tree->above;
	uint32_t from = above[s->best];

	for (uint32_t i = 0; i < s->rows; i++)
		if (from != NONE)
			s->row[i].far += 2 + switches_links(s->tree, above[s->row[i].first], from);
	s->count[s->best] = 0;
}

static void
share(const slurm_view *v, uint32_t *take)
{
	scan s = { .tree = v->tree, .want = v->need };

	s.count = xalloc(v->tree->count, sizeof *s.count);
	memcpy(s.count, v->idle, v->tree->count * sizeof *s.count);
	make_rows(&s);
	while (s.want > 0) {
		uint32_t gives;

		s.best = NONE;
		for (uint32_t i = 0; i < s.rows; i++)
			weigh_row(&s, i);
		gives = s.count[s.best] < s.want ? s.count[s.best] : s.want;
		take[s.best] = gives;
		s.want -= gives;
		move_away(&s);
	}
	free(s.count);
	free(s.row);
	free(s.by_count);
}

static bool
choose(const occupancy *o, const request *q, selection *out)
{
	return slurm_choose(o, q, out, &(slurm_setting){ .rule = share, .binding = UINT32_MAX, .contiguous = true });
}

const policy policy_slurm_tree = {
	.name = "slurm-tree",
	.about = "Slurm's topology/tree under cons_tres",
	.choose = choose,
	.wishes = slurm_wishes,
	SLURM_TREE
};
