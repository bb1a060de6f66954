/* tasks -- closed-loop jobs and the interfaces of their nodes.
 *
 * In a phase a task posts all its messages, and goes on when all that it must receive in the phase has
 * arrived whole and its own messages have left. */
#ifndef HOPLINE_TESTS_UNIT_SLOW_TASKS_H
#define HOPLINE_TESTS_UNIT_SLOW_TASKS_H

#include "unit/slow/links.h"

static void
post(slow *s, worker *w)
{
	slow_job *j = &s->job[w->job];
	uint32_t phase = (uint32_t)(w->phase % j->phases), self = (uint32_t)(w - s->worker);
	uint32_t count = traffic_phases(&j->traffic) ? traffic_sends(&j->traffic, phase, w->rank) : 0;

	w->first = s->letters;
	w->letters = count;
	w->next = 0;
	for (uint32_t k = 0; k < count; k++) {
		message m = traffic_send(&j->traffic, phase, w->rank, k);
		uint32_t to = self - w->rank + m.to;
		bool local = s->worker[to].node == w->node;

		if (local)
			NEW(s->errand, s->errands, s->errand_room) = (errand){ s->now + s->machine->memory_latency
				+ (s->machine->memory_bw ? time_of(m.bytes, s->machine->memory_bw) : 0), s->letters };
		NEW(s->letter, s->letters, s->letter_room) = (letter){ .job = w->job, .from = self, .to = to,
			.node = s->worker[to].node, .phase = w->phase - phase + m.phase, .posted = s->now,
			.uncut = local ? 0 : m.bytes, .missing = m.bytes };
		w->unsent += !local;
	}
}

/* Does the task go on, to a phase, an iteration or its end? */
static bool
goes_on(slow *s, worker *w)
{
	slow_job *j = &s->job[w->job];
	uint32_t phase = (uint32_t)(w->phase % j->phases), awaited;

	if (w->state == SLEEPS && w->wakes <= s->now) {
		w->state = WORKS;
		post(s, w);
		return true;
	}
	if (w->state != WORKS)
		return false;
	awaited = traffic_phases(&j->traffic) ? traffic_receives(&j->traffic, phase, w->rank) : 0;
	if (w->unsent || w->arrived[w->phase] < awaited)
		return false;
	w->phase++;
	if (w->phase == j->phases * (uint64_t)j->iterations) {
		w->state = ENDED;
		j->end = s->now;
	} else if (w->phase % j->phases == 0) {
		w->state = SLEEPS;
		w->wakes = s->now + j->compute;
	} else {
		post(s, w);
	}
	return true;
}

/* The last byte of a message that crossed the network arrives. */
static void
letter_arrives(slow *s, const letter *l)
{
	slow_job *j = &s->job[l->job];
	int64_t latency = s->now - l->posted;

	j->messages++;
	s->worker[l->to].arrived[l->phase]++;
	j->latencies++;
	j->latency_sum += (uint64_t)latency;
	if (latency > j->latency_max)
		j->latency_max = latency;
}

/* Messages within nodes arrive. */
static bool
errands_end(slow *s)
{
	bool any = false;

	for (uint32_t i = 0; i < s->errands;) {
		const letter *l = &s->letter[s->errand[i].letter];

		if (s->errand[i].time > s->now) {
			i++;
			continue;
		}
		s->job[l->job].messages++;
		s->worker[l->to].arrived[l->phase]++;
		s->errand[i] = s->errand[--s->errands];
		any = true;
	}
	return any;
}

/* Let all tasks go on that can, until none can. */
static void
tasks_go_on(slow *s)
{
	bool moved;

	do {
		moved = errands_end(s);
		for (uint32_t i = 0; i < s->workers; i++)
			moved |= goes_on(s, &s->worker[i]);
	} while (moved);
}

/* The first message of a task that has not been wholly cut; NULL. */
static letter *
next_letter(slow *s, worker *w)
{
	while (w->next < w->letters && s->letter[w->first + w->next].uncut == 0)
		w->next++;
	return w->next < w->letters ? &s->letter[w->first + w->next] : NULL;
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
	if (l->uncut == 0 && l->to != NONE)
		s->nic[node].leaving = l->from;
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
		s->worker[d->leaving].unsent--;
		d->leaving = NONE;
	}
}

#endif
