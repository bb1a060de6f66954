/* reduce-scatter -- every rank gets its block of the sum of all vectors, which have a block of `bytes` for each. */
#include "lib/program/collectives/collectives.h"
#include "lib/program/collectives/halving.h"

/* n - 1 steps: each block goes once around, every rank adds its own, and it ends where it belongs. */
static void
ring(group_member *m, int64_t bytes)
{
	for (uint32_t i = 0; i + 1 < m->size; i++)
		member_exchange_sums(m, member_at(m, 1), bytes, member_at(m, -1), bytes);
}

/* n - 1 steps: each block goes straight to its rank, in step i to the one i further on. */
static void
pairwise(group_member *m, int64_t bytes)
{
	for (uint32_t i = 1; i < m->size; i++)
		member_exchange_sums(m, member_at(m, (int)i), bytes, member_at(m, -(int)i), bytes);
}

/* How many blocks the numbers from `first` on have, `count` of them. */
static int64_t
blocks(const paired_ranks *p, uint32_t first, uint32_t count)
{
	uint32_t pairs_ = first < p->rest ? p->rest - first : 0;

	return count + (int64_t)(pairs_ < count ? pairs_ : count);
}

/* The half of the blocks from *first on that the other rank's half of the numbers needs goes there: of `half` numbers each. */
static void
halve(group_member *m, const paired_ranks *p, uint32_t bit, uint32_t half, uint32_t *first, int64_t bytes)
{
	uint32_t other = pairs_place(p, p->number ^ bit), low = *first, high = low + half;

	*first = p->number & bit ? high : low;
	member_exchange_sums(m, other, bytes * blocks(p, low + high - *first, half), other, bytes * blocks(p, *first, half));
}

/* The farthest rank first. */
static void
recursive_halving(group_member *m, int64_t bytes)
{
	paired_ranks p = pairs_meet(m, bytes * m->size);
	uint32_t first = 0;

	for (uint32_t half = p.power / 2; half > 0 && p.number != NOTHING; half /= 2)
		halve(m, &p, half, half, &first, bytes);
	if (m->me < 2 * p.rest && m->me % 2)
		member_send(m, m->me - 1, bytes);
	else if (m->me < 2 * p.rest)
		member_recv(m, m->me + 1, bytes);
}

/* The lowest bits of a number backwards, as many as 2^k has. */
static uint32_t
mirrored(uint32_t number, uint32_t power)
{
	uint32_t out = 0;

	for (; power > 1; power /= 2, number /= 2)
		out = 2 * out + number % 2;
	return out;
}

/* What ended at a number is the blocks of the mirrored one: they go home. */
static void
go_home(group_member *m, const paired_ranks *p, int64_t bytes)
{
	uint32_t mirror = mirrored(p->number == NOTHING ? (m->me + 1) / 2 : p->number, p->power), at = pairs_place(p, mirror);

	if (p->number == NOTHING) {
		member_recv(m, at, bytes);
		return;
	}
	if (mirror < p->rest)
		member_send(m, at - 1, bytes);
	member_step(m);
	if (mirror != p->number)
		member_exchange(m, at, bytes, at, bytes);
}

/* As recursive halving with the nearest rank first, so that blocks end at ranks with mirrored numbers (J. L. Träff, EuroPVM/MPI 2005). */
static void
butterfly(group_member *m, int64_t bytes)
{
	paired_ranks p = pairs_meet(m, bytes * m->size);
	uint32_t first = 0, half = p.power / 2;

	for (uint32_t bit = 1; bit < p.power && p.number != NOTHING; bit *= 2, half /= 2)
		halve(m, &p, bit, half, &first, bytes);
	go_home(m, &p, bytes);
}

/* A reduce to rank 0 as Open MPI does it by default; then rank 0 sends each its block. */
static void
reduce_then_scatter(group_member *m, int64_t bytes)
{
	m->root = 0;
	member_add(m, "reduce", NULL, bytes * m->size);
	if (m->me)
		member_recv(m, 0, bytes);
	for (uint32_t i = 1; m->me == 0 && i < m->size; i++)
		member_send(m, i, bytes);
}

const collective reduce_scatters[] = {
	{ "reduce-scatter", "ring", "n - 1 steps of a block", false, ring },
	{ "reduce-scatter", "pairwise", "n - 1 steps of a block, each straight to its rank", false, pairwise },
	{ "reduce-scatter", "recursive-halving", "log2 n steps, the farthest rank first", false, recursive_halving },
	{ "reduce-scatter", "butterfly", "log2 n steps, the nearest rank first, then blocks go home", false, butterfly },
	{ "reduce-scatter", "reduce-then-scatter", "a reduce, then a scatter", false, reduce_then_scatter },
	{ "reduce-scatter", "hierarchical", "in each node, among a rank of each node, in each node", false, hierarchical_reduce_scatter },
	{ 0 }
};
