/* tree -- see tree.h.  The trees are those of Open MPI (ompi/mca/coll/base/coll_base_topo.c). */
#include "lib/program/collectives/tree.h"

static void
add_child(tree_place *t, const group_member *m, uint64_t number)
{
	t->child[t->children++] = member_place(m, number);
}

tree_place
tree_binomial(const group_member *m)
{
	tree_place t = { .parent = NOTHING };
	uint32_t number = member_number(m);
	uint64_t bit = 1;

	while (bit <= number)
		bit *= 2;
	if (number)
		t.parent = member_place(m, number - bit / 2);
	for (; number + bit < m->size; bit *= 2)
		add_child(&t, m, number + bit);
	return t;
}

tree_place
tree_knomial(const group_member *m, uint32_t radix)
{
	tree_place t = { .parent = NOTHING };
	uint32_t number = member_number(m);
	uint64_t digit = 1;

	while (digit < m->size && number % (digit * radix) == 0)
		digit *= radix;
	if (number)
		t.parent = member_place(m, number / (digit * radix) * (digit * radix));
	for (digit /= radix; digit > 0; digit /= radix)
		for (uint64_t k = 1; k < radix; k++)
			if (number + k * digit < m->size)
				add_child(&t, m, number + k * digit);
	return t;
}

tree_place
tree_binary(const group_member *m)
{
	tree_place t = { .parent = NOTHING };
	uint32_t number = member_number(m), level = power_of_two(number + 1);	/* numbers of a level: 2^k - 1 to 2^(k + 1) - 2 */

	if (number) {
		uint32_t parent = number - level / 2;

		t.parent = member_place(m, parent < level - 1 ? parent : parent - level / 2);
	}
	for (uint64_t k = 1; k <= 2 && number + k * level < m->size; k++)
		add_child(&t, m, number + k * level);
	return t;
}

/* The first number of a chain; of the one behind the last: all. */
static uint32_t
chain_begin(const group_member *m, uint32_t chains, uint32_t chain)
{
	uint32_t length = (m->size - 1) / chains, longer = (m->size - 1) % chains;

	return 1 + chain * length + (chain < longer ? chain : longer);
}

tree_place
tree_chains(const group_member *m, uint32_t chains)
{
	tree_place t = { .parent = NOTHING };
	uint32_t number = member_number(m), chain = 0;

	if (chains > m->size - 1)
		chains = m->size - 1;
	if (number == 0) {
		for (; chain < chains; chain++)
			add_child(&t, m, chain_begin(m, chains, chain));
		return t;
	}
	while (number >= chain_begin(m, chains, chain + 1))
		chain++;
	t.parent = member_place(m, number == chain_begin(m, chains, chain) ? 0 : number - 1);
	if (number + 1 < chain_begin(m, chains, chain + 1))
		add_child(&t, m, number + 1);
	return t;
}

tree_place
tree_in_order(const group_member *m)
{
	tree_place t = { .parent = NOTHING };
	uint32_t low = 0, end = m->size;	/* the ranks under the one that is looked at, which is the last of them */

	while (m->me != end - 1) {
		uint32_t right = low + (end - low) / 2;	/* the right child's are low … right - 1, the left one's right … end - 2 */

		t.parent = end - 1;
		if (m->me < right)
			end = right;
		else {
			low = right;
			end--;
		}
	}
	if (end - low > 1)
		t.child[t.children++] = end - 2;
	if (end - low > 2)
		t.child[t.children++] = low + (end - low) / 2 - 1;
	return t;
}

typedef uint32_t member_receives(group_member *m, uint32_t from, int64_t bytes);

/* In pieces, what comes from all of `from` (nothing: what the member has) goes on to all of `to`, while the next piece comes. */
static void
flow(group_member *m, const uint32_t *from, uint32_t sources, member_receives *receive, const uint32_t *to, uint32_t targets, int64_t bytes,
	int64_t usual)
{
	int64_t piece = member_piece(m, bytes, usual), have = 0;

	for (int64_t at = 0; at < bytes + (sources ? piece : 0); at += piece) {
		int64_t next = at >= bytes ? 0 : bytes - at < piece ? bytes - at : piece, out = sources ? have : next;

		for (uint32_t k = 0; out && k < targets; k++)
			member_send(m, to[k], out);
		for (uint32_t k = 0; next && k < sources; k++)
			receive(m, from[k], next);
		member_step(m);
		have = next;
	}
}

void
tree_down(group_member *m, const tree_place *t, int64_t bytes, int64_t usual)
{
	flow(m, &t->parent, t->parent != NOTHING, member_recv, t->child, t->children, bytes, usual);
}

void
tree_up(group_member *m, const tree_place *t, int64_t bytes, int64_t usual)
{
	flow(m, t->child, t->children, member_sum, &t->parent, t->parent != NOTHING, bytes, usual);
}
