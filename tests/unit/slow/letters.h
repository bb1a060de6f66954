/* letters -- messages of closed-loop jobs, and the interfaces of the nodes that send them. */
#pragma once

#include "unit/slow/links.h"

/* Task w posts a message to task `to` of its job; its number. */
static uint32_t
post_letter(slow *s, worker *w, uint32_t to, int64_t bytes, uint64_t phase, uint32_t tag)
{
	uint32_t self = (uint32_t)(w - s->worker), receiver = self - w->rank + to, id = s->letters;
	const machine *m = s->machine;
	uint32_t there = s->worker[receiver].node;
	bool local = there == w->node || (m->domain && there / m->domain == w->node / m->domain);

	if (local && there != w->node)
		NEW(s->posted, s->posts, s->post_room) = id;
	else if (local)
		NEW(s->errand, s->errands, s->errand_room) = (errand){ s->now + s->machine->memory_latency
			+ (s->machine->memory_bw ? time_of(bytes, s->machine->memory_bw) : 0), bytes, id };
	NEW(s->letter, s->letters, s->letter_room) = (letter){ .job = w->job, .from = self, .to = receiver, .node = s->worker[receiver].node,
		.phase = phase, .posted = s->now, .bytes = bytes, .uncut = local ? 0 : bytes, .missing = bytes, .cut = local, .left = local, .within = local, .tag = tag,
		.earlier = NONE, .leaves_by = NONE, .comes_by = NONE, .promised = NONE,
		.asks = !local && s->machine->costs.rendezvous && bytes > s->machine->costs.eager, .handed = local || !s->machine->costs.gap || !s->job[w->job].program };
	NEW(w->outbox, w->posted, w->outbox_room) = id;
	if (!s->letter[id].asks)
		NEW(w->queue, w->queued, w->queue_room) = id;
	w->unsent += !local;
	return id;
}

/* Does a message of so many bytes leave in turn with others, packet by packet? */
static bool
takes_a_turn(const slow *s, int64_t bytes)
{
	return s->shares && (s->machine->costs.eager == INT64_MAX || bytes > s->machine->costs.eager);
}

/* Where there are gaps, the interface gets a letter when one that it has got before has left, and the gap behind that is over; behind one
 * that takes turns the gap begins when it is handed over. */
static void
letters_handed(slow *s)
{
	for (uint32_t i = 0; i < s->workers; i++) {
		worker *w = &s->worker[i];

		for (uint32_t k = 0; k < w->queued; k++) {
			letter *l = &s->letter[w->queue[k]];

			if (l->handed && !l->left && !takes_a_turn(s, l->bytes))
				break;
			if (l->handed)
				continue;
			if (w->out_free > s->now)
				break;
			l->handed = true;
			k--;	/* look at it once more */
			if (takes_a_turn(s, l->bytes))
				w->out_free = s->now + s->machine->costs.gap;
		}
	}
}

/* Which of its node's interfaces is i?  They are `stride` apart, as the text of the machine says. */
static uint32_t
place_of(const slow *s, uint32_t i)
{
	uint32_t plane = s->machine->interfaces / s->machine->planes, runs = s->machine->nics / s->machine->planes;

	return i / plane * runs + i % plane / s->stride % runs;
}

static uint32_t
interface_at(const slow *s, uint32_t node, uint32_t place)
{
	uint32_t plane = s->machine->interfaces / s->machine->planes, runs = s->machine->nics / s->machine->planes;

	return place / runs * plane + (node / s->stride * runs + place % runs) * s->stride + node % s->stride;
}

static uint32_t
node_at(const slow *s, uint32_t i)
{
	uint32_t at = i % (s->machine->interfaces / s->machine->planes), runs = s->machine->nics / s->machine->planes;

	return at / s->stride / runs * s->stride + at % s->stride;
}

/* The interface of a worker's own: those of a node share them out. */
static uint32_t
own_place(const slow *s, const worker *w)
{
	const nic *d = &s->nic[interface_at(s, w->node, 0)];
	uint32_t i = 0;

	while (&s->worker[d->task[i]] != w)
		i++;
	return i * s->machine->nics / d->tasks;
}

static bool
striped(const slow *s, const letter *l)
{
	return l->leaves_by == NONE && l->to != NONE && l->bytes > s->machine->stripe;
}

/* The letters of a task that leave by one of its interfaces alone are a group, that interface's; those that leave by any are the last one. */
static uint32_t
outlet_of(const slow *s, const worker *w, const letter *l)
{
	if (l->leaves_by != NONE)
		return l->leaves_by;
	return s->machine->nic_choice == NIC_OF_TASK && !striped(s, l) ? own_place(s, w) : s->machine->nics;
}

/* Which letter of a group sends the next packet: the first in order.  Where they take turns, a large one that has not begun and is first
 * of those in order; then a small one, unless a large one has sent nothing since the last small one did; then of those that have begun the one whose
 * last packet is longest ago. */
static letter *
first_of_group(const slow *s, worker *w, uint32_t group)
{
	letter *queued = NULL, *begun = NULL;
	uint32_t count = 0;

	while (w->next < w->queued && s->letter[w->queue[w->next]].cut)
		w->next++;
	for (uint32_t k = w->next; k < w->queued; k++) {
		letter *l = &s->letter[w->queue[k]];
		bool turn = takes_a_turn(s, l->bytes) && l->sent;

		if (l->cut || !l->handed || outlet_of(s, w, l) != group)
			continue;
		count += turn;
		if (turn)
			begun = !begun || l->sent < begun->sent ? l : begun;
		else
			queued = queued ? queued : l;
	}
	if (!begun || !queued)
		return begun ? begun : queued;
	if (count == 256 && !queued->sent)
		return begun;
	return takes_a_turn(s, queued->bytes) || begun->sent > w->small[group] ? queued : begun;
}

/* The next message of a task that may leave by interface v: of those of that interface, or, if it is its turn, of those that any may take. */
static letter *
letter_for(slow *s, worker *w, uint32_t v, bool turn)
{
	letter *l = first_of_group(s, w, place_of(s, v));

	return l || !turn ? l : first_of_group(s, w, s->machine->nics);
}

/* The next message that interface v of a closed-loop job's node serves, round-robin over its tasks; *turn: whose turn
 * is then. */
static letter *
served_next(slow *s, uint32_t v, uint32_t *turn)
{
	nic *d = &s->nic[v];
	bool its_turn = s->machine->nic_choice != NIC_ROUND_ROBIN || s->nic[interface_at(s, node_at(s, v), 0)].turn_of == place_of(s, v);

	for (uint32_t k = 0; k < d->tasks; k++) {
		uint32_t i = (d->turn + k) % d->tasks;
		letter *l = letter_for(s, &s->worker[d->task[i]], v, its_turn);

		if (l) {
			*turn = (i + 1) % d->tasks;
			return l;
		}
	}
	return NULL;
}

/* The interface that the packets of l from interface i go to: the one that the receive names, if it is in i's plane. */
static uint32_t
aim_of(const slow *s, const letter *l, uint32_t i)
{
	bool own = s->machine->nic_choice == NIC_OF_TASK && !striped(s, l) && l->to != NONE && s->machine->planes == 1;
	uint32_t runs = s->machine->nics / s->machine->planes;

	if (l->comes_by != NONE && l->comes_by / runs == place_of(s, i) / runs)
		return interface_at(s, l->node, l->comes_by);
	return interface_at(s, l->node, own ? own_place(s, &s->worker[l->to]) : place_of(s, i));
}

/* Cut the next packet of l and put it on the link of interface `from`, for channel v there. */
static void
send_part(slow *s, uint32_t from, letter *l, uint8_t v)
{
	const machine *m = s->machine;
	int64_t bytes = l->uncut < s->packet_bytes ? l->uncut : s->packet_bytes;
	parcel q = { .letter = (uint32_t)(l - s->letter) };
	uint32_t word[4], k = s->sent[from]++, to = aim_of(s, l, from), first = interface_at(s, node_at(s, from), 0);

	philox4x32((uint32_t[4]){ k / 4, from, 0, 0 }, s->route_key, word);
	q.p = (packet){ .link = NONE, .bytes = (uint32_t)bytes, .from = from, .to = to, .router = m->interface_router[to],
		.via = NONE, .word = word[k % 4], .channel_next = v & 15u };
	l->uncut -= bytes;
	l->sent = ++s->sendings;
	if (l->to != NONE && !takes_a_turn(s, l->bytes))
		s->worker[l->from].small[outlet_of(s, &s->worker[l->from], l)] = l->sent;
	l->cut = l->uncut == 0;
	if (l->cut && l->to != NONE)
		s->nic[from].leaving = q.letter;
	if (l->leaves_by == NONE)
		s->nic[first].turn_of = (place_of(s, from) + 1) % m->nics;
	put_on(s, m->router_links + from, q);
}

/* What left its node last has left it wholly. */
static void
letters_leave(slow *s)
{
	for (uint32_t v = 0; v < s->machine->interfaces; v++) {
		nic *d = &s->nic[v];

		if (d->leaving == NONE || s->link_state[s->machine->router_links + v].free > s->now)
			continue;
		s->letter[d->leaving].left = true;
		s->worker[s->letter[d->leaving].from].unsent--;
		if (!takes_a_turn(s, s->letter[d->leaving].bytes))
			s->worker[s->letter[d->leaving].from].out_free = s->now + s->machine->costs.gap;
		d->leaving = NONE;
	}
}

/* Does letter a go into its domain before b, when both are posted now? */
static bool
goes_before(const slow *s, uint32_t a, uint32_t b)
{
	const worker *x = &s->worker[s->letter[a].from], *y = &s->worker[s->letter[b].from];

	return x->node != y->node ? x->node < y->node : x != y ? x < y : a < b;
}

/* All that is posted now goes into the domains, one after the other through the port of its sender, and of its receiver. */
static void
domains_pass(slow *s)
{
	const speed *p = &s->machine->domain_speed;

	for (; s->posts > 0; s->posts--) {
		uint32_t at = 0, id;
		int64_t takes, start, *out, *in;

		for (uint32_t i = 1; i < s->posts; i++)
			if (goes_before(s, s->posted[i], s->posted[at]))
				at = i;
		id = s->posted[at];
		s->posted[at] = s->posted[s->posts - 1];
		takes = time_of(s->letter[id].missing, p->bits_per_s);
		out = &s->port_out[s->worker[s->letter[id].from].node];
		in = &s->port_in[s->letter[id].node];
		start = *out > s->now ? *out : s->now;
		*out = start + takes;
		*in = (*in > start + p->latency ? *in : start + p->latency) + takes;
		NEW(s->errand, s->errands, s->errand_room) = (errand){ .time = *in, .bytes = s->letter[id].missing, .letter = id };
	}
}
