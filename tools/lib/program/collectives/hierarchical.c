#include "lib/program/collectives/collectives.h"

/* Where a member is: its node among the nodes, its place inside. */
typedef struct nodes {
	group_member *m;
	group_member inside, leaders;	/* the member as one of its node's, as one of the leaders */
	uint32_t per_node, count, own;
	bool leads;
} nodes;

/* How many ranks a node has. */
static uint32_t
size_of(const nodes *n, uint32_t node)
{
	uint32_t all = n->m->size, first = node * n->per_node;

	return all - first < n->per_node ? all - first : n->per_node;
}

static nodes
nodes_of(group_member *m)
{
	nodes n = { .m = m, .inside = *m, .leaders = *m, .per_node = m->group->per_node ? m->group->per_node : 1 };
	uint32_t leader;

	if (n.per_node > m->size)
		n.per_node = m->size;
	n.count = (m->size - 1) / n.per_node + 1;
	n.own = m->me / n.per_node;
	n.inside.first = n.own * n.per_node;
	n.inside.me = m->me % n.per_node;
	n.inside.size = size_of(&n, n.own);
	leader = m->root % n.per_node;
	n.inside.root = leader < n.inside.size ? leader : n.inside.size - 1;
	n.leads = n.inside.me == n.inside.root;
	n.leaders.first = leader;	/* of the last node the last rank, where it has no such place: member.h */
	n.leaders.stride = n.per_node;
	n.leaders.me = n.own;
	n.leaders.size = n.count;
	n.leaders.root = m->root / n.per_node;
	return n;
}

/* What the view of the member does comes after what the member did. */
static void
part(nodes *n, group_member *view, const char *name, const char *algorithm, int64_t bytes)
{
	view->past = n->m->past;
	member_add(view, name, algorithm, bytes);
	n->m->past = view->past;
}

static void
inside(nodes *n, const char *name, int64_t bytes)
{
	part(n, &n->inside, name, "binomial", bytes);
}

static void
leaders(nodes *n, const char *name, int64_t bytes)
{
	if (n->leads)
		part(n, &n->leaders, name, NULL, bytes);
}

enum { TO_LEADER, FROM_LEADER };

/* All of a node send their leader this number of bytes, or get it from the leader. */
static void
share(nodes *n, int way, int64_t bytes)
{
	group_member *m = n->m;
	uint32_t first = n->inside.first, leader = first + n->inside.root;

	if (!n->leads)
		(way == TO_LEADER ? member_send : member_recv)(m, leader, bytes);
	for (uint32_t i = first; n->leads && i < first + n->inside.size; i++)
		if (i != m->me)
			(way == TO_LEADER ? member_recv : member_send)(m, i, bytes);
	member_step(m);
}

/* Leaders in a ring: in step i each sends on the block of the node `from + i` back, one of `bytes` for each rank of that node. */
static void
ring(nodes *n, int64_t bytes, uint32_t from, bool sums)
{
	group_member *l = &n->leaders;

	if (!n->leads)
		return;
	l->past = n->m->past;
	for (int64_t back = from; back < (int64_t)from + n->count - 1; back++)
		(sums ? member_exchange_sums : member_exchange)(l, member_at(l, 1), bytes * size_of(n, member_at(l, -back)),
			member_at(l, -1), bytes * size_of(n, member_at(l, -back - 1)));
	n->m->past = l->past;
}

void
hierarchical_allreduce(group_member *m, int64_t bytes)
{
	nodes n = nodes_of(m);

	inside(&n, "reduce", bytes);
	leaders(&n, "allreduce", bytes);
	inside(&n, "broadcast", bytes);
}

void
hierarchical_reduce_scatter(group_member *m, int64_t bytes)
{
	nodes n = nodes_of(m);

	inside(&n, "reduce", bytes * m->size);
	ring(&n, bytes, 1, true);
	share(&n, FROM_LEADER, bytes);
}

void
hierarchical_allgather(group_member *m, int64_t bytes)
{
	nodes n = nodes_of(m);

	share(&n, TO_LEADER, bytes);
	ring(&n, bytes, 0, false);
	inside(&n, "broadcast", bytes * m->size);
}

/* Ranks of a node send each other their blocks themselves; leaders send theirs pairwise. */
void
hierarchical_alltoall(group_member *m, int64_t bytes)
{
	nodes n = nodes_of(m);
	group_member *l = &n.leaders;
	uint32_t here = n.inside.size;

	part(&n, &n.inside, "alltoall", "linear", bytes);
	if (n.count == 1)
		return;
	share(&n, TO_LEADER, bytes * (m->size - here));
	l->past = m->past;
	for (uint32_t i = 1; n.leads && i < n.count; i++) {
		uint32_t to = member_at(l, i), from = member_at(l, -(int64_t)i);

		member_exchange(l, to, bytes * here * size_of(&n, to), from, bytes * here * size_of(&n, from));
	}
	m->past = l->past;
	share(&n, FROM_LEADER, bytes * (m->size - here));
}

void
hierarchical_broadcast(group_member *m, int64_t bytes)
{
	nodes n = nodes_of(m);

	leaders(&n, "broadcast", bytes);
	inside(&n, "broadcast", bytes);
}

void
hierarchical_reduce(group_member *m, int64_t bytes)
{
	nodes n = nodes_of(m);

	inside(&n, "reduce", bytes);
	leaders(&n, "reduce", bytes);
}

void
hierarchical_barrier(group_member *m, int64_t bytes)
{
	nodes n = nodes_of(m);

	share(&n, TO_LEADER, bytes);
	leaders(&n, "barrier", bytes);
	share(&n, FROM_LEADER, bytes);
}
