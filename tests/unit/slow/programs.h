/* programs -- ranks that send, receive and compute as a program says (lib/program/program.h).
 *
 * At each moment, until nothing changes: what has ended is finished, cpus that are idle go on with what is next in line (chores.h), and
 * then all operations start whose requirements are met, sends first, then receives, then calcs, each in the order of the file.  Messages find receives as in MPI: a receive, when it is posted,
 * takes the first message that has come and that it wants; a message, when it comes, goes to the first receive posted that wants
 * it.  A message has come when all of it has arrived, and all of those that were sent before it to the same rank with the same tag.
 *
 * The ranks of a node act one after the other, each as long as it can: what one sends at no cost to another on its node has come when the
 * other's turn is.  Of messages that a rank finds at its turn the lowest sender's comes first, of these the lowest tag's. */
#pragma once

#include "unit/slow/chores.h"

/* Does receive i want the message? */
static bool
wants(const slow *s, const worker *w, uint32_t i, const letter *l)
{
	const operation *o = operation_of(s, w, i);

	return o->kind == OP_RECV && w->op[i].state == STARTED && w->op[i].letter == NONE
		&& (o->peer == ANY || o->peer == s->worker[l->from].rank) && (o->tag == ANY || o->tag == l->tag);
}

/* What a packet without bytes takes between the nodes of two tasks if nobody else is there, by the minimal way, as often as handshakes say. */
static int64_t
one_way(const slow *s, uint32_t from, uint32_t to)
{
	const machine *m = s->machine;
	const decision *d = s->routing->decision;
	trip t = { .from = interface_at(s, s->worker[from].node, 0), .to = interface_at(s, s->worker[to].node, 0), .via = NONE };
	uint32_t link = m->router_links + t.from;
	int64_t time = speed_of(s, link)->latency;

	t.router = m->interface_router[t.to];
	while (!to_node(s, link)) {
		if (d->targets && !d->detours)
			d->targets(&s->paths, &t, m->to[link], 0, &t.via);
		link = paths_next(&s->paths, &t, m->to[link]);
		time += m->router_latency + speed_of(s, link)->latency;
		t.routers++;
	}
	return time * m->costs.rendezvous / 1000;
}

/* Receive i has taken the announcement of l: the sender hears of it. */
static void
answer(slow *s, uint32_t i, letter *l)
{
	worker *from = &s->worker[l->from];

	l->asks = false;
	l->promised = i;
	NEW(from->news, from->told, from->news_room) = (tidings){ s->now + one_way(s, l->to, l->from), 0, (uint32_t)(l - s->letter), ANSWERED };
}

/* Receive i has this message; that may cost.  Or its announcement. */
static void
get(slow *s, worker *w, uint32_t i, uint32_t which)
{
	const rank_costs *c = &s->machine->costs;
	const operation *o = operation_of(s, w, i);
	int64_t takes = c->recv + copies(s, o->size) + (o->sums ? adds_up(s, o->size) : 0);

	w->op[i].letter = which;
	if (s->letter[which].asks) {
		answer(s, i, &s->letter[which]);
		return;
	}
	s->letter[which].received = true;
	if (takes)
		add_chore(s, w, o->cpu, (chore){ RECEIVES, i, takes });
	else
		w->op[i].done = true;
}

/* The first message that has come and that receive i wants is its own. */
static void
take_message(slow *s, worker *w, uint32_t i)
{
	for (uint32_t k = 0; k < w->came; k++)
		if (wants(s, w, i, &s->letter[w->inbox[k]])) {
			uint32_t which = w->inbox[k];

			memmove(w->inbox + k, w->inbox + k + 1, (--w->came - k) * sizeof *w->inbox);
			get(s, w, i, which);
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
		get(s, w, best, (uint32_t)(l - s->letter));
}

/* The rank has the message: it comes, unless one before it has not, and others that wait for it come behind it. */
static void
take_in(slow *s, letter *l)
{
	const worker *from = &s->worker[l->from];

	if (l->promised != NONE) {
		get(s, &s->worker[l->to], l->promised, (uint32_t)(l - s->letter));
		return;
	}
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

/* Is the rank told of x before y?  Of what it takes in later, by time; of packets before messages. */
static bool
heard_before(const slow *s, const tidings *x, const tidings *y)
{
	const letter *a, *b;

	if (x->time != y->time)
		return x->time < y->time;
	if (x->letter == NONE || y->letter == NONE)
		return x->letter == y->letter ? x->bytes < y->bytes : x->letter == NONE;
	a = &s->letter[x->letter];
	b = &s->letter[y->letter];
	if (x->how != y->how)
		return x->how < y->how;
	if (x->how == ANSWERED)
		return a->to < b->to || (a->to == b->to && (a->tag < b->tag || (a->tag == b->tag && a < b)));
	return a->from < b->from || (a->from == b->from && a->tag < b->tag);
}

/* It hears of the first that it has to hear of by now; false: there is none. */
static bool
hear_first(slow *s, worker *w)
{
	uint32_t first = NONE;
	tidings t;

	for (uint32_t k = 0; k < w->told; k++)
		if (w->news[k].time <= s->now && (first == NONE || heard_before(s, &w->news[k], &w->news[first])))
			first = k;
	if (first == NONE)
		return false;
	t = w->news[first];
	memmove(w->news + first, w->news + first + 1, (--w->told - first) * sizeof *w->news);
	if (t.letter == NONE)
		work_on_packet(s, w, t.bytes);
	else if (t.how == ASKS)
		take_in(s, &s->letter[t.letter]);
	else if (t.how == ANSWERED)
		NEW(w->queue, w->queued, w->queue_room) = t.letter;
	else if (s->machine->costs.byte)
		add_chore(s, w, 0, (chore){ HEARS_MESSAGE, t.letter, 0 });
	else
		take_in(s, &s->letter[t.letter]);
	return true;
}

static bool
hear_news(slow *s, worker *w)
{
	bool any = false;

	while (hear_first(s, w))
		any = true;
	return any;
}

/* A packet of a message has come, from another node by the interface at that place, or within one or a domain, `last`: with it all of it has.  It is told when it has been taken in. */
static void
reach_rank(slow *s, const letter *l, uint32_t place, int64_t bytes, bool last)
{
	worker *w = &s->worker[l->to];
	int64_t time = l->within ? s->now : taken_in(s, w, place, bytes, last);

	if (s->machine->costs.byte)
		NEW(w->news, w->told, w->news_room) = (tidings){ time, bytes, NONE, HAS_COME };
	if (last)
		NEW(w->news, w->told, w->news_room) = (tidings){ time, 0, (uint32_t)(l - s->letter), HAS_COME };
}

/* All of a message has come to its task, `bytes` with its last packet, by that interface. */
static void
reach_task(slow *s, letter *l, uint32_t place, int64_t bytes)
{
	s->job[l->job].messages++;
	if (s->job[l->job].program)
		reach_rank(s, l, place, bytes, true);
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
			reach_task(s, &s->letter[s->errand[i].letter], 0, s->errand[i].bytes);
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

/* The interface that the receive of send i names: counted in the file, the k-th receive of such messages for the k-th send; NONE. */
static uint32_t
receiving_interface(const slow *s, const worker *w, uint32_t i)
{
	const program *p = s->job[w->job].program;
	const operation *o = operation_of(s, w, i), *to = &p->op[p->first[o->peer]], *end = &p->op[p->first[o->peer + 1]];
	uint32_t before = 0;

	for (uint32_t k = 0; k < i; k++)
		before += operation_of(s, w, k)->kind == OP_SEND && operation_of(s, w, k)->peer == o->peer && operation_of(s, w, k)->tag == o->tag;
	for (; to < end; to++)
		if (to->kind == OP_RECV && to->peer == w->rank && to->tag == o->tag && before-- == 0)
			return to->nic ? to->nic - 1U : NONE;
	return NONE;
}

/* The message of send i is posted. */
static void
post_send(slow *s, worker *w, uint32_t i)
{
	const operation *o = operation_of(s, w, i);
	uint32_t earlier = earlier_letter(s, w, o->peer, o->tag);

	w->op[i].letter = post_letter(s, w, o->peer, o->size, 0, o->tag);
	s->letter[w->op[i].letter].earlier = earlier;
	s->letter[w->op[i].letter].leaves_by = o->nic && s->machine->nics > 1 ? o->nic - 1U : NONE;
	s->letter[w->op[i].letter].comes_by = s->machine->nics > 1 ? receiving_interface(s, w, i) : NONE;
	if (s->letter[w->op[i].letter].asks) {
		letter *l = &s->letter[w->op[i].letter];
		worker *to = &s->worker[l->to];

		NEW(to->news, to->told, to->news_room) = (tidings){ s->now + one_way(s, l->from, l->to), 0, w->op[i].letter, ASKS };
	}
}

static void
start(slow *s, worker *w, uint32_t i)
{
	const operation *o = operation_of(s, w, i);
	const rank_costs *c = &s->machine->costs;
	op_state *own = &w->op[i];

	own->state = STARTED;
	if (o->kind == OP_CALC) {
		add_chore(s, w, o->cpu, (chore){ COMPUTES, i, o->size });
	} else if (o->kind == OP_SEND && (c->send || c->byte || copies(s, o->size))) {
		add_chore(s, w, o->cpu, (chore){ SENDS, i, c->send + copies(s, o->size) });
		add_chore(s, w, o->cpu, (chore){ PAYS_BYTES, i, c->byte * o->size });
	} else if (o->kind == OP_SEND) {
		post_send(s, w, i);
		own->done = true;
		tell_followers(s, w, i, FROM_START);
	} else {
		own->order = w->order++;
		tell_followers(s, w, i, FROM_START);
		take_message(s, w, i);
	}
}

/* A cpu has done it. */
static void
end_chore(slow *s, worker *w, const chore *c)
{
	if (c->what == SENDS)
		post_send(s, w, c->which);
	else if (c->what == HEARS_MESSAGE)
		take_in(s, &s->letter[c->which]);
	else if (c->what != TAKES_PACKET)
		w->op[c->which].done = true;
}

/* Has an operation that has started come to its end?  A send when it is posted and paid for, when it has left, or when it is received. */
static bool
has_ended(const slow *s, const worker *w, uint32_t i)
{
	const op_state *own = &w->op[i];
	const operation *o = operation_of(s, w, i);
	const letter *l = own->letter == NONE ? NULL : &s->letter[own->letter];

	if (o->kind != OP_SEND)
		return own->done;
	if (!l)
		return false;
	if (o->size > s->machine->costs.eager)
		return own->done && l->received;
	if (s->job[w->job].left && !l->within)
		return l->left;
	return own->done;
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
		for (uint32_t i = 0; i < count; i++)
			if (is_free[i] && operation_of(s, w, i)->kind == turn[k])
				start(s, w, i);
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

/* What has ended is finished, then all that is free starts, until nothing does. */
static bool
do_rounds(slow *s, worker *w)
{
	bool any = false, moved;

	do {
		moved = finish_operations(s, w);
		moved |= start_operations(s, w);
		any |= moved;
	} while (moved);
	return any;
}

/* The rank acts as long as it can. */
static bool
do_operations(slow *s, worker *w)
{
	bool any = cpus_end(s, w), moved;

	errands_end(s);
	do {
		moved = hear_news(s, w);
		if (w->state == WORKS)
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
