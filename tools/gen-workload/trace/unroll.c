/* unroll -- see unroll.h.
 *
 * What blocks makes what follows wait; what goes on at once is waited for where its wait stands.  A rank stops at a collective
 * until all others of the communicator have come to theirs, then all go on.  Messages are told from those of other communicators by
 * their tags: the world's keep theirs, which MPI has below 2^31. */
#include "gen-workload/trace/unroll.h"

#include <inttypes.h>
#include <stdio.h>

#include "lib/cli/cli.h"
#include "lib/program/collective.h"
#include "lib/program/collectives/member.h"
#include "lib/stream/names.h"

/* Tags: of the collectives of each communicator, those that go on at once in turn behind the others, and of the messages of others than
 * the world. */
#define COLLECTIVE_TAGS (UINT32_C(1) << 31)
#define OTHER_TAGS (UINT32_C(3) << 30)
enum { TAGS = 1 << 10, MOST_COMMUNICATORS = 1 << 20 };

/* Bytes of a vector: 2^31 of the largest type. */
#define MOST_TOGETHER (INT64_C(1) << 36)

/* --- collectives whose parts differ from rank to rank, and those that libraries do one rank after the other
 *
 * Roots speak to all others at once, as Open MPI's linear algorithms do; the others go around rings, as its ring and pairwise
 * algorithms do.  A part of 0 bytes is no message where all know that it is empty. */

/* What the members of a group called, by place. */
typedef struct member_parts {
	const calls *from;
	const call **call;	/* [ranks] */
} member_parts;

/* Part `i` of those that the member at this place told. */
static int64_t
part(const member_parts *p, uint32_t place, uint32_t i)
{
	const call *c = p->call[place];

	return c->sizes == NOTHING ? c->size : p->from->sizes[c->sizes + i];
}

/* What the root has for a member, or a member for it: the root tells all, or each its own. */
static int64_t
share(const member_parts *p, const group_member *m, uint32_t place)
{
	return p->call[m->root]->sizes == NOTHING ? p->call[place]->size : part(p, m->root, place);
}

/* The root and each of the others: a gather or a scatter. */
static void
with_root(group_member *m, const member_parts *p)
{
	bool is_root = m->me == m->root, sends = is_root != (p->call[0]->which == DO_GATHER);

	for (uint32_t i = 0; i < m->size; i++)
		if (i != m->me && (is_root || i == m->root))
			(sends ? member_send : member_recv)(m, i, share(p, m, is_root ? i : m->me));
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
	[DO_GATHER] = with_root,
	[DO_REDUCE_SCATTER] = reduce_scatter,
	[DO_SCAN] = scan,
	[DO_SCATTER] = with_root,
	[DO_SCATTERV] = with_root,
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

/* Add the operations, as collective_add does; false, and none, when the parts are alike and lib/program knows this collective. */
static bool
add_parts(const member_parts *p, rank_group *g)
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

/* --- ranks and their calls */

/* Where a rank is. */
typedef struct rank_at {
	uint32_t call;		/* that it does next */
	uint32_t *after;	/* operations that what follows waits for */
	size_t room;
	uint32_t count;
	uint32_t *done;		/* of calls that go on at once: the operation that ends them */
	bool stopped;		/* at a collective */
} rank_at;

/* A collective to which some ranks have come. */
typedef struct collective_meeting {
	uint32_t come, first;	/* how many, who was first */
	uint32_t at_once;	/* collectives of this communicator that went on at once */
} collective_meeting;

typedef struct unrolling {
	const calls *from;
	draft *draft;
	rank_at *rank;
	collective_meeting *meeting;	/* of each communicator */
	names tags;		/* of other communicators than the world: "COMMUNICATOR TAG", by numbers */
	int64_t *sole;		/* of each rank: the tag of all messages to it; NO_TAG, MANY_TAGS */
	uint32_t *ready, readies;	/* ranks that can go on */
	uint32_t *last;		/* [ranks], of a group */
	const call **call;	/* [ranks], likewise */
} unrolling;

enum { NO_TAG = -1, MANY_TAGS = -2 };

/* A call's tag among the messages of all communicators. */
static uint32_t
tag_of(unrolling *u, const call *c)
{
	char key[24];

	if (c->communicator == WORLD || c->tag == ANY)
		return c->tag;
	snprintf(key, sizeof key, "%" PRIu32 " %" PRIu32, c->communicator, c->tag);
	return OTHER_TAGS + names_add(&u->tags, key, NULL);
}

/* A receive of any tag would take a collective's message, too.  Where all messages to a rank have one tag it is that one. */
static void
find_sole_tags(unrolling *u)
{
	const calls *from = u->from;

	for (uint32_t r = 0; r < from->ranks; r++)
		u->sole[r] = NO_TAG;
	for (uint32_t r = 0; r < from->ranks; r++)
		for (uint32_t i = 0; i < from->rank[r].count; i++) {
			const call *c = &from->rank[r].call[i];
			int64_t *sole = c->kind == CALL_SEND && c->peer < from->ranks ? &u->sole[c->peer] : NULL;

			if (sole && *sole != tag_of(u, c))
				*sole = *sole == NO_TAG ? (int64_t)tag_of(u, c) : MANY_TAGS;
		}
}

_Noreturn static void
bad_call(const unrolling *u, uint32_t rank, const call *c, const char *text)
{
	die_at(u->from->rank[rank].file, c->line, "rank %" PRIu32 ": %s", rank, text);
}

/* The call that a rank is at. */
static const call *
current(const unrolling *u, uint32_t rank)
{
	return &u->from->rank[rank].call[u->rank[rank].call];
}

/* What follows in this rank waits for this operation, and for nothing else unless `too`. */
static void
follow(rank_at *r, uint32_t op, bool too)
{
	if (!too)
		r->count = 0;
	if (op == NOTHING)
		return;
	r->after = xgrow(r->after, &r->room, (size_t)r->count + 1, sizeof *r->after);
	r->after[r->count++] = op;
}

static void
require_all(unrolling *u, const rank_at *r, uint32_t op)
{
	for (uint32_t i = 0; i < r->count; i++)
		draft_require(u->draft, op, r->after[i]);
}

/* One operation that what follows in this rank waits for; NOTHING. */
static uint32_t
join(unrolling *u, uint32_t rank)
{
	rank_at *r = &u->rank[rank];
	uint32_t op;

	if (r->count > 1) {
		op = draft_calc(u->draft, rank, 0);
		require_all(u, r, op);
		follow(r, op, false);
	}
	return r->count ? r->after[0] : NOTHING;
}

static uint32_t
message(unrolling *u, uint32_t rank, const call *c)
{
	uint32_t tag = tag_of(u, c);

	if (c->peer != ANY && c->peer >= u->from->ranks)
		bad_call(u, rank, c, xprintf("rank %" PRIu32 " is not among the %" PRIu32 " of the trace", c->peer, u->from->ranks));
	if (c->kind == CALL_SEND)
		return draft_send(u->draft, rank, c->peer, c->size, tag);
	if (tag == ANY && u->sole[rank] >= 0)
		tag = (uint32_t)u->sole[rank];
	return draft_recv(u->draft, rank, c->peer, c->size, tag);
}

/* A call other than a collective. */
static void
do_call(unrolling *u, uint32_t rank, const call *c)
{
	rank_at *r = &u->rank[rank];
	uint32_t op;

	if (c->kind == CALL_NOTHING || (c->kind == CALL_COMPUTE && !c->size))
		return;
	if (c->kind == CALL_WAIT) {
		follow(r, r->done[c->peer], true);
		return;
	}
	if (c->at_once)
		join(u, rank);
	op = c->kind == CALL_COMPUTE ? draft_calc(u->draft, rank, c->size) : message(u, rank, c);
	require_all(u, r, op);
	if (c->at_once)
		r->done[r->call] = op;
	else
		follow(r, op, false);
}

/* The members' calls and what each waits for, by place. */
static void
assemble(unrolling *u, const communicator *g, uint32_t which)
{
	for (uint32_t i = 0; i < g->ranks; i++) {
		uint32_t rank = g->rank[i];
		rank_at *r = rank < u->from->ranks ? &u->rank[rank] : NULL;
		const call *c = r && r->stopped ? current(u, rank) : NULL;

		if (!c || c->communicator != which)
			bad_call(u, u->meeting[which].first, current(u, u->meeting[which].first), "a rank takes part that is not in this communicator");
		u->call[i] = c;
		u->last[i] = join(u, rank);
	}
}

/* All have come: add what they do, and let them go on. */
static void
meet(unrolling *u, uint32_t which)
{
	const communicator *g = &u->from->communicator[which];
	collective_meeting *m = &u->meeting[which];
	uint32_t tag = COLLECTIVE_TAGS + which * TAGS;
	rank_group now = { .draft = u->draft, .rank = g->rank, .ranks = g->ranks, .last = u->last };
	member_parts all = { u->from, u->call };
	int64_t most = 0;

	assemble(u, g, which);
	now.tag = u->call[0]->at_once ? tag + 4 + m->at_once++ % (TAGS / 4 - 1) * 4 : tag;
	for (uint32_t i = 0; i < g->ranks; i++)
		if (u->call[i]->size > most)
			most = u->call[i]->size;
	if (most > MOST_TOGETHER)
		bad_call(u, g->rank[0], u->call[0], xprintf("'%s' of %" PRId64 " bytes: MPI has none of more than 2^36",
			collective_names[u->call[0]->which], most));
	if (u->call[0]->peer >= g->ranks)
		bad_call(u, g->rank[0], u->call[0], xprintf("its root %" PRIu32 " is not in the communicator", u->call[0]->peer));
	if (g->ranks > 1 && !add_parts(&all, &now))
		collective_add(collective_find(collective_names[u->call[0]->which], NULL, g->ranks, most), &now, most, u->call[0]->peer);
	for (uint32_t i = 0; i < g->ranks; i++) {
		rank_at *r = &u->rank[g->rank[i]];

		if (u->call[i]->at_once)
			r->done[r->call] = u->last[i];
		else
			follow(r, u->last[i], false);
		r->call++;
		r->stopped = false;
		u->ready[u->readies++] = g->rank[i];
	}
	m->come = 0;
}

/* A rank comes to a collective. */
static void
come(unrolling *u, uint32_t rank, const call *c)
{
	const calls *from = u->from;
	collective_meeting *m = &u->meeting[c->communicator];

	const call *first;

	if (m->come++ == 0)
		m->first = rank;
	first = current(u, m->first);
	if (first->which != c->which || first->peer != c->peer)
		die_at(from->rank[rank].file, c->line, "rank %" PRIu32 ": '%s', root %" PRIu32 ", where rank %" PRIu32 " has '%s', root %" PRIu32
			" (%s:%" PRIu32 ")", rank, collective_names[c->which], c->peer, m->first, collective_names[first->which], first->peer,
			from->rank[m->first].file, first->line);
	u->rank[rank].stopped = true;
	if (m->come == from->communicator[c->communicator].ranks)
		meet(u, c->communicator);
}

/* Go on with this rank to its next collective, or its end. */
static void
go_on(unrolling *u, uint32_t rank)
{
	const rank_calls *all = &u->from->rank[rank];
	rank_at *r = &u->rank[rank];

	for (; r->call < all->count; r->call++) {
		if (all->call[r->call].kind == CALL_COLLECTIVE) {
			come(u, rank, &all->call[r->call]);
			return;
		}
		do_call(u, rank, &all->call[r->call]);
	}
}

/* A collective to which a rank has come, and another one never does. */
static void
find_waiting(const unrolling *u)
{
	const calls *from = u->from;

	for (uint32_t rank = 0; rank < from->ranks; rank++) {
		const rank_at *r = &u->rank[rank];
		const call *c = r->stopped ? current(u, rank) : NULL;
		const communicator *g = c ? &from->communicator[c->communicator] : NULL;
		uint32_t i = 0, other;

		if (!c)
			continue;
		while (u->rank[g->rank[i]].stopped && current(u, g->rank[i])->communicator == c->communicator)
			i++;
		other = g->rank[i];
		bad_call(u, rank, c, u->rank[other].stopped ?
			xprintf("'%s' waits for rank %" PRIu32 ", which waits in another communicator", collective_names[c->which], other) :
			xprintf("'%s' waits for rank %" PRIu32 ", which has no collective left", collective_names[c->which], other));
	}
}

static void
unroll_all(unrolling *u)
{
	find_sole_tags(u);
	for (uint32_t rank = 0; rank < u->from->ranks; rank++) {
		u->rank[rank].done = xalloc((size_t)u->from->rank[rank].count + 1, sizeof *u->rank[rank].done);
		u->ready[u->readies++] = u->from->ranks - 1 - rank;
	}
	while (u->readies)
		go_on(u, u->ready[--u->readies]);
	find_waiting(u);
}

program *
unroll(const calls *c, const char *name)
{
	unrolling u = { .from = c, .draft = draft_new(c->ranks) };

	if (c->communicators > MOST_COMMUNICATORS)
		die(FAIL_DATA, "%s: more than %d communicators", name, MOST_COMMUNICATORS);
	u.rank = xcalloc(c->ranks, sizeof *u.rank);
	u.meeting = xcalloc(c->communicators, sizeof *u.meeting);
	u.sole = xcalloc(c->ranks, sizeof *u.sole);
	u.ready = xcalloc(c->ranks, sizeof *u.ready);
	u.last = xcalloc(c->ranks, sizeof *u.last);
	u.call = xcalloc(c->ranks, sizeof *u.call);
	unroll_all(&u);
	for (uint32_t i = 0; i < c->ranks; i++) {
		free_all(u.rank[i].after, u.rank[i].done);
	}
	names_free(&u.tags);
	free_all(u.rank, u.meeting, u.sole, u.ready, u.last, u.call);
	return draft_finish(u.draft, name);
}
