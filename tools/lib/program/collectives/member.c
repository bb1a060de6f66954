#include "lib/program/collectives/member.h"

enum { FEW = 4 };		/* a step of more operations ends in one that waits for all of them */

group_member
member_begin(const rank_group *g, uint32_t place, uint32_t root)
{
	return (group_member){ .group = g, .me = place, .size = g->ranks, .root = root, .stride = 1, .tag = g->tag, .after = g->last[place] };
}

static uint32_t
rank(const group_member *m, uint32_t place)
{
	uint64_t at = m->first + (uint64_t)place * m->stride;

	return m->group->rank[at < m->group->ranks ? at : m->group->ranks - 1];
}

/* An operation of this step. */
static uint32_t
add(group_member *m, uint32_t op)
{
	draft *d = m->group->draft;

	draft_op(d, op)->cpu = m->group->cpu;
	if (m->now.first == m->now.end)
		m->now.first = op;
	m->now.end = op + 1;
	if (m->past.first == m->past.end)
		draft_require(d, op, m->after);
	for (uint32_t sooner = m->past.first; sooner < m->past.end; sooner++)
		draft_require(d, op, sooner);
	return op;
}

uint32_t
member_send(group_member *m, uint32_t to, int64_t bytes)
{
	return add(m, draft_send(m->group->draft, rank(m, m->me), rank(m, to), bytes, m->tag));
}

uint32_t
member_recv(group_member *m, uint32_t from, int64_t bytes)
{
	return add(m, draft_recv(m->group->draft, rank(m, m->me), rank(m, from), bytes, m->tag));
}

uint32_t
member_sum(group_member *m, uint32_t from, int64_t bytes)
{
	uint32_t op = member_recv(m, from, bytes);

	draft_op(m->group->draft, op)->sums = 1;
	return op;
}

void
member_calc(group_member *m, int64_t ps)
{
	add(m, draft_calc(m->group->draft, rank(m, m->me), ps));
}

/* One operation that finishes when the past steps of all these lanes have; m's past. */
void
member_meet(group_member *m, const group_member *lane, int lanes)
{
	draft *d = m->group->draft;
	uint32_t op = draft_calc(d, rank(m, m->me), 0);

	draft_op(d, op)->cpu = m->group->cpu;
	for (const group_member *l = lane; l < lane + lanes; l++)
		for (uint32_t sooner = l->past.first; sooner < l->past.end; sooner++)
			draft_require(d, op, sooner);
	m->past = (struct step){ op, op + 1 };
}

void
member_step(group_member *m)
{
	if (m->now.first == m->now.end)
		return;
	m->past = m->now;
	m->now = (struct step){ 0, 0 };
	if (m->past.end - m->past.first > FEW)
		member_meet(m, m, 1);
}

void
member_exchange(group_member *m, uint32_t to, int64_t sent, uint32_t from, int64_t received)
{
	member_send(m, to, sent);
	member_recv(m, from, received);
	member_step(m);
}

void
member_exchange_sums(group_member *m, uint32_t to, int64_t sent, uint32_t from, int64_t received)
{
	member_send(m, to, sent);
	member_sum(m, from, received);
	member_step(m);
}

uint32_t
member_end(group_member *m)
{
	member_step(m);
	if (m->past.first == m->past.end)
		return m->after;
	if (m->past.end - m->past.first > 1)
		member_meet(m, m, 1);
	return m->past.first;
}

int64_t
member_block(const group_member *m, int64_t bytes, uint32_t parts, uint32_t i)
{
	int64_t count = member_count(m, bytes);

	return (count / parts + (i < count % parts)) * member_element(m);
}

int64_t
member_piece(const group_member *m, int64_t bytes, int64_t usual)
{
	int64_t piece = m->group->segment ? m->group->segment : usual, element = member_element(m);

	if (piece == 0 || piece >= bytes)
		return bytes;
	return piece < element ? element : piece / element * element;
}
