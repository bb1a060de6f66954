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
 * of other parents, and of themselves the one with the greatest c wins: it alone is looked at.  A row that is nearest and suits no
 * worse than any other gives leaf after leaf without another look. */
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

/* The leaf of a row with the greatest c; NONE when all have given. */
static uint32_t
best_of_row(scan *s, uint32_t at)
{
	leaf_row *r = &s->row[at];

	while (r->next < r->end && s->count[s->by_count[r->next]] == 0)
		r->next++;
	return r->next < r->end ? s->by_count[r->next] : NONE;
}

static void
weigh_row(scan *s, uint32_t at)
{
	uint32_t most = best_of_row(s, at);

	if (most == NONE)
		return;
	if (s->count[most] < s->want) {
		weigh(s, at, most);
		return;
	}
	for (uint32_t i = s->row[at].first; i < s->row[at].end; i++)
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

static void
give(scan *s, uint32_t *take)
{
	uint32_t n = s->count[s->best] < s->want ? s->count[s->best] : s->want;

	take[s->best] = n;
	s->want -= n;
	s->count[s->best] = 0;
}

/* Add the links between each leaf and `times` leaves of the best row. */
static void
move_away(scan *s, uint32_t times)
{
	const uint32_t *above = s->tree->above;
	uint32_t from = above[s->row[s->best_row].first];

	for (uint32_t i = 0; i < s->rows; i++)
		if (from != NONE)
			s->row[i].far += (uint64_t)times * (2 + switches_links(s->tree, above[s->row[i].first], from));
}

/* Does the best row win as long as w is greater than *until, as it is nearer than all others and suits no worse?  Nothing in the comparison
 * changes while no count but those passes w, and when it gives again the others are farther still. */
static bool
wins(scan *s, uint32_t *until)
{
	uint32_t best = best_of_row(s, s->best_row);

	*until = 0;
	if (best == NONE)
		return false;
	for (uint32_t i = s->tree->leaves; i < s->tree->count; i++)
		if (s->count[i] < s->want && s->count[i] > *until)
			*until = s->count[i];
	for (uint32_t i = 0; i < s->rows; i++) {
		uint32_t other = best_of_row(s, i);

		if (other == NONE)
			continue;
		if (s->count[other] > *until)
			*until = s->count[other];
		if (i != s->best_row && (s->row[i].far <= s->row[s->best_row].far || suits(s, best, other) < 0))
			return false;
	}
	return s->want > *until;
}

static void
share(const slurm_view *v, uint32_t *take)
{
	scan s = { .tree = v->tree, .want = v->need };
	uint32_t until;

	s.count = xalloc(v->tree->count, sizeof *s.count);
	memcpy(s.count, v->idle, v->tree->count * sizeof *s.count);
	make_rows(&s);
	while (s.want > 0) {
		s.best = NONE;
		for (uint32_t i = 0; i < s.rows; i++)
			weigh_row(&s, i);
		give(&s, take);
		move_away(&s, 1);
		if (s.want > 0 && wins(&s, &until)) {
			uint32_t times = 0;

			for (; s.want > until && (s.best = best_of_row(&s, s.best_row)) != NONE; times++)
				give(&s, take);
			move_away(&s, times);
		}
	}
	free_all(s.count, s.row, s.by_count);
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
