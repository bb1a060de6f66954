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
		.phase = phase, .posted = s->now, .uncut = local ? 0 : bytes, .missing = bytes, .cut = local, .left = local, .within = local, .tag = tag,
		.earlier = NONE, .leaves_by = NONE, .comes_by = NONE };
	NEW(w->outbox, w->posted, w->outbox_room) = id;
	w->unsent += !local;
	return id;
}

/* Does a gap behind the letter before keep the next one back? */
static bool
in_gap(const slow *s, const worker *w)
{
	if (!s->machine->costs.gap || !s->job[w->job].program)
		return false;
	for (uint32_t k = 0; k < w->posted; k++)
		if (s->letter[w->outbox[k]].cut && !s->letter[w->outbox[k]].left)
			return true;
	return w->out_free > s->now;
}

/* The first message of a task that has not been wholly cut; NULL. */
static letter *
next_letter(slow *s, worker *w)
{
	if (in_gap(s, w))
		return NULL;
	while (w->next < w->posted && s->letter[w->outbox[w->next]].cut)
		w->next++;
	return w->next < w->posted ? &s->letter[w->outbox[w->next]] : NULL;
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

/* The first message of a task that has not been wholly cut and may leave by interface v: one that names it, or none where it is the task's
 * own; of interfaces that all tasks share, those that name it come first. */
static letter *
letter_for(slow *s, worker *w, uint32_t v, bool turn)
{
	bool of_task = s->machine->nic_choice == NIC_OF_TASK, any = of_task ? own_place(s, w) == place_of(s, v) : turn;
	letter *shared = NULL;

	if (!next_letter(s, w))
		return NULL;
	for (uint32_t k = w->next; k < w->posted && (k == w->next || !s->machine->costs.gap); k++) {
		letter *l = &s->letter[w->outbox[k]];

		if (l->cut || (l->leaves_by != NONE && l->leaves_by != place_of(s, v)) || (l->leaves_by == NONE && !any))
			continue;
		if (of_task || l->leaves_by != NONE)
			return l;
		shared = shared ? shared : l;
	}
	return shared;
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
	bool own = s->machine->nic_choice == NIC_OF_TASK && l->to != NONE && s->machine->planes == 1;
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
