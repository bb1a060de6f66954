/* parts -- see parts.h.  Roots speak to all others at once, as Open MPI's linear algorithms do; the others go around rings, as its ring
 * and pairwise algorithms do.  A part of 0 bytes is no message where all know that it is empty. */
#include "gen-workload/trace/parts.h"

#include "lib/program/collectives/member.h"

/* Part `i` of those that the member at this place told. */
static int64_t
part(const member_parts *p, uint32_t place, uint32_t i)
{
	const call *c = p->call[place];

	return c->sizes == NOTHING ? c->size : p->from->sizes[c->sizes + i];
}

static void
gather(group_member *m, const member_parts *p)
{
	if (m->me != m->root)
		member_send(m, m->root, p->call[m->me]->size);
	for (uint32_t i = 0; m->me == m->root && i < m->size; i++)
		if (i != m->me)
			member_recv(m, i, p->call[i]->size);
}

/* What the root has for a member: it tells all, or each its own. */
static int64_t
share(const member_parts *p, const group_member *m, uint32_t place)
{
	return p->call[m->root]->sizes == NOTHING ? p->call[place]->size : part(p, m->root, place);
}

static void
scatter(group_member *m, const member_parts *p)
{
	if (m->me != m->root)
		member_recv(m, m->root, share(p, m, m->me));
	for (uint32_t i = 0; m->me == m->root && i < m->size; i++)
		if (i != m->me)
			member_send(m, i, share(p, m, i));
}

static void
allgather(group_member *m, const member_parts *p)
{
	for (uint32_t i = 0; i + 1 < m->size; i++)
		member_exchange(m, member_at(m, 1), p->call[member_at(m, -(int64_t)i)]->size,
			member_at(m, -1), p->call[member_at(m, -(int64_t)i - 1)]->size);
}

static void
reduce_scatter(group_member *m, const member_parts *p)
{
	for (uint32_t i = 1; i < m->size; i++)
		member_exchange_sums(m, member_at(m, 1), part(p, m->me, member_at(m, -(int64_t)i)),
			member_at(m, -1), part(p, m->me, member_at(m, -(int64_t)i - 1)));
}

static void
alltoall(group_member *m, const member_parts *p)
{
	for (uint32_t i = 1; i < m->size; i++) {
		uint32_t to = member_at(m, i), from = member_at(m, -(int64_t)i);

		if (part(p, m->me, to))
			member_send(m, to, part(p, m->me, to));
		if (part(p, from, m->me))
			member_recv(m, from, part(p, from, m->me));
		member_step(m);
	}
}

static void
scan(group_member *m, const member_parts *p)
{
	if (m->me)
		member_sum(m, m->me - 1, p->call[m->me]->size);
	member_step(m);
	if (m->me + 1 < m->size)
		member_send(m, m->me + 1, p->call[m->me]->size);
}

static void (*const ways[COLLECTIVE_NAMES])(group_member *, const member_parts *) = {
	[DO_ALLGATHERV] = allgather,
	[DO_ALLTOALLV] = alltoall,
	[DO_EXSCAN] = scan,
	[DO_GATHER] = gather,
	[DO_REDUCE_SCATTER] = reduce_scatter,
	[DO_SCAN] = scan,
	[DO_SCATTER] = scatter,
	[DO_SCATTERV] = scatter,
};

/* All parts that are told are of one size. */
static bool
alike(const member_parts *p, uint32_t ranks)
{
	for (uint32_t i = 1; p->call[0]->sizes != NOTHING && i < ranks; i++)
		if (part(p, 0, i) != part(p, 0, 0))
			return false;
	return true;
}

bool
parts_add(const member_parts *p, rank_group *g)
{
	const call *c = p->call[0];

	if (!ways[c->which] || (c->which == DO_REDUCE_SCATTER && alike(p, g->ranks)))
		return false;
	for (uint32_t i = 0; i < g->ranks; i++) {
		group_member m = member_begin(g, i, c->peer);

		ways[c->which](&m, p);
		g->last[i] = member_end(&m);
	}
	g->tag += MEMBER_TAGS;
	return true;
}
