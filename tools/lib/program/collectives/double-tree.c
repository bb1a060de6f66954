/* double-tree -- an allreduce along two binary trees, a half of the vector each; what is inside one is a leaf of the other (P. Sanders,
 * J. Speck, J. L. Träff, Parallel Computing 2009).  The trees are those of NVIDIA's NCCL (src/graph/trees.cc).  A rank does four things
 * side by side: up and down in each tree. */
#include "lib/program/collectives/collectives.h"

#include "lib/program/collectives/tree.h"

enum { PIECE = 128 * 1024 };

/* The tree over numbers: a number's level is its lowest bit; 0 is the root and has one child. */
static tree_place
tree_of(uint32_t number, uint32_t n)
{
	tree_place t = { .parent = NOTHING };
	uint64_t bit = 1;

	while (bit < n && !(number & bit))
		bit *= 2;
	if (number)
		t.parent = (uint32_t)((number ^ bit) | bit * 2);
	if (number && t.parent >= n)
		t.parent = (uint32_t)(number ^ bit);
	bit /= 2;
	if (bit && number)
		t.child[t.children++] = number - (uint32_t)bit;
	while (bit && number + bit >= n)
		bit /= 2;
	if (bit)
		t.child[t.children++] = number + (uint32_t)bit;
	return t;
}

/* The member's place in the first tree or the second: there numbers run backwards, or begin at rank 1 when n is odd. */
static tree_place
nth_tree(const group_member *m, int which)
{
	uint32_t n = m->size, shift = which && n % 2;
	bool back = which && n % 2 == 0;
	tree_place t = tree_of(back ? n - 1 - m->me : (m->me + n - shift) % n, n);

	if (t.parent != NOTHING)
		t.parent = back ? n - 1 - t.parent : (t.parent + shift) % n;
	for (uint32_t k = 0; k < t.children; k++)
		t.child[k] = back ? n - 1 - t.child[k] : (t.child[k] + shift) % n;
	return t;
}

/* The root of a tree, which has one child: each piece goes down when its sum has come. */
static void
turn(group_member *up, group_member *down, const tree_place *t, int64_t bytes)
{
	int64_t piece = member_piece(up, bytes, PIECE);

	for (int64_t at = 0; at < bytes; at += piece) {
		int64_t now = bytes - at < piece ? bytes - at : piece;
		uint32_t sum = member_sum(up, t->child[0], now);

		draft_require(up->group->draft, member_send(down, t->child[0], now), sum);
		member_step(up);
		member_step(down);
	}
}

void
double_tree(group_member *m, int64_t bytes)
{
	int64_t half[2] = { bytes - member_half(m, bytes), member_half(m, bytes) };
	group_member lane[2][2];

	member_step(m);
	for (int k = 0; k < 2 && m->size > 1; k++) {
		tree_place t = nth_tree(m, k);

		lane[k][0] = lane[k][1] = *m;
		lane[k][0].tag = lane[k][1].tag = m->tag + (uint32_t)k;
		if (t.parent == NOTHING) {
			turn(&lane[k][0], &lane[k][1], &t, half[k]);
			continue;
		}
		tree_up(&lane[k][0], &t, half[k], PIECE);
		tree_down(&lane[k][1], &t, half[k], PIECE);
	}
	if (m->size > 1)
		member_meet(m, &lane[0][0], 4);
}
