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
 * switch that could hold all of it: the manual's rule is slurm-tree-fit's.
 *
 * All leaves of one parent that follow each other (a row) have one d.  When none of them has c >= w they are alike to all leaves
 * of other parents, and of themselves the one with the greatest c wins: it alone is looked at.  A row that is nearer than any other and
 * replaces those before it gives leaf after leaf without another look. */
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
	slurm_release release;
	const switches *tree;
	uint32_t *count;	/* c */
	uint32_t want;		/* w */
	leaf_row *row;
	uint32_t rows;
	uint32_t *by_count;	/* [leaves], those of a row by c, the greatest first */
	uint32_t *links;	/* [switches] between a leaf below and one of the best row; NONE: not counted yet */
	uint32_t best, best_row;	/* so far */
} scan;

/* Does a leaf replace another, that of a row with d `here` that of one with d `there`? */
static bool
replaces(const scan *s, uint32_t a, uint64_t here, uint32_t b, uint64_t there)
{
	const uint32_t *above = s->tree->above, *c = s->count;

	if (here > there)
		return false;
	while (c[a] < s->want && c[b] < s->want && above[a] != above[b] && above[a] != NONE && above[b] != NONE) {
		a = above[a];
		b = above[b];
	}
	if (here == there)
		return slurm_suits(c[a], c[b], s->want) > 0;
	return s->release == SLURM_22_05 ? slurm_suits(c[a], c[b], s->want) >= 0 : c[a] >= s->want;
}

static void
weigh(scan *s, uint32_t at, uint32_t leaf)
{
	if (s->best != NONE && !replaces(s, leaf, s->row[at].far, s->best, s->row[s->best_row].far))
		return;
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
	n = s->count[s->best];
	for (uint32_t at = s->best; at != NONE; at = s->release == SLURM_22_05 ? NONE : s->tree->above[at])
		s->count[at] -= n;
}

/* Add the links between each leaf and `times` leaves of the best row. */
static void
move_away(scan *s, uint32_t times)
{
	const uint32_t *above = s->tree->above;
	uint32_t from = above[s->row[s->best_row].first];

	memset(s->links, 0xff, s->tree->count * sizeof *s->links);
	for (uint32_t i = 0; i < s->rows && from != NONE; i++) {
		uint32_t up = above[s->row[i].first];

		if (s->links[up] == NONE)
			s->links[up] = 2 + switches_links(s->tree, up, from);
		s->row[i].far += (uint64_t)times * s->links[up];
	}
}

/* Does the best row win as long as w is greater than *until, as it is nearer than all others and replaces those before it?  Nothing in the
 * comparison changes while no count but those passes w, and when it gives again the others are farther still. */
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
		if (i != s->best_row && (s->row[i].far <= s->row[s->best_row].far ||
			(i < s->best_row && !replaces(s, best, s->row[s->best_row].far, other, s->row[i].far))))
			return false;
	}
	return s->want > *until;
}

static void
share(const slurm_view *v, uint32_t *take)
{
	scan s = { .release = v->release, .tree = v->tree, .want = v->need };
	uint32_t until;

	s.count = xalloc(v->tree->count, sizeof *s.count);
	memcpy(s.count, v->idle, v->tree->count * sizeof *s.count);
	s.links = xalloc(v->tree->count, sizeof *s.links);
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
	free_all(s.count, s.row, s.by_count, s.links);
}

static bool
choose(const occupancy *o, const request *q, selection *out)
{
	return slurm_choose(o, q, out, &(slurm_setting){ .rule = share, .binding = UINT32_MAX, .contiguous = true });
}

const policy policy_slurm_tree = {
	.name = "slurm-tree",
	.about = "Slurm's topology/tree under cons_tres",
	.argument = "26.05",
	.check = slurm_check,
	.choose = choose,
	.spans = slurm_spans,
	.wishes = slurm_wishes,
	SLURM_POLICY
};
