/* member -- see member.h. */
#include "lib/program/collectives/member.h"

enum { FEW = 4 };		/* a step of more operations ends in one that waits for all of them */

member
member_begin(const group *g, uint32_t place, uint32_t root)
{
	return (member){ .group = g, .me = place, .size = g->ranks, .root = root, .stride = 1, .tag = g->tag, .after = g->last[place] };
}

static uint32_t
rank(const member *m, uint32_t place)
{
	return m->group->rank[m->first + place * m->stride];
}

/* An operation of this step. */
static void
add(member *m, uint32_t op)
{
	draft *d = m->group->draft;

	draft_cpu(d, op, m->group->cpu);
	if (m->now.first == m->now.end)
		m->now.first = op;
	m->now.end = op + 1;
	if (m->past.first == m->past.end)
		draft_require(d, op, m->after);
	for (uint32_t sooner = m->past.first; sooner < m->past.end; sooner++)
		draft_require(d, op, sooner);
}

void
member_send(member *m, uint32_t to, int64_t bytes)
{
	add(m, draft_send(m->group->draft, rank(m, m->me), rank(m, to), bytes, m->tag));
}

void
member_recv(member *m, uint32_t from, int64_t bytes)
{
	add(m, draft_recv(m->group->draft, rank(m, m->me), rank(m, from), bytes, m->tag));
}

/* One operation that finishes with the last of this step; the step is that one. */
static void
join(member *m)
{
	struct step now = m->now;
	uint32_t op = draft_calc(m->group->draft, rank(m, m->me), 0);

	draft_cpu(m->group->draft, op, m->group->cpu);
	for (uint32_t sooner = now.first; sooner < now.end; sooner++)
		draft_require(m->group->draft, op, sooner);
	m->now = (struct step){ op, op + 1 };
}

void
member_step(member *m)
{
	if (m->now.first == m->now.end)
		return;
	if (m->now.end - m->now.first > FEW)
		join(m);
	m->past = m->now;
	m->now = (struct step){ 0, 0 };
}

void
member_exchange(member *m, uint32_t to, int64_t sent, uint32_t from, int64_t received)
{
	member_send(m, to, sent);
	member_recv(m, from, received);
	member_step(m);
}

uint32_t
member_end(member *m)
{
	member_step(m);
	if (m->past.first == m->past.end)
		return m->after;
	if (m->past.end - m->past.first > 1) {
		m->now = m->past;
		join(m);
		m->past = m->now;
	}
	return m->past.first;
}

int64_t
member_block(const member *m, int64_t bytes, uint32_t parts, uint32_t i)
{
	int64_t element = m->group->element ? m->group->element : 1, count = bytes / element;

	return (count / parts + (i < count % parts)) * element;
}
