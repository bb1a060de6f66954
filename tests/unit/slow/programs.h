/* programs -- ranks that send, receive and compute as a program says (lib/program/program.h).
 *
 * At each moment, until nothing changes: what has ended is finished, cpus that are idle go on with the next calc in line, and
 * then all operations start whose requirements are met, sends first, then receives, then calcs, each in the order of the file.  Messages find receives as in MPI: a receive, when it is posted,
 * takes the first message that has come and that it wants; a message, when it comes, goes to the first receive posted that wants
 * it.  A message has come when all of it has arrived, and all of those that were sent before it to the same rank with the same tag.
 *
 * The ranks of a node act one after the other, each as long as it can: what one sends at no cost to another on its node has come when the
 * other's turn is.  Of messages that a rank finds at its turn the lowest sender's comes first, of these the lowest tag's. */
#ifndef HOPLINE_TESTS_UNIT_SLOW_PROGRAMS_H
#define HOPLINE_TESTS_UNIT_SLOW_PROGRAMS_H

#include "unit/slow/letters.h"

/* How many operations the rank has, and which they are.  Tasks behind the last rank have none. */
static uint32_t
operations(const slow *s, const worker *w)
{
	const program *p = s->job[w->job].program;

	return w->rank < p->ranks ? p->first[w->rank + 1] - p->first[w->rank] : 0;
}

static const operation *
operation_of(const slow *s, const worker *w, uint32_t i)
{
	const program *p = s->job[w->job].program;

	return &p->op[p->first[w->rank] + i];
}

/* Operation i has started, or it has ended: those that waited for this wait no more. */
static void
tell_followers(slow *s, worker *w, uint32_t i, uint32_t which)
{
	const operation *o = operation_of(s, w, i);

	for (uint32_t k = o[0].first; k < o[1].first; k++) {
		uint32_t follower = s->job[w->job].program->follower[k];

		if ((follower & FROM_START) == which)
			w->op[follower & ~FROM_START].waits--;
	}
}

/* Does receive i want the message? */
static bool
wants(const slow *s, const worker *w, uint32_t i, const letter *l)
{
	const operation *o = operation_of(s, w, i);

	return o->kind == OP_RECV && w->op[i].state == STARTED && w->op[i].letter == NONE
		&& (o->peer == ANY || o->peer == s->worker[l->from].rank) && (o->tag == ANY || o->tag == l->tag);
}

/* The first message that has come and that receive i wants is its own. */
static void
take_message(slow *s, worker *w, uint32_t i)
{
	for (uint32_t k = 0; k < w->came; k++)
		if (wants(s, w, i, &s->letter[w->inbox[k]])) {
			w->op[i].letter = w->inbox[k];
			memmove(w->inbox + k, w->inbox + k + 1, (--w->came - k) * sizeof *w->inbox);
			return;
		}
}

/* A message has come: it goes to the first receive that was posted and wants it. */
static void
come_to_rank(slow *s, worker *w, letter *l)
{
	uint32_t best = NONE;

	l->come = true;
	for (uint32_t i = 0; i < operations(s, w); i++)
		if (wants(s, w, i, l) && (best == NONE || w->op[i].order < w->op[best].order))
			best = i;
	if (best == NONE)
		NEW(w->inbox, w->came, w->inbox_room) = (uint32_t)(l - s->letter);
	else
		w->op[best].letter = (uint32_t)(l - s->letter);
}

/* All of a message has arrived; its receiver hears of it at its turn. */
static void
reach_rank(slow *s, const letter *l)
{
	worker *w = &s->worker[l->to];

	NEW(w->news, w->told, w->news_room) = (uint32_t)(l - s->letter);
}

/* The rank hears of it: it comes, unless one before it has not, and others that wait for it come behind it. */
static void
hear_of(slow *s, letter *l)
{
	const worker *from = &s->worker[l->from];

	l->whole = true;
	if (l->earlier != NONE && !s->letter[l->earlier].come)
		return;
	come_to_rank(s, &s->worker[l->to], l);
	for (uint32_t k = 0; k < from->posted; k++) {
		letter *next = &s->letter[from->outbox[k]];

		if (next->whole && !next->come && next->earlier != NONE && s->letter[next->earlier].come)
			come_to_rank(s, &s->worker[l->to], next);
	}
}

/* Does the rank hear of message a before b? */
static bool
heard_before(const slow *s, const letter *a, const letter *b)
{
	uint32_t x = s->worker[a->from].rank, y = s->worker[b->from].rank;

	return x < y || (x == y && a->tag < b->tag);
}

/* The rank hears of all that has arrived for it. */
static bool
hear_news(slow *s, worker *w)
{
	bool any = w->told;

	while (w->told) {
		uint32_t first = 0, id;

		for (uint32_t k = 1; k < w->told; k++)
			if (heard_before(s, &s->letter[w->news[k]], &s->letter[w->news[first]]))
				first = k;
		id = w->news[first];
		memmove(w->news + first, w->news + first + 1, (--w->told - first) * sizeof *w->news);
		hear_of(s, &s->letter[id]);
	}
	return any;
}

/* All of a message has come to its task. */
static void
reach_task(slow *s, letter *l)
{
	s->job[l->job].messages++;
	if (s->job[l->job].program)
		reach_rank(s, l);
	else
		s->worker[l->to].arrived[l->phase]++;
}

/* Messages within nodes arrive, in the order in which they were posted. */
static bool
errands_end(slow *s)
{
	uint32_t kept = 0, all = s->errands;

	for (uint32_t i = 0; i < all; i++)
		if (s->errand[i].time > s->now)
			s->errand[kept++] = s->errand[i];
		else
			reach_task(s, &s->letter[s->errand[i].letter]);
	s->errands = kept;
	return kept < all;
}

/* The last message that the rank has posted with the same receiver and tag as the one now; NONE. */
static uint32_t
earlier_letter(const slow *s, const worker *w, uint32_t to, uint32_t tag)
{
	uint32_t last = NONE;

	for (uint32_t k = 0; k < w->posted; k++)
		if (s->worker[s->letter[w->outbox[k]].to].rank == to && s->letter[w->outbox[k]].tag == tag)
			last = w->outbox[k];
	return last;
}

static void
start(slow *s, worker *w, uint32_t i)
{
	const operation *o = operation_of(s, w, i);
	op_state *own = &w->op[i];

	own->state = STARTED;
	if (o->kind == OP_SEND) {
		uint32_t earlier = earlier_letter(s, w, o->peer, o->tag);

		own->letter = post_letter(s, w, o->peer, o->size, 0, o->tag);
		s->letter[own->letter].earlier = earlier;
	} else if (o->kind == OP_RECV) {
		own->order = w->order++;
		take_message(s, w, i);
	} else {
		own->ends = s->now + o->size;
	}
	tell_followers(s, w, i, FROM_START);
}

/* Has an operation that has started come to its end? */
static bool
has_ended(const slow *s, const worker *w, uint32_t i)
{
	const op_state *own = &w->op[i];

	switch (operation_of(s, w, i)->kind) {
	case OP_SEND:
		return !s->job[w->job].left || s->letter[own->letter].left;
	case OP_RECV:
		return own->letter != NONE;
	default:
		return own->ends <= s->now;
	}
}

static bool
finish_operations(slow *s, worker *w)
{
	bool any = false;

	for (uint32_t i = 0; i < operations(s, w); i++) {
		if (w->op[i].state != STARTED || !has_ended(s, w, i))
			continue;
		w->op[i].state = FINISHED;
		w->end = s->now;
		tell_followers(s, w, i, 0);
		any = true;
	}
	return any;
}

/* Calcs start whose cpu is idle, first come first served. */
static bool
cpus_start(slow *s, worker *w)
{
	bool any = false;

	for (uint32_t cpu = 0; cpu < s->job[w->job].program->cpus; cpu++) {
		uint32_t first = NONE;
		bool busy = false;

		for (uint32_t i = 0; i < operations(s, w); i++) {
			const operation *o = operation_of(s, w, i);

			if (o->kind != OP_CALC || o->cpu != cpu)
				continue;
			busy |= w->op[i].state == STARTED;
			if (w->op[i].state == IN_LINE && (first == NONE || w->op[i].order < w->op[first].order))
				first = i;
		}
		if (busy || first == NONE)
			continue;
		start(s, w, first);
		any = true;
	}
	return any;
}

/* Start what is free to: no more than that, also where these free others. */
static bool
start_operations(slow *s, worker *w)
{
	static const int turn[] = { OP_SEND, OP_RECV, OP_CALC };
	uint32_t count = operations(s, w), frees = 0;
	bool *is_free = xcalloc(count + 1, sizeof *is_free);

	for (uint32_t i = 0; i < count; i++)
		frees += is_free[i] = w->op[i].state == WAITS && w->op[i].waits == 0;
	for (int k = 0; k < 3; k++)
		for (uint32_t i = 0; i < count; i++) {
			if (!is_free[i] || operation_of(s, w, i)->kind != turn[k])
				continue;
			if (turn[k] != OP_CALC) {
				start(s, w, i);
				continue;
			}
			w->op[i].state = IN_LINE;
			w->op[i].order = w->order++;
		}
	free(is_free);
	return frees;
}

static bool
all_finished(const slow *s, const worker *w)
{
	for (uint32_t i = 0; i < operations(s, w); i++)
		if (w->op[i].state != FINISHED)
			return false;
	return true;
}

/* What has ended is finished and idle cpus start what stands in line, until nothing changes; then all that is free starts; and again. */
static bool
do_rounds(slow *s, worker *w)
{
	bool any = false, moved, started;

	do {
		do {
			moved = finish_operations(s, w);
			moved |= cpus_start(s, w);
			any |= moved;
		} while (moved);
		started = start_operations(s, w);
		any |= started;
	} while (started);
	return any;
}

/* The rank acts as long as it can. */
static bool
do_operations(slow *s, worker *w)
{
	bool any = false, moved;

	do {
		moved = hear_news(s, w);
		moved |= do_rounds(s, w);
		errands_end(s);
		any |= moved;
	} while (moved);
	return any;
}

/* The rank begins an iteration. */
static void
begin_iteration(slow *s, worker *w)
{
	w->state = WORKS;
	w->end = s->now;
	for (uint32_t i = 0; i < operations(s, w); i++)
		w->op[i] = (op_state){ .waits = operation_of(s, w, i)->waits, .letter = NONE };
	do_operations(s, w);
}

/* When its iteration is over, the rank begins the next, or ends. */
static bool
rank_goes_on(slow *s, worker *w)
{
	slow_job *j = &s->job[w->job];

	if (w->state != WORKS || !all_finished(s, w) || (w->unsent && w->iteration + 1 < j->iterations))
		return false;
	if (++w->iteration == j->iterations) {
		w->state = ENDED;
		j->end = s->now;
	} else if (j->compute) {
		w->state = SLEEPS;
		w->wakes = s->now + j->compute;
	} else {
		begin_iteration(s, w);
	}
	return true;
}

#endif
