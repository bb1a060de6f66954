#include "lib/program/collectives/collectives.h"

#include "lib/cli/cli.h"
#include "lib/program/stages.h"

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

enum { TO_LEADER = 1, FROM_LEADER = 2 };

/* All of a node send their leader this number of bytes, or get it from the leader, at its cost or at none. */
static void
pass(nodes *n, int way, int64_t bytes, bool costless)
{
	group_member *m = n->m;
	uint32_t first = n->inside.first, leader = first + n->inside.root;
	bool sends = (way == TO_LEADER) != n->leads;

	for (uint32_t i = n->leads ? first : leader; i < (n->leads ? first + n->inside.size : leader + 1); i++)
		if (i != m->me)
			draft_op(m->group->draft, (sends ? member_send : member_recv)(m, i, bytes))->free = costless;
	member_step(m);
}

/* A row of the table that tells how long a node's part takes; in a list that ends with NULL the first that there is counts. */
typedef struct stage_choice {
	const char *collective;
	int64_t bytes;
	int parts;		/* of its time this many make one part */
} stage_choice;

static int64_t
stage_ps(const nodes *n, const stage_choice *c)
{
	char *wanted = NULL;

	for (const stage_choice *k = c; k->collective; k++) {
		int64_t ps = stages_time(n->m->group->stages, k->collective, k->bytes);

		if (ps >= 0)
			return ps / k->parts;
		wanted = xappend(wanted ? wanted : xstrdup(""), "%s%s", k > c ? " or " : "", k->collective);
	}
	stages_lack(n->m->group->stages, wanted);
}

/* Is a part inside nodes measured?  Then all of a node meet at the leader, which waits for that time, or hear from it then, or both. */
static bool
measured(nodes *n, int ways, const stage_choice *c)
{
	if (!n->m->group->stages)
		return false;
	if (ways & TO_LEADER)
		pass(n, TO_LEADER, 0, true);
	if (n->leads)
		member_calc(n->m, stage_ps(n, c));
	member_step(n->m);
	if (ways & FROM_LEADER)
		pass(n, FROM_LEADER, 0, true);
	return true;
}

/* A node's ranks add up vectors in their leader, or get one from it. */
static void
inside(nodes *n, int way, int64_t bytes, const stage_choice *c)
{
	if (!measured(n, way, c))
		part(n, &n->inside, way == TO_LEADER ? "reduce" : "broadcast", "binomial", bytes);
}

static void
leaders(nodes *n, const char *name, int64_t bytes)
{
	if (n->leads)
		part(n, &n->leaders, name, NULL, bytes);
}

/* As pass, unless what it takes is measured. */
static void
share(nodes *n, int way, int64_t bytes, const stage_choice *c)
{
	if (!measured(n, way, c))
		pass(n, way, bytes, false);
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

	inside(&n, TO_LEADER, bytes, (stage_choice[]){ { "allreduce", bytes, 2 }, { "reduce", bytes, 1 }, { 0 } });
	leaders(&n, "allreduce", bytes);
	inside(&n, FROM_LEADER, bytes, (stage_choice[]){ { "allreduce", bytes, 2 }, { "broadcast", bytes, 1 }, { 0 } });
}

void
hierarchical_reduce_scatter(group_member *m, int64_t bytes)
{
	nodes n = nodes_of(m);
	int64_t all = bytes * m->size;

	inside(&n, TO_LEADER, all, (stage_choice[]){ { "reduce", all, 1 }, { "reduce-scatter", all / n.per_node, 1 }, { 0 } });
	ring(&n, bytes, 1, true);
	share(&n, FROM_LEADER, bytes, (stage_choice[]){ { "scatter", bytes, 1 }, { "reduce-scatter", bytes / n.per_node, 1 }, { 0 } });
}

void
hierarchical_allgather(group_member *m, int64_t bytes)
{
	nodes n = nodes_of(m);
	int64_t all = bytes * m->size;

	share(&n, TO_LEADER, bytes, (stage_choice[]){ { "gather", bytes, 1 }, { "allgather", bytes / n.per_node, 1 }, { 0 } });
	ring(&n, bytes, 0, false);
	inside(&n, FROM_LEADER, all, (stage_choice[]){ { "broadcast", all, 1 }, { "allgather", all / n.per_node, 1 }, { 0 } });
}

/* Ranks of a node send each other their blocks themselves; leaders send theirs pairwise. */
void
hierarchical_alltoall(group_member *m, int64_t bytes)
{
	nodes n = nodes_of(m);
	group_member *l = &n.leaders;
	uint32_t here = n.inside.size;
	int64_t others = bytes * (m->size - here), a_rank = others / n.per_node;

	if (!measured(&n, TO_LEADER | FROM_LEADER, (stage_choice[]){ { "alltoall", bytes, 1 }, { 0 } }))
		part(&n, &n.inside, "alltoall", "linear", bytes);
	if (n.count == 1)
		return;
	share(&n, TO_LEADER, others, (stage_choice[]){ { "gather", others, 1 }, { "allgather", a_rank, 1 }, { "alltoall", a_rank, 1 }, { 0 } });
	l->past = m->past;
	for (uint32_t i = 1; n.leads && i < n.count; i++) {
		uint32_t to = member_at(l, i), from = member_at(l, -(int64_t)i);

		member_exchange(l, to, bytes * here * size_of(&n, to), from, bytes * here * size_of(&n, from));
	}
	m->past = l->past;
	share(&n, FROM_LEADER, others, (stage_choice[]){ { "scatter", others, 1 }, { "allgather", a_rank, 1 }, { "alltoall", a_rank, 1 }, { 0 } });
}

void
hierarchical_broadcast(group_member *m, int64_t bytes)
{
	nodes n = nodes_of(m);

	leaders(&n, "broadcast", bytes);
	inside(&n, FROM_LEADER, bytes, (stage_choice[]){ { "broadcast", bytes, 1 }, { "allreduce", bytes, 2 }, { 0 } });
}

void
hierarchical_reduce(group_member *m, int64_t bytes)
{
	nodes n = nodes_of(m);

	inside(&n, TO_LEADER, bytes, (stage_choice[]){ { "reduce", bytes, 1 }, { "allreduce", bytes, 2 }, { 0 } });
	leaders(&n, "reduce", bytes);
}

void
hierarchical_barrier(group_member *m, int64_t bytes)
{
	static const stage_choice half[] = { { "barrier", 0, 2 }, { 0 } };
	nodes n = nodes_of(m);

	share(&n, TO_LEADER, bytes, half);
	leaders(&n, "barrier", bytes);
	share(&n, FROM_LEADER, bytes, half);
}
