/* letters -- messages of closed-loop jobs, and the interfaces of the nodes that send them. */
#ifndef HOPLINE_TESTS_UNIT_SLOW_LETTERS_H
#define HOPLINE_TESTS_UNIT_SLOW_LETTERS_H

#include "unit/slow/links.h"

/* Task w posts a message to task `to` of its job; its number. */
static uint32_t
post_letter(slow *s, worker *w, uint32_t to, int64_t bytes, uint64_t phase, uint32_t tag)
{
	uint32_t self = (uint32_t)(w - s->worker), receiver = self - w->rank + to, id = s->letters;
	bool local = s->worker[receiver].node == w->node;

	if (local)
		NEW(s->errand, s->errands, s->errand_room) = (errand){ s->now + s->machine->memory_latency
			+ (s->machine->memory_bw ? time_of(bytes, s->machine->memory_bw) : 0), bytes, id };
	NEW(s->letter, s->letters, s->letter_room) = (letter){ .job = w->job, .from = self, .to = receiver, .node = s->worker[receiver].node,
		.phase = phase, .posted = s->now, .uncut = local ? 0 : bytes, .missing = bytes, .cut = local, .left = local, .tag = tag, .earlier = NONE };
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

/* The next message that a closed-loop job's node serves, round-robin over its tasks; *turn: whose turn
 * is then. */
static letter *
served_next(slow *s, uint32_t node, uint32_t *turn)
{
	nic *d = &s->nic[node];

	for (uint32_t k = 0; k < d->tasks; k++) {
		uint32_t i = (d->turn + k) % d->tasks;
		letter *l = next_letter(s, &s->worker[d->task[i]]);

		if (l) {
			*turn = (i + 1) % d->tasks;
			return l;
		}
	}
	return NULL;
}

/* Cut the next packet of l and put it on the link of `node`, for channel v there. */
static void
send_part(slow *s, uint32_t node, letter *l, uint8_t v)
{
	const machine *m = s->machine;
	int64_t bytes = l->uncut < s->packet_bytes ? l->uncut : s->packet_bytes;
	parcel q = { .letter = (uint32_t)(l - s->letter) };
	uint32_t word[4], k = s->sent[node]++;

	philox4x32((uint32_t[4]){ k / 4, node, 0, 0 }, s->route_key, word);
	q.p = (packet){ .link = NONE, .bytes = (uint32_t)bytes, .from = node, .to = l->node, .router = m->node_router[l->node],
		.via = NONE, .word = word[k % 4], .channel_next = v & 15u };
	l->uncut -= bytes;
	l->cut = l->uncut == 0;
	if (l->cut && l->to != NONE)
		s->nic[node].leaving = q.letter;
	put_on(s, m->router_links + node, q);
}

/* What left its node last has left it wholly. */
static void
letters_leave(slow *s)
{
	for (uint32_t v = 0; v < s->machine->nodes; v++) {
		nic *d = &s->nic[v];

		if (d->leaving == NONE || s->link_state[s->machine->router_links + v].free > s->now)
			continue;
		s->letter[d->leaving].left = true;
		s->worker[s->letter[d->leaving].from].unsent--;
		s->worker[s->letter[d->leaving].from].out_free = s->now + s->machine->costs.gap;
		d->leaving = NONE;
	}
}

#endif
